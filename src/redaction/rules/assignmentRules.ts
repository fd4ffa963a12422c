import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { type Assigned, readAssigned, wholeValue } from '../match/readAssigned.ts';
import { base64Url, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

/** Which names a rule watches, and what a value must look like. */
interface AssignmentRule extends Pick<SecretRule, 'id' | 'label' | 'shape'> {
  readonly words: readonly string[];
  /** Words that mean other things too: the value must be in quotes or tight behind them. */
  readonly looseWords?: readonly string[];
  /** Tells by what stands before the word whether the name is one of a secret. Default: always. */
  readonly isOurs?: (before: string) => boolean;
  readonly isSecret: (value: string, binding: Binding) => boolean;
}

type Binding = Assigned['binding'];

const isLiteral = (binding: Binding): boolean => binding === 'quoted' || binding === 'tight';

// What may follow the word in a name that still means the secret itself, not its kind, place or number.
const suffix =
  /^(?:s|[_-]?(?:\d{1,3}|value|val|string|str|base|base64|b64|raw|plain|text|prod|production|dev|stage|staging|test|live|main|default|old|new))$/i;
const longestSuffix = 11;

function assignmentRule(rule: AssignmentRule): SecretRule {
  const { words, looseWords = [], isOurs = () => true, isSecret, ...description } = rule;
  const matchWith =
    (isSure: (binding: Binding) => boolean): Clue['match'] =>
    (text, at, after) => {
      const nameEnd = runEnd(text, after, base64Url, longestSuffix + 1);
      if (nameEnd - after > longestSuffix) return undefined;
      if (nameEnd > after && !suffix.test(text.slice(after, nameEnd))) return undefined;
      const assigned = readAssigned(text, at, nameEnd);
      if (assigned === undefined) return undefined;
      if (!isSure(assigned.binding) || !isOurs(text.slice(Math.max(0, after - 32), after))) return undefined;
      const value = text.slice(assigned.start, assigned.end);
      return isSecret(value, assigned.binding) ? wholeValue(text, assigned) : undefined;
    };
  const cluesOf = (anchors: readonly string[], match: Clue['match']): Clue[] =>
    anchors.map((word) => ({ anchor: { anyCase: word }, match }));
  return {
    ...description,
    evidence: 'guess',
    clues: [
      ...cluesOf(
        words,
        matchWith(() => true),
      ),
      ...cluesOf(looseWords, matchWith(isLiteral)),
    ],
  };
}

const keyName =
  /(?:api|access|secret|private|encrypt|encryption|decryption|sign|signing|signature|master|auth|account|shared|storage|license|licence|service|client|deploy|session|webhook|hmac|jwt|cipher|crypto|aes|rsa|symmetric|admin|subscription|server|app|application|consumer|write|ingest|integration)[_ -]?key$|[?&]key$|[密秘]钥$/i;
// Any environment variable that ends so, but for keys that are public or index something.
const keyVariable =
  /(?<!PUBLIC|PUB|PUBLISHABLE|ANON|PRIMARY|FOREIGN|SORT|PARTITION|ROW|GROUP|CACHE|IDEMPOTENCY|STORAGE|REGISTRY)_KEY$/;
const countedToken =
  /(?:page|next|continuation|continue|sync|resume|cursor|cancel|cancellation|stop|eos|bos|pad|sep|cls|mask|unk|special|start|end|first|last|design|color|input|output|max|min|total|num)[_-]?token$/i;

// A type or a member of a module, where code may stand: `key: ed25519.Ed25519PrivateKey`.
const memberChain = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

function isOpaque(value: string, binding: Binding): boolean {
  if (binding === 'loose' && memberChain.test(value)) return false;
  return looksRandom(value, isLiteral(binding) ? 16 : 20) && !isPlaceholder(value);
}

/** Rules for values that only a name such as `password` or `api_key` gives away; they judge the value. */
export const assignmentRules: readonly SecretRule[] = [
  assignmentRule({
    id: 'password',
    label: 'Password given to a name',
    shape: 'password=…, "db_passwd": "…", --password …',
    words: ['password', 'passwd', 'passwort', 'passphrase', '_pass', '密码', '口令'],
    looseWords: [`["' {,-]pass`, '[\u0000-@[-`{-\u007f]pwd'],
    isSecret: (value, binding) =>
      binding === 'loose' ? looksRandom(value, 10) && !isPlaceholder(value) : looksLikePassword(value),
  }),
  assignmentRule({
    id: 'secret',
    label: 'Secret given to a name',
    shape: 'client_secret: "…", WEBHOOK_SECRET=…',
    words: ['secret'],
    isSecret: isOpaque,
  }),
  assignmentRule({
    id: 'token',
    label: 'Token given to a name',
    shape: 'access_token=…, "authToken": "…"',
    words: ['token', '令牌'],
    isOurs: (before) => !countedToken.test(before),
    isSecret: isOpaque,
  }),
  assignmentRule({
    id: 'api-key',
    label: 'Key given to a name',
    shape: 'api_key=…, "privateKey": "…", X-Api-Key: …',
    words: ['[A-Za-z0-9_ ?&-]key', '密钥', '秘钥'],
    isOurs: (before) => keyName.test(before) || keyVariable.test(before),
    isSecret: isOpaque,
  }),
];
