import { isPlaceholder } from '../judge/isPlaceholder.ts';
import {
  isChosen,
  isGenerated,
  isGivenPassword,
  isHandmade,
  isUnlikeWords,
  looksLikePassword,
} from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isCamelPhrase, isWordPhrase } from '../judge/passphrases.ts';
import { readArgument } from '../match/commandArgument.ts';
import { readQuoted } from '../match/readQuoted.ts';
import { type Anchor, textOf } from '../scan/anchor.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

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
function isSecret(value: string): boolean {
  return (
    looksLikePassword(value) ||
    looksRandom(value, 12) ||
    isAppPassword(value) ||
    isPhrase(value) ||
    isCamelPhrase(value) ||
    isWordPhrase(value)
  );
}

/** Judges a key for an algorithm: any sentence may be one. */
function isKey(value: string): boolean {
  return (
    isSecret(value) || (value.length >= 12 && /^[\w,' -]+$/.test(value) && value.includes(' ') && !isPlaceholder(value))
  );
}
const takesKey = /jwt|hmac|cipher|crypt|Fernet|KeySpec|AES|cookieParser|Serializer/i;

// Google's app passwords: four groups of four letters.
function isAppPassword(value: string): boolean {
  return /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value);
}

// Words with dashes, which may well be a key for an algorithm.
function isPhrase(value: string): boolean {
  return /^[a-z0-9]+(?:[-_][a-z0-9]+){2,}$/i.test(value) && isGivenPassword(value);
}

/** Calls that take a secret at a fixed position, up to their opening bracket, and the arguments before the secret. */
const calls: readonly (readonly [Anchor, RegExp])[] = [
  ['.login(', after(1)],
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
  ['auth=(', after(1)],
  ['auth = (', after(1)],
  ['.auth(', after(1)],
  ['.auth(', after(0)],
  ['credentials(', after(1)],
  ['Credentials(', after(1)],
  ['Credentials(', after(3)],
  ['.connect(', after(2)],
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
  ['bcrypt.hashSync(', after(0)],
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

const literals =
  /\s{0,8}(?:[\w.]{1,30}\s?[=:]\s?)?(?:[bBrRuUfF@$N]{0,2}\\{0,15}(["'`])([^"'`\\\n]{1,160})\\{0,15}\1|[\w.$:&-]{1,60})\s{0,8}(?:,\s{0,16}|(?=\)))/y;
const mostArguments = 5;

/** What a program passes to a service's client, whatever the client's name: from the first key to the last. */
function toClient(isKey: (value: string) => boolean): Clue['match'] {
  return (text, _at, opened) => {
    let found: Span | undefined;
    literals.lastIndex = opened;
    for (let count = 0; count < mostArguments; count++) {
      const match = literals.exec(text);
      if (match === null) break;
      const value = match[2];
      if (value === undefined || !isKey(value)) continue;
      const start = match.index + match[0].indexOf(value);
      found = { start: found?.start ?? start, end: start + value.length };
    }
    return found;
  };
}

/** Begins after the bracket when the anchor contains the quote. */
function fromOpening(match: Clue['match']): Clue['match'] {
  return (text, at, after) => match(text, at, text[after - 1] === '(' ? after : after - 1);
}

const isDrawn = (value: string): boolean =>
  looksRandom(value, 20) &&
  /\d.*\d/.test(value) &&
  !/^[0-9a-f-]+$|^[a-z]+[-_][a-z]+|[/.]/i.test(value) &&
  !isPlaceholder(value);
// `new Client("…")`: a constructor with a literal.
const constructed = /[A-Za-z0-9_]{1,60}(?:(?:\.|::)[A-Za-z0-9_]{1,60}){0,3}\((?=\s{0,8}\\{0,15}["'`])/y;
const notConstructed =
  /Date|URL|RegExp|Error|Regex|Uri|Guid|UUID|Version|Blob|Event|Text|Buffer|BigInt|Decimal|Hash|Digest|Id\(|ID\(/;
const inConstructor: Clue['match'] = (text, at, after) => {
  constructed.lastIndex = after - 1;
  if (!constructed.test(text) || notConstructed.test(text.slice(after - 1, constructed.lastIndex))) return undefined;
  return newClient(text, at, constructed.lastIndex);
};

/** A password chosen by a person or a password manager, and not the name of a user, a host or a database. */
const isChosenLiteral = (value: string): boolean =>
  !/^[\w.-]+(?::\d+)?$/.test(value) || isChosen(value) || /^[A-Z][a-z]{3,}[_-]\d{3,}$/.test(value)
    ? isUnlikeWords(value) && /\d/.test(value) && !/[/\\]|@[\w-]+\.|^[\w.-]+:\d+$|\s/.test(value)
    : isGenerated(value);

const inOpenCall = /\w\([^()[\]{}]{0,100}$/;
// A table row, whose columns have names; versions, which look like addresses.
const inTuple =
  /values\s{0,4}\([^()]{0,100}$|(?<!\d\.\d{1,3}\.\d{1,3}\.)(?<![.\d])\d{1,4}\.\d{1,3}\\{0,15}["'],?$|[<>=]=\d[^"']{0,20}["'],?$/i;
const nextArgument = /\\{0,15}["']\s{0,8},\s{0,16}(?:\d{1,5},\s{0,8})?(?=["'`b\\])/y;
/** `open("localhost", "user", "…", "db")`. */
const behindHost: Clue['match'] = (text, at, after) => {
  const before = text.slice(Math.max(0, at - 120), after);
  if (!inOpenCall.test(before) || inTuple.test(before)) return undefined;
  nextArgument.lastIndex = text.charAt(after - 1) === ',' ? after - 2 : after - 1;
  return nextArgument.test(text) ? chosenLiteral(text, at, nextArgument.lastIndex) : undefined;
};

const isDrawnOrHex = (value: string): boolean =>
  isDrawn(value) || (/^(?:0x)?(?:[0-9a-f]{32,64}|[0-9A-F]{32,64})$/.test(value) && looksRandom(value, 32));
const chosenLiteral = toClient(isChosenLiteral);
const hosts = [
  'localhost["\']',
  '127.0.0.1["\']',
  '[.][0-9]["\'][,]',
  '[.][0-9][0-9]["\']',
  '.internal["\']',
  '.local["\']',
  '.com["\']',
  '.net["\']',
  '.example["\']',
  'admin["\']',
  'root["\']',
  ':3306["\']',
  ':5432["\']',
] as const;
const newClient = toClient(isDrawnOrHex);
const clients = [
  'lient(',
  'redential(',
  'redentials(',
  'Api(',
  'API(',
  'Auth(',
  'allet(',
  'ro_api(',
  `')(['"]`,
  '")([\'"]',
] as const;
const others = ['ession(', 'onnect(', 'onnection(', 'onfigure(', 'Mac(', 'igner(', 'onfig('] as const;

// After code that waits for a password prompt, the next text sent is the password: expect, pexpect, automated browsers.
const answer =
  /[^\0]{0,160}?\b(?:send(?:_?line|_?keys)?|sendLine|fill|type|write_?line|setValue|set_value|input_text|clear_and_type|paste)(?:[ \t]+(?:--[ \t]+)?|\(\s{0,8}(?:["'`][#.[][^"'`\n]{0,60}["'`]\s{0,4},\s{0,4})?)/y;
const lineEnd = /(?:\\{1,15}[rn])+$/;

const afterPrompt: Clue['match'] = (text, _at, prompt) => {
  answer.lastIndex = prompt;
  if (!answer.test(text)) return undefined;
  const value = readQuoted(text, answer.lastIndex, true);
  if (value === undefined) return undefined;
  const whole = text.slice(value.start, value.end);
  const sent = whole.replace(lineEnd, '').replace(/\{enter\}$/i, '');
  return looksLikePassword(sent) || isUnlikeWords(sent)
    ? { start: value.start, end: value.start + sent.length }
    : undefined;
};

// A field of a page that is named like a password, and what code puts into it.
const intoField =
  /[\w-]{0,20}\\{0,7}["'`]?\]?\\{0,7}["'`]?\)?(?:\.\w{1,12}\(\))?(?:\s{0,8},\s{0,8}|\.(?:type|fill|send_?keys|sendKeys|setValue|set|clear_and_type|val|press_?sequentially|pressSequentially)\(\s{0,8}|\.value\s{0,4}=\s{0,4})(?=\\{0,7}["'`])/iy;
const selects = /(?:fill|type|setValue|By|get|\$|Selector|locator|ById|send|find\w{0,12})\(\s{0,4}[^()\n]{0,60}$/;
const inField: Clue['match'] = (text, at, after) => {
  intoField.lastIndex = after;
  if (!intoField.test(text) || !selects.test(text.slice(Math.max(0, at - 80), at))) return undefined;
  const value = readQuoted(text, intoField.lastIndex, true);
  if (value === undefined) return undefined;
  const secret = text.slice(value.start, value.end);
  return isUnlikeWords(secret) || isHandmade(secret) ? value : undefined;
};

const loginPair = /\\{0,15}[bB]?["'`][\w.@+-]{1,40}:([^"'`\\\s]{5,80})\\{0,15}["'`]/y;

/** `btoa('user:…')`, as for basic authentication. */
const inLoginPair: Clue['match'] = (text, _at, after) => {
  loginPair.lastIndex = after;
  const value = loginPair.exec(text)?.[1];
  if (value === undefined || !isSecret(value)) return undefined;
  const end = loginPair.lastIndex - (/\\{0,15}["'`]$/.exec(text.slice(after, loginPair.lastIndex))?.[0].length ?? 1);
  return { start: end - value.length, end };
};

const secureString = /(?:[ \t]+-(?:AsPlainText|Force|String))*[ \t]+(?!-)/y;

/** `ConvertTo-SecureString "…" -AsPlainText`. */
const inSecureString: Clue['match'] = (text, _at, after) => {
  secureString.lastIndex = after;
  if (!secureString.test(text)) return undefined;
  const value = readArgument(text, secureString.lastIndex);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  return isGivenPassword(password) || isWordPhrase(password) ? value : undefined;
};

/** `"…".toCharArray()`: in Java, mostly used for passwords. */
const beforeCharArray: Clue['match'] = (text, at) => {
  const value = /"([^"\n\\]{4,80})\\{0,8}"$/.exec(text.slice(Math.max(0, at - 90), at));
  if (value?.[1] === undefined || !isSecret(value[1])) return undefined;
  const start = at - value[0].length + 1;
  return { start, end: start + value[1].length };
};

/** Secrets that code passes to a function at a fixed position. */
export const callRule: SecretRule = {
  id: 'secret-argument',
  label: 'Secret that code hands to a function, or a script to a prompt',
  shape: "login('user', '…'), auth=('user', '…'), jwt.sign(payload, '…'), send \"…\\r\", ConvertTo-SecureString '…'",
  evidence: 'context',
  clues: [
    ...calls.map(([anchor, place]) => ({
      anchor,
      match: inCall(place, takesKey.test(textOf(anchor)) ? isKey : isSecret),
    })),
    ...clients.map((anchor) => ({ anchor, match: fromOpening(toClient(isDrawnOrHex)) })),
    { anchor: 'new [A-Z]', match: inConstructor },
    ...hosts.map((anchor) => ({
      anchor,
      match: behindHost,
    })),
    ...['redentials(', 'redential(', 'redentialsImpl(', 'uthenticate(', 'onnect(', 'ogin(', 'ccount('].map(
      (anchor) => ({
        anchor,
        match: toClient(isChosenLiteral),
      }),
    ),
    ...others.map((anchor) => ({ anchor, match: toClient(isDrawn) })),
    { anchor: 'assword', match: afterPrompt },
    ...['assword', 'asswd', '["\'#]pwd["\']', '["\'#]pass["\']'].map((anchor) => ({
      anchor,
      match: (text: string, at: number, after: number) =>
        inField(text, at, /["']$/.test(text.slice(after - 1, after)) ? after - 1 : after),
    })),
    { anchor: 'asswd', match: afterPrompt },
    { anchor: 'assphrase', match: afterPrompt },
    { anchor: 'ConvertTo-SecureString', match: inSecureString },
    { anchor: '.toCharArray(', match: beforeCharArray },
    ...['btoa(', 'b64encode(', 'Buffer.from('].map((anchor) => ({ anchor, match: inLoginPair })),
  ],
};
