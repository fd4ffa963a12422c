import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { createSecretMaker } from './createSecretMaker.ts';

const { mask } = createRedactor();
const random = createSecretMaker('told in many languages');
const pin = `7${random.digits(3)}`;
const code = `8${random.digits(5)}`;
const key = `${random.alphanumeric(31)}7`;
const scrambled = 'vKqRbWZtGx_QmD';
const joined = 'moor_Kettle-zuTq';
const keys = 'lkjhgf-482';
const chosen = `Brindle${random.digits(4)}+`;

test.each([
  ['a PIN in a variable', `MODEM_SIM_PIN=${pin}`, pin],
  [
    'what a hardware key types',
    `OTP sent: cccccc${'kdrvuitnlbjhgfec'.repeat(3).slice(0, 38)} status=OK`,
    'kdrvuitnlbjh',
  ],
  ['a password in Portuguese', `Palavra-passe: ${chosen}`, chosen],
  ['a password in Catalan', `La contrasenya del servidor és ${chosen}`, chosen],
  ['a password in Norwegian, without a digit', 'Passordet er mEPrvqvlXuZjNcC, bruk det.', 'mEPrvqvlXuZjNcC'],
  ['a password in Croatian', 'Lozinka za wifi je rapidMarbleRibbon84', 'rapidMarbleRibbon84'],
  ['a password in Malay', `Kata laluan pangkalan data ialah ${chosen}`, chosen],
  ['a password in Persian', `رمز عبور سرور ${chosen} است`, chosen],
  ['a private key on one line', `私钥:MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${random.base64(240)}`, 'BADANBgkq'],
  ['a token of a cluster', 'kubeadm join 10.1.2.3:6443 --token lqzvka.wmrtbxqhdjplnkcs \\\n', 'wmrtbxqh'],
  ['a code in French', `Ton code de validation est ${code}. Garde-le.`, code],
  ['a code in French, in front', `${code} est ton code de connexion`, code],
  ['a PIN in German', `Die PIN der Tankkarte ist ${pin}.`, pin],
  ['a PIN far from its verb', `The PIN of the blue card is ${pin}.`, pin],
  ['a code in Polish', `Twój kod weryfikacyjny: ${code}`, code],
  ['a code in Ukrainian', `Ваш код підтвердження: ${code}`, code],
  ['a code in Korean', `인증번호는 ${code} 입니다.`, code],
  ['a TAN', `Use TAN ${code} for the order.`, code],
  ['a key in Spanish', `La clave secreta del servicio es ${key}.`, key],
  ['a key in Italian', `Chiave di accesso al portale: ${key}`, key],
  ['a key in Russian', `Ключ доступа к складу — ${key}`, key],
  ['a password with an article behind it', `Passordet til skriveren er ${chosen}.`, chosen],
  ['a password that is inflected', `Zaloguj się hasłem ${chosen}`, chosen],
  ['a misspelt password', `the passwrod is ${chosen}`, chosen],
  ['an answer behind a question mark', `printer pw? ${chosen} I guess`, chosen],
  ['what it is, on the next line', `ada: ${chosen}\nada: that's the password`, chosen],
  ['what it is, in brackets', `log in with ${joined} (root password for now)`, joined],
  ['letters only, drawn by chance', `A temporary password is generated for app@localhost: ${scrambled}`, scrambled],
  ['parts joined by different signs', `Server=db4;User Id=app;Password=${joined};Encrypt=True`, joined],
  ['a row of keys and a number', `radius server R2\n address ipv4 10.1.2.3\n key ${keys}`, keys],
  [
    'a phrase of three words',
    'The passphrase for the archive is copper lantern meadow, in small letters.',
    'copper lantern',
  ],
  ['a phrase of three words given to a variable', 'export VAULT_PASSWORD="copper lantern meadow"', 'copper lantern'],
  ['a code that a name gives away', `{"door_code":"${code}","floor":2}`, code],
  ['a code in camel case', `recoveryCode: "${code}"`, code],
  ['a code that a command prints', `$ oathtool --totp -b JBSWY3DPEHPK3PXP\n${code}`, code],
  ['a PIN as an option', `ykman fido access verify-pin --pin ${code}`, code],
  [
    'a token whose name ends like that of a number',
    `ADMIN_TOKEN=${key.slice(0, 20)}++${key.slice(20)}`,
    key.slice(0, 20),
  ],
  ['a secret beside its id', `$ b2 key create store\n${random.hex(24)}a1 K${random.alphanumeric(29)}7z`, '7z'],
  ['a path with what looks like a line break', `schtasks /create /tr C:\\jobs\\n.cmd /ru app /rp ${chosen}`, chosen],
  ['the end of a text in JSON', `{"content":"$ pwgen -s 16 1\\n${key.slice(0, 15)}*","ok":true}`, key.slice(0, 15)],
  [
    'a private key without its first line',
    `only the body:\nMHcCAQEE${random.base64(56)}\n${random.base64(64)}\n${random.base64(34)}==`,
    '==',
  ],
])('masks %s', (_, text, secret) => {
  expect(mask(text)).not.toContain(secret);
});

test.each([
  'pass: isButton2 && pressed === "true",',
  'var _ref2$refKey = _ref2.refKey, refKey = _ref2$refKey === void 0 ? "ref" : _ref2$refKey;',
  'La clé publique est dans le dépôt, version 20260101.',
  'statusCode: 4041, postal_code: "90210", exitCode=1234',
  'The GPIO pin drives the lamp for 5000 ms.',
  'Der Schlüssel der Tabelle ist user_account_settings_id.',
])('leaves %j', (text) => {
  expect(mask(text)).toBe(text);
});
