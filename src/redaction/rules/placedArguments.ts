import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { isGivenPassword, isPlacedPassword } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readQuoted } from '../match/readValue.ts';
import { type Anchor, textOf } from '../scan/anchor.ts';
import type { Clue } from '../secretRule.ts';

const quote = String.raw`\\{0,15}["'\`]`;
const literal = String.raw`(?:[bBrRuUfF@$N]{0,2}${quote}[^"'\`\n\\]{0,160}${quote})`;
const plain = String.raw`[\w.$:&-]{1,60}(?:\(\))?`;
const argument = `(?:${literal}|${plain})`;
const wrapped = String.raw`(?:(?:Some|new|(?:bs58|base58|bs58check|hex|base64)\.decode|\[\]byte|Buffer\.from|bytes|str|String|\w{0,12}encode|SecureString|\$|b)\(?[ ]?)?`;
// Objects and calls as arguments: a payload, an algorithm.
const payload = String.raw`(?:\{[^{}\n]{0,160}\}|${argument}(?:\([^()\n]{0,80}\))?)`;

/** This many arguments, each with the comma after it, before the secret. */
function after(count: number, kind = argument): RegExp {
  return new RegExp(String.raw`\s{0,8}(?:${kind}\s{0,8},\s{0,16}){${count}}${wrapped}`, 'y');
}

/** Judges a literal that a function receives as a secret. */
export function isSecret(value: string): boolean {
  if (mailAddress.test(value)) return false;
  return isPlacedPassword(value) || looksRandom(value, 12) || isPhrase(value);
}

const mailAddress = /^[\w.+-]{1,64}@[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64}){1,4}$/;

/** Judges the key given to an algorithm: besides secrets, a phrase of several words may be one. */
function isKey(value: string): boolean {
  return (
    isSecret(value) || (value.length >= 12 && /^[\w,' -]+$/.test(value) && value.includes(' ') && !isPlaceholder(value))
  );
}

/** Calls of algorithms, which take a key. */
const takesKey = /jwt|hmac|cipher|crypt|Fernet|KeySpec|AES|cookieParser|Serializer/i;

// Words with dashes, which may well be a key for an algorithm.
function isPhrase(value: string): boolean {
  return /^[a-z0-9]+(?:[-_][a-z0-9]+){2,}$/i.test(value) && isGivenPassword(value);
}

/** Calls that take a secret at a fixed position, up to their opening bracket, and the arguments before the secret. */
const calls: readonly (readonly [Anchor, RegExp])[] = [
  ['ogin(', after(1)],
  ['ignIn(', after(1)],
  ['ign_in(', after(1)],
  ['ogIn(', after(1)],
  ['og_in(', after(1)],
  ['NetworkCredential(', after(1)],
  ['NetworkCredential]::new(', after(1)],
  ['UsernamePasswordCredentials(', after(1)],
  ['UsernamePasswordCredential(', after(1)],
  ['UsernamePasswordAuthenticationToken(', after(1)],
  ['PasswordAuthentication(', after(1)],
  ['PasswordCredential(', after(1)],
  ['BasicAWSCredentials(', after(1)],
  ['AwsBasicCredentials.create(', after(1)],
  ['NewStaticCredentials(', after(1)],
  ['NewStaticCredentialsProvider(', after(1)],
  ['StaticCredentialsProvider(', after(1)],
  ['BasicAuth(', after(1)],
  ['DigestAuth(', after(1)],
  ['PlainAuth(', after(2)],
  ['basic_auth(', after(1)],
  [{ anyCase: 'basicauth(' }, after(1)],
  ['authenticate(', after(1)],
  ['authenticate(', after(2)],
  ['auth=(', after(1)],
  ['auth = (', after(1)],
  ['.auth(', after(1)],
  ['.auth(', after(0)],
  ['credentials(', after(1)],
  ['Credentials(', after(1)],
  ['Credentials(', after(3)],
  ['.connect(', after(2)],
  ['.connect(', after(3)],
  ['Redis(', after(3)],
  ['NewStore(', after(0)],
  ['username_pw_set(', after(1)],
  ['NewCookieStore(', after(0)],
  ['ConsoleLogin(', after(1)],
  ['getConnection(', after(2)],
  ['DataSource(', after(2)],
  ['mysqli(', after(2)],
  ['mysqli_connect(', after(2)],
  ['mysql_connect(', after(2)],
  ['mysql_pconnect(', after(2)],
  ['new PDO(', after(2)],
  ['oci_connect(', after(1)],
  ['oci_pconnect(', after(1)],
  ['ldap_bind(', after(2)],
  ['simple_bind_s(', after(1)],
  ['bind_s(', after(1)],
  ['ftp_login(', after(2)],
  ['ssh2_auth_password(', after(2)],
  ['ssh.Password(', after(0)],
  ['addPassword(', after(2)],
  ['add_password(', after(3)],
  ['set_password(', after(0)],
  ['setPassword(', after(0)],
  ['SetPassword(', after(0)],
  ['withPassword(', after(0)],
  ['WithPassword(', after(0)],
  ['.password(', after(0)],
  ['check_password(', after(0)],
  ['make_password(', after(0)],
  ['hash_password(', after(0)],
  ['hashPassword(', after(0)],
  ['password_hash(', after(0)],
  ['password_verify(', after(0)],
  ['generate_password_hash(', after(0)],
  ['bcrypt.hash(', after(0)],
  ['hashSync(', after(0)],
  ['compareSync(', after(0)],
  ['Hash::make(', after(0)],
  ['Hash::check(', after(0)],
  ['bcrypt.hashpw(', after(0)],
  ['argon2.hash(', after(0)],
  ['create_user(', after(1)],
  ['create_user(', after(2)],
  ['create_superuser(', after(2)],
  ['createUser(', after(1)],
  ['jwt.sign(', after(1, payload)],
  ['jwt.encode(', after(1, payload)],
  ['JWT.encode(', after(1, payload)],
  ['jwt.decode(', after(1, payload)],
  ['JWT.decode(', after(1, payload)],
  ['jwt.verify(', after(1, payload)],
  ['HMAC256(', after(0)],
  ['HMAC512(', after(0)],
  ['hmac.new(', after(0)],
  ['HMAC.new(', after(0)],
  ['hmac.New(', after(1, payload)],
  ['createHmac(', after(1)],
  ['hash_hmac(', after(2, payload)],
  ['createCipheriv(', after(1)],
  ['createDecipheriv(', after(1)],
  ['AES.new(', after(0)],
  ['Fernet(', after(0)],
  ['SecretKeySpec(', after(0)],
  ['openssl_encrypt(', after(2, payload)],
  ['openssl_decrypt(', after(2, payload)],
  ['cookieParser(', after(0)],
  ['CookieStore(', after(0)],
  ['URLSafeTimedSerializer(', after(0)],
  ['URLSafeSerializer(', after(0)],
  ['crypt(', after(0)],
  ['pgp_sym_encrypt(', after(1, payload)],
  ['pgp_sym_decrypt(', after(1, payload)],
  ['AES_ENCRYPT(', after(1, payload)],
  ['AES_DECRYPT(', after(1, payload)],
  ['secretbox(', after(0)],
  ['SecretBox(', after(0)],
  ['.setApiKey(', after(0)],
  ['set_api_key(', after(0)],
  ['.setToken(', after(0)],
  ['new Wallet(', after(0)],
  ['privateKeyToAccount(', after(0)],
  ['from_key(', after(0)],
  ['fromSecretKey(', after(0)],
  ['fromMnemonic(', after(0)],
  ['SecureString(', after(0)],
  ['->__construct(', after(2)],
  ['DBI->connect(', after(2)],
  [':auth(', after(0)],
  ['AipOcr(', after(1)],
  ['SymmetricSecurityKey(', /\s{0,4}(?:[\w.]{1,40}\.GetBytes\()?/y],
  ['hmacShaKeyFor(', after(0)],
  ['AES.encrypt(', after(1)],
  ['AES.decrypt(', after(1)],
  ['EmailAndPassword(', after(2)],
  ['EmailAndPassword(', after(1)],
  ['FTP(', after(2)],
  ['Credentials.basic(', after(1)],
  ['Credentials::new(', /\s{0,8}"[^"\n]{1,60}"(?:\.\w{1,12}\(\))?,\s{0,8}/y],
  ['basic_auth ', after(1)],
  ['ConfigField(', after(2)],
  ["'weblogic',", after(0)],
  ['sp_addlinkedsrvlogin', after(4)],
  ['sp_addlogin', after(1)],
  ['UpYun(', after(2)],
  ['WiFi.begin(', after(1)],
  ['softAP(', after(1)],
  ['KeyStore(', after(1)],
  ['setKeyEntry(', after(2)],
  ['checkpw(', after(0)],
  ['oracledb.connect(', after(1)],
  ['cx_Oracle.connect(', after(1)],
  ['psycopg2.connect(', after(2)],
  ['pymysql.connect(', after(2)],
  ['MySQLdb.connect(', after(2)],
  ['accounts: [[]', after(0)],
  ['accounts=[[]', after(0)],
];

function inCall(place: RegExp, isSecretArgument: (value: string) => boolean): Clue['match'] {
  return (text, _at, opened) => {
    place.lastIndex = opened;
    if (!place.test(text)) return undefined;
    const value = readQuoted(text, place.lastIndex, true);
    return value !== undefined && isSecretArgument(text.slice(value.start, value.end)) ? value : undefined;
  };
}

/** Secrets at a fixed place of a call that is known. */
export const placedArgumentClues: readonly Clue[] = calls.map(([anchor, place]) => ({
  anchor,
  match: inCall(place, takesKey.test(textOf(anchor)) ? isKey : isSecret),
}));
