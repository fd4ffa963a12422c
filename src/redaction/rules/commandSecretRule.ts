import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { afterOption, fromPipe, isArgument, readArgument } from '../match/commandArgument.ts';
import type { Anchor } from '../scan/anchor.ts';
import { blanks, charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule } from '../secretRule.ts';
import { sentValueClues } from './sentValueClues.ts';

/** A secret that follows directly: `vault login …`. */
const asArgument: Clue['match'] = (text, _at, after) => {
  const value = readArgument(text, runEnd(text, after, blanks, 4));
  return value !== undefined && isOpaque(text.slice(value.start, value.end)) ? value : undefined;
};

const settings = /[^\n]{0,160}?--settings[ \t]{1,4}/y;

function settingsAt(text: string, from: number): number {
  settings.lastIndex = from;
  return settings.test(text) ? settings.lastIndex : from;
}

function isOpaque(value: string): boolean {
  return isArgument(value) && (looksLikePassword(value) || looksRandom(value, 16));
}

const option = (names: string): RegExp => new RegExp(`\\s(?:${names})(?:\\s{1,64}|=)?(?=[\\\\"'\\w+/.~!@#$%^*-])`);
const value = option('--value|-v');
const body = option('--body|-b');

const nameChars = charSet('A-Za-z0-9_./-');
const longestName = 128;
const mostPairs = 40;

/** Key-value pairs for a secret store: returns the range from the first secret value to the last. */
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

/** Start of the value in `name=value`; undefined if the word is no such pair. */
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
  ['npm config set', /\s{1,64}\S{0,160}?(?:_authToken|_auth|_password)[ =]/],
  ['yarn config set', /\s{1,64}\S{0,160}?npmAuth(?:Token|Ident)\s{1,64}/],
  ['poetry config', /\s{1,64}(?:pypi-token\.[\w-]{1,40}|http-basic\.[\w-]{1,40}\s{1,64}\S{1,80})\s{1,64}/],
  ['configure set ', /(?:aws_)?s(?:ecret_access_key|ession_token)\s{1,64}/],
  [
    'composer config',
    /\s(?:http-basic|github-oauth|gitlab-token|gitlab-oauth|bitbucket-oauth|bearer)\.\S{1,80}\s{1,64}(?:[^\s-]\S{0,60}\s{1,64}(?=\S))?/,
  ],
  ['bundle config', /\s(?:set\s{1,64}(?:--\w+\s{1,64})?)?\S{1,80}\s{1,64}(?:[\w.-]{1,60}:)?/],
  ['user-secrets set', /\s{1,64}\S{1,120}\s{1,64}/],
  ['pulumi config set', /\s--secret\s{1,64}\S{1,80}\s{1,64}/],
  ['pulumi config set', /\s(?=\S{1,80}\s{1,64}\S{1,200}\s--secret)\S{1,80}\s{1,64}/],
  ['convex env set', /\s{1,64}\S{1,80}\s{1,64}/],
  ['netlify env:set', /\s{1,64}\S{1,80}\s{1,64}/],
  ['git config', /\s\S{0,80}(?:token|password|secret|extraheader)\S{0,20}\s{1,64}/i],
  ['pip config set', /\s\S{1,80}\s{1,64}\S{0,20}:\/\/\S{1,60}:/],
  ['hf auth login', option('--token')],
  ['huggingface-cli login', option('--token')],
  ['nuget setapikey', /\s{1,64}/],
  ['nuget SetApiKey', /\s{1,64}/],
  ['snyk auth', /\s{1,64}/],
  ['@smithery/cli', option('--key')],
  ['wandb login', /\s{1,64}(?:--\S{1,40}\s{1,64}){0,3}/],
  ['add-authtoken', /\s{1,64}/],
  ['ngrok authtoken', /\s{1,64}/],
  ['service install', /\s{1,64}(?=eyJ)/],
  ['tailscale up', option('--auth-?key')],
  ['codecov', option('-t|--token')],
  ['heroku config:set', /\s{1,64}\w{1,60}=/],
  ['mc alias set', /\s{1,64}\S{1,40}\s{1,64}\S{1,120}\s{1,64}\S{1,60}\s{1,64}/],
  ['mc config host add', /\s{1,64}\S{1,40}\s{1,64}\S{1,120}\s{1,64}\S{1,60}\s{1,64}/],
  ['b2 authorize', /\s{1,64}\S{1,60}\s{1,64}/],
  ['b2 account authorize', /\s{1,64}\S{1,60}\s{1,64}/],
  ['gcloud secrets', option('--data')],
  ['add-generic-password', option('-w|-p')],
  ['add-internet-password', option('-w|-p')],
  ['op item ', /\bpassword(?:\[\w+\])?=/],
  ['terraform ', /-var[ =](?:\\{0,15}["'])?\w{0,40}(?:password|secret|token|key)\w{0,20}=/i],
  ['helm ', /--set(?:-string)?[ =](?:\\{0,15}["'])?[\w.-]{0,80}(?:password|secret|token|key)\w{0,20}=/i],
  ['sonar-scanner', /-Dsonar\.(?:login|token|password)=/],
  ['sentry-cli', option('--auth-token')],
  ['travis encrypt', /\s{1,64}(?:\\{0,15}["'])?\w{1,60}=/],
  ['secret set ', /\s{1,64}\S{1,60}\s{1,64}(?:--value|--body|-v)[ =]/],
];

/** Secrets that a command passes to a secret store: the names say little, but the command says what they are. */
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
    { anchor: 'operator unseal', match: asArgument },
    { anchor: 'config:set', match: pairs },
    { anchor: 'variables set', match: pairs },
    { anchor: 'appsettings set', match: (text, at, after) => pairs(text, at, settingsAt(text, after)) },
    { anchor: 'functions:config:set', match: pairs },
    { anchor: 'cargo login', match: asArgument },
    ...sentValueClues,
    ...['gh secret set', 'auth login --with-token', 'secret put', 'env add', 'gcloud secrets', 'secret create'].map(
      (anchor) => ({ anchor, match: fromPipe }),
    ),
  ],
};
