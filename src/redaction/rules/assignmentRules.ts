import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { isGivenPassword, isPassphrase, isSpoken, looksLikePassword, looksStrong } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { type Assigned, isVariable, readAssigned, readValueBefore, wholeValue } from '../match/readAssigned.ts';
import type { Anchor } from '../scan/anchor.ts';
import { base64Url, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

type Binding = Assigned['binding'];

/** What stands before a value: how it is bound to its name, and whether that is surely the name of a secret. */
interface Given {
  readonly binding: Binding;
  /** A variable in capitals and its sign: `DB_PASSWORD=`; the value may be any word then. */
  readonly isVariable: boolean;
  /** The name is one of a phrase, which has blanks. */
  readonly isPhrase: boolean;
}

/** Which names a rule watches, and what a value must look like. */
interface AssignmentRule extends Pick<SecretRule, 'id' | 'label' | 'shape'> {
  readonly words: readonly string[];
  /** Words that mean other things too: the value must be in quotes, tight behind them, or end the line. */
  readonly looseWords?: readonly string[];
  /** The same, but joined to another word that says what they are: `dbPass`. */
  readonly joinedWords?: readonly string[];
  /** Words of three letters, with the character behind them. */
  readonly shortWords?: readonly string[];
  /** Tells by what stands before the word whether the name is one of a secret. Default: always. */
  readonly isOurs?: (before: string) => boolean;
  readonly isSecret: (value: string, given: Given) => boolean;
}

/** A character that is no letter, as a class of an anchor. */
const notLetter = '[\u0000-@[-`{-\u007f]';

// What may follow the word in a name that still means the secret itself, not its kind, place or number.
const suffix =
  /^(?:s|[_-]?(?:\d{1,3}|v\d|value|val|string|str|base|base64|b64|hex|enc|encoded|raw|plain|text|plaintext|prod|production|dev|stage|staging|test|live|main|default|old|new|current|primary|secondary|confirm|confirmation|again|1|2))$/i;
const longestSuffix = 13;

function assignmentRule(rule: AssignmentRule): SecretRule {
  const {
    words,
    looseWords = [],
    joinedWords = [],
    shortWords = [],
    isOurs = () => true,
    isSecret,
    ...description
  } = rule;
  const matchWith =
    (isSure: (binding: Binding) => boolean, behind: number, isAmbiguous = behind > 0): Clue['match'] =>
    (text, at, anchorEnd) => {
      const after = anchorEnd - behind;
      const nameEnd = runEnd(text, after, base64Url, longestSuffix + 1);
      if (nameEnd - after > longestSuffix) return undefined;
      if (nameEnd > after && !suffix.test(text.slice(after, nameEnd))) return undefined;
      if (!isOurs(text.slice(Math.max(0, after - 40), after))) return undefined;
      const nameStart = isLetter.test(text.charAt(at)) ? at : at + 1;
      return fromAssigned(text, nameStart, nameEnd, isSure, isAmbiguous) ?? fromValueBefore(text, nameStart, nameEnd);
    };
  const fromAssigned = (
    text: string,
    at: number,
    nameEnd: number,
    isSure: (binding: Binding) => boolean,
    isAmbiguous: boolean,
  ): Span | undefined => {
    const assigned = readAssigned(text, at, nameEnd);
    if (assigned === undefined || !isSure(assigned.binding)) return undefined;
    const value = text.slice(assigned.start, assigned.end);
    // `PASS: TestLogin`: a word that means other things too, and nothing that makes its value a literal.
    if (assigned.binding === 'stated' && isAmbiguous && !looksStrong(value)) return undefined;
    if (value.length < 12 && cutOff.test(text.slice(assigned.end, assigned.end + 3))) return undefined;
    const given = {
      binding: assigned.binding,
      isVariable: text[nameEnd] === '=' && isVariable(text, at, nameEnd),
      isPhrase: /psk|phrase$/i.test(text.slice(Math.max(0, nameEnd - 6), nameEnd)),
    };
    return isSecret(value, given) ? wholeValue(text, assigned) : undefined;
  };
  const fromValueBefore = (text: string, at: number, nameEnd: number): Span | undefined => {
    const before = readValueBefore(text, at, nameEnd);
    return before !== undefined &&
      isSecret(text.slice(before.start, before.end), { binding: 'quoted', isVariable: false, isPhrase: false })
      ? before
      : undefined;
  };
  const cluesOf = (anchors: readonly string[], match: Clue['match']): Clue[] =>
    anchors.map((word): { anchor: Anchor; match: Clue['match'] } => ({ anchor: { anyCase: word }, match }));
  return {
    ...description,
    evidence: 'guess',
    clues: [
      ...cluesOf(
        words,
        matchWith(() => true, 0),
      ),
      ...cluesOf(looseWords, matchWith(isMeant, 0, true)),
      ...cluesOf(joinedWords, matchWith(isMeant, 0)),
      ...cluesOf(shortWords, matchWith(isMeant, 1)),
    ],
  };
}

// So little of a value that it is worth nothing.
const cutOff = /^(?:\.\.\.|…)/;
const isLetter = /[A-Za-z]/;
const isLiteral = (binding: Binding): boolean => binding === 'quoted' || binding === 'tight';
const isMeant = (binding: Binding): boolean => isLiteral(binding) || binding === 'stated' || binding === 'prose';

const keyName =
  /(?:api|access|secret|private|encrypt|encryption|decryption|sign|signing|signature|master|auth|account|shared|storage|license|licence|service|client|deploy|session|webhook|hmac|jwt|cipher|crypto|aes|rsa|symmetric|admin|subscription|server|app|application|consumer|write|ingest|integration|pre-?shared|psk|unseal|recovery|validation|machine|backup|root|fernet|cookie|token|password|data|merchant|partner|mch|pay|sdk|rest|site|wep|wpa|network|security|seal|host|bot|user|developer|dev|personal|organization|org|project|ssh|gpg|pgp|vapid|wireguard|wg|tsig|rndc|dkim|stream|embed|sync|cluster|node|agent|setup|invite|join|registration|activation|device|join|install|host|query|function|system|apiv3|v3|v2|flask|django|rails|laravel|nextauth|cron|sentry|s3|r2|gcs|oss|cos|obs)[_ -]?key$|api[_ -]v\d[_ -]key$|[?&]key$|["'](?:jwt|auth|crypt|crypto|encryption|aes|hmac|security|tokens?|signing|authentication|identity)["'](?: ?: ?\{| ?=> ?\[| ?=> ?array ?\()\s{0,16}["']key$|\bskey$|[密秘]钥$/i;
// A constant of code that is called nothing else.
const constant = /(?<![A-Za-z_."'-])KEY$/;
// Any environment variable that ends so, but for keys that are public or index something.
const keyVariable =
  /(?<!PUBLIC|PUB|PUBLISHABLE|ANON|PRIMARY|FOREIGN|SORT|PARTITION|ROW|GROUP|CACHE|IDEMPOTENCY|STORAGE|REGISTRY|HOT|SHORTCUT|UNIQUE|OBJECT|INDEX|QUERY|MAP|LOOKUP|CONFIG|SETTINGS?|LOCAL|STATE|THEME|I18N|LOCALE|TRANSLATION|QUEUE|ROUTING|CONTEXT|REDUCER|STORE|METADATA)_KEY$/;
const countedToken =
  /(?:page|next|continuation|continue|sync|resume|cursor|cancel|cancellation|stop|eos|bos|pad|sep|cls|mask|unk|special|start|end|first|last|design|color|input|output|max|min|total|num|(?<![A-Za-z])(?:lex|syntax|file|folder|doc|obj|sheet|wiki|node|block))[_-]?token$/i;
const otherPass =
  /(?:by|com|tres|multi|single|render|shader|sur|over|under|first|second|one|two|low|high|band|all|post|pre|fast|back|forward|line|opt|optim\w{0,8}|sub|next|last|inner|outer|main|depth|shadow|light|ssao|bloom|effect|copy|blit|compute|boarding|season|day|test|tests|did|do|not|can|must|should|will|to|they|we|that)[ _-]?pass$/i;

// A type or a member of a module, where code may stand: `key: ed25519.Ed25519PrivateKey`.
const memberChain = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

function isOpaque(value: string, { binding, isVariable }: Given): boolean {
  if (binding === 'phrase') return false;
  if (isVariable && isGivenSecret(value)) return true;
  if (binding === 'next')
    return looksRandom(value, 20) && /\d/.test(value) && !isPlaceholder(value) && !memberChain.test(value);
  if (binding === 'loose' && memberChain.test(value)) return false;
  if (isLiteral(binding) && looksStrong(value) && value.length >= 10 && !/[(){}[\]]/.test(value)) return true;
  return looksRandom(value, isMeant(binding) ? 16 : 20) && !isPlaceholder(value);
}

/** What an environment variable is given: no word, though chance may have made it look like one in part. */
function isGivenSecret(value: string): boolean {
  if (isPassphrase(value)) return true;
  return (
    value.length >= 8 &&
    isGivenPassword(value) &&
    (/\d/.test(value) || !readsLikeWords(value)) &&
    !/[-_]$|^[\d.,:-]{1,12}$|^v?\d+\.\d+|^[\w-]+:\d+$|^[a-z-]+\d{0,2}$|[/\\][a-z]+[-_./]/.test(value)
  );
}

const isPassword = (value: string, { binding, isVariable, isPhrase }: Given): boolean => {
  if (isVariable && isGivenPassword(value) && value.length >= 5) return true;
  if (binding === 'phrase') return isPhrase && value.length >= 8 && !isPlaceholder(value);
  if (binding === 'prose') return isSpoken(value);
  if (binding === 'next') return looksStrong(value);
  if (binding === 'loose') return looksStrong(value) || (looksRandom(value, 10) && !isPlaceholder(value));
  return looksLikePassword(value);
};

/** Rules for values that only a name such as `password` or `api_key` gives away; they judge the value. */
export const assignmentRules: readonly SecretRule[] = [
  assignmentRule({
    id: 'password',
    label: 'Password given to a name',
    shape: 'password=…, "db_passwd": "…", --password …, **Password:** …',
    words: [
      'password',
      'passwd',
      'passwort',
      'passphrase',
      'passcode',
      'pass phrase',
      '_pass',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '비밀번호',
      'пароль',
      'contraseña',
      'mot de passe',
      'kennwort',
      '授权码',
      'wachtwoord',
      'pre-shared key',
      'preshared key',
      'wifi key',
      'wpa key',
      'network key',
      'security key',
      'bind_pw',
      'bindpw',
      'option key',
      'option password',
      "].key='",
    ],
    looseWords: [`["' {,<-]pass`, 'pswd', '[A-Za-z]_pw', `${notLetter}psk`, 'senha'],
    joinedWords: ['[A-Za-z]pass'],
    shortWords: [`pwd[=:"'\\\\ ]`, `psk[=:"'\\\\]`, `psw[=:"'\\\\]`, `${notLetter}pw[=:]`],
    isOurs: (before) => !otherPass.test(before),
    isSecret: isPassword,
  }),
  assignmentRule({
    id: 'secret',
    label: 'Secret given to a name',
    shape: 'client_secret: "…", WEBHOOK_SECRET=…, SERVICE_CREDENTIAL=…',
    words: ['secret', 'credential'],
    looseWords: ['[a-z_]salt'],
    isSecret: isOpaque,
  }),
  assignmentRule({
    id: 'token',
    label: 'Token given to a name',
    shape: 'access_token=…, "authToken": "…", GITHUB_PAT=…',
    words: [
      'token',
      '令牌',
      'oauth_signature',
      'oauth_consumer_key',
      'code_verifier',
      'codeverifier',
      'device_code',
      'devicecode',
    ],
    shortWords: [`_pat[=:"'\\\\ ]`, `_jwt[=:"'\\\\ ]`, `_sid[=:"'\\\\ ]`, `_auth[=:"'\\\\]`, `appid[=]`],
    isOurs: (before) => !countedToken.test(before),
    isSecret: isOpaque,
  }),
  assignmentRule({
    id: 'api-key',
    label: 'Key given to a name',
    shape: 'api_key=…, "privateKey": "…", X-Api-Key: …',
    words: ['[A-Za-z0-9_ ?&"\'-]key', '密钥', '秘钥', '密鑰'],
    isOurs: (before) => keyName.test(before) || keyVariable.test(before) || constant.test(before),
    isSecret: isOpaque,
  }),
];
