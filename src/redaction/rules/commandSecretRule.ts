import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { afterOption, fromPipe, isArgument, readArgument } from '../match/commandArgument.ts';
import type { Anchor } from '../scan/anchor.ts';
import { blanks, charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

/** A secret that follows at once: `vault login …`. */
const asArgument: Clue['match'] = (text, _at, after) => {
  const value = readArgument(text, runEnd(text, after, blanks, 4));
  return value !== undefined && isOpaque(text.slice(value.start, value.end)) ? value : undefined;
};

function isOpaque(value: string): boolean {
  return isArgument(value) && (looksLikePassword(value) || looksRandom(value, 16));
}

const option = (names: string): RegExp => new RegExp(`\\s(?:${names})(?:\\s+|=)?(?=[\\\\"'\\w+/.~!@#$%^*-])`);
const value = option('--value|-v');
const body = option('--body|-b');

const nameChars = charSet('A-Za-z0-9_./-');
const longestName = 128;
const mostPairs = 40;

/** Pairs of a store of secrets: gives what stands from the first secret value to the last. */
const pairs: Clue['match'] = (text, _at, after) => {
  let start: number | undefined;
  let end = 0;
  let at = after;
  for (let count = 0; count < mostPairs; count++) {
    const wordAt = runEnd(text, at, blanks, 8);
    const sign = runEnd(text, wordAt, nameChars, longestName);
    if (sign === wordAt) break;
    const valueAt = pairValueAt(text, wordAt, sign);
    if (valueAt === undefined) {
      // A path or an option.
      at = text[sign] === '=' ? runEnd(text, sign + 1, nameChars, longestName) : sign;
      continue;
    }
    const found = readArgument(text, valueAt);
    if (found === undefined) break;
    if (isOpaque(text.slice(found.start, found.end))) {
      start ??= found.start;
      end = found.end;
    }
    at = found.start > valueAt ? found.end + 1 : found.end;
  }
  return start === undefined ? undefined : { start, end };
};

const literal = '--from-literal=';

/** Where the value of `name=value` begins; undefined where the word is no pair. */
function pairValueAt(text: string, wordAt: number, sign: number): number | undefined {
  if (text[sign] !== '=') return undefined;
  if (text[wordAt] !== '-') return sign + 1;
  if (!text.startsWith(literal, wordAt)) return undefined;
  const nameEnd = runEnd(text, sign + 1, nameChars, longestName);
  return text[nameEnd] === '=' ? nameEnd + 1 : undefined;
}

const stored: readonly (readonly [Anchor, RegExp])[] = [
  ['gh secret set', body],
  ['glab variable set', value],
  ['keyvault secret set', value],
  ['secretsmanager ', option('--secret-string')],
  ['ssm put-parameter', option('--value')],
  ['npm config set', /\s+\S{0,160}?(?:_authToken|_auth|_password)[ =]/],
  ['yarn config set', /\s+\S{0,160}?npmAuth(?:Token|Ident)\s+/],
  ['poetry config', /\s+(?:pypi-token\.[\w-]{1,40}|http-basic\.[\w-]{1,40}\s+\S{1,80})\s+/],
  ['configure set aws_', /s(?:ecret_access_key|ession_token)\s+/],
];

/** Secrets that a command hands to what keeps them: the name says little, the command says it all. */
export const commandSecretRule: SecretRule = {
  id: 'command-line-secret',
  label: 'Secret handed to a store or a tool by a command',
  shape:
    'gh secret set … --body …, vault kv put … name=…, aws configure set aws_secret_access_key …, npm config set …:_authToken …, cargo login …',
  evidence: 'context',
  clues: [
    ...stored.map(([anchor, pattern]) => ({ anchor, match: afterOption(pattern) })),
    { anchor: 'vault kv p[ua]', match: (text, at, after) => pairs(text, at, runEnd(text, after, nameChars, 8)) },
    { anchor: 'vault write', match: pairs },
    { anchor: 'secrets set ', match: pairs },
    { anchor: 'create secret generic', match: pairs },
    { anchor: 'vault login', match: asArgument },
    { anchor: 'cargo login', match: asArgument },
    ...['gh secret set', 'auth login --with-token', 'secret put', 'env add', 'gcloud secrets', 'secret create'].map(
      (anchor) => ({ anchor, match: fromPipe }),
    ),
  ],
};
