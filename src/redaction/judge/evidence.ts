import { withoutMarkers } from '../redactionMarker.ts';
import { evidenceWeights } from './evidenceWeights.ts';
import type { Look } from './lookOf.ts';
import { keyKind, namesToken } from './namesSecret.ts';

/** What words say about a value near them. */
type Topic = 'credential' | 'key' | 'identity' | 'thing' | 'access' | 'client';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const words: Readonly<Record<Topic, ReadonlySet<string>>> = {
  credential: setOf(
    `pass passwd password passwords passphrase passcode pwd pw psw mima secret secrets token tokens credential credentials cred creds auth
    authenticate authenticated authentication authorization apikey login logon signin license licence psk pin puk otp totp mfa unlock unlocked
    bearer sk ak appsecret accesskey secretkey authtoken kennwort passwort senha clave contrase wachtwoord mot parol has recovery combination`,
  ),
  key: setOf(
    `key keys salt pepper seed private signing encryption encrypt decrypt cipher hmac aes jwt session cookie serial activation webhook
    security code codes shared pairing setup backup`,
  ),
  identity: setOf(
    `id ids uuid guid uid oid hash hashes hashed sha md5 sha1 sha256 sha512 digest checksum checksums commit commits etag integrity rev revision
    trace span cursor fingerprint fingerprints thumbprint signature sig cid tx txid public pub publickey publishable anon recv keyserver gpg
    certificate cert iv nonce encrypted sealed base64`,
  ),
  thing: setOf(
    `version build ref refs tree blob parent branch object layer image file files path snapshot checkpoint message request response conversation
    thread run job task event item node chunk site sitekey mac address addr contract origin resolved content body font src mappings data source
    sources cache ver stack block device merge rebase cherry tag pull peer`,
  ),
  access: setOf(
    `user username users account admin administrator root host server ssh ftp sftp vpn wifi wlan router panel database db mail smtp imap email
    mysql postgres redis mongo rdp vnc nas portal dashboard console sudo jenkins grafana keychain installer`,
  ),
  client: setOf(
    'client sdk api service connect connection init analytics provider handler bot signer wallet decode decrypt configure config setup open create auth login new from with set run',
  ),
};
const wideWords: Partial<Record<Topic, RegExp>> = {
  credential: /密[码钥碼鑰語语]|口令|秘钥|令牌|凭[证据]|授权码|验证码|动态码|种子|пароль|パスワード|비밀번호/,
  access: /账号|帐号|帳號|用户|登[录入陆]|服务器|伺服器|数据库|路由器|后台|堡垒机/,
};

const nameTopics: readonly Topic[] = ['credential', 'key', 'identity', 'thing'];
const nearTopics: readonly Topic[] = [...nameTopics, 'access'];

/** Which topics a text speaks of; names are read by their parts. */
function topicsOf(text: string, asked: readonly Topic[]): Topic[] {
  const parts =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+\d{0,3}/g) ?? [];
  return asked.filter(
    (topic) =>
      parts.some((part) => words[topic].has(part) || endings[topic]?.test(part) === true) ||
      wideWords[topic]?.test(text) === true ||
      (topic === 'credential' && /\bapi[ _-]?keys?\b/i.test(text)),
  );
}
const endings: Partial<Record<Topic, RegExp>> = {
  credential: /^.{2,}(?:passwd|password|pwd|secret|token|apikey)$/,
  key: /^.{2,}key$/,
};

const named =
  /([A-Za-z_$][\w.$[\]'-]{0,47}|[\u4e00-\u9fff]{1,8})\\{0,7}["'`*]{0,3}[ \t]{0,4}(?:\]\s{0,2})?(?::=|=>|->|\?=|=|:|：)[ \t]{0,8}(?:[@$&A-Za-z_]{0,16}\()?[[{]?\\{0,7}["'`*<]{0,3}$/;
const called = /([A-Za-z_$][\w.$:]{0,47})\([^()\n]{0,64}$/;
const option = /(?:^|\s)(?:--?|\/)([A-Za-z][\w-]{0,30})[ =:]\\{0,3}["']?$/;
const pair = /[\w.@+-]{2,40}[`"'*]{0,3} ?(?:\/|:|→|->|\||\band\b|和|,) ?[`"'*]{0,3}$/;
const said =
  /(?:\b(?:is|was|are|to|still|stays|with|use|using|used|as|be|now|just|try|has|said|type|enter|via|got|gave|put|from|of)|[用是为為成填了换換到叫]|这个|如下)[ :：]{0,2}["'`*(（ ]{0,4}$/i;
const command =
  /^\s*(?:\$|#|>|PS [^>]{0,40}>|\w+@[\w.-]+[:~ ].{0,20}[$#])\s|\b(?:sudo|ssh|scp|curl|wget|docker|kubectl|mysql|psql|redis-cli|aws|gcloud|az|git|npm|pip|echo|export|printf|openssl)\s/;
const lastWord = /([\w\u4e00-\u9fff]{1,20})["'`*]{0,3}(?: |[:：] ?|(?<=[\u4e00-\u9fff]))["'`*]{0,3}$/;

// A line of `go.sum`; `NO_PUBKEY …`; a line of `md5sum`.
const moduleHash = /(?:^|\s)h1:$/;
const publicKeyBefore = /pub(?:lic)?[ _-]?key\W{0,3}$/i;
const fileBehind = /^ [ *]\S/;

const reachOfLine = 160;
const reachOfNear = 96;
const reachBehind = 64;
const reachOfNextLines = 120;

const drawn: ReadonlySet<Look> = new Set<Look>(['mixed', 'small', 'capital', 'hex']);

/**
 * Lists what speaks for or against a value at `[start, end)` being a secret: how it looks and how long it is, what it is called or given to,
 * how it is bound, which words stand near it. Each entry has a weight in `evidenceWeights`. Undefined for what has a name that says it is public.
 */
export function evidenceAround(text: string, start: number, end: number, look: Look): string[] | undefined {
  // A text that is nothing but the value is an id far more often.
  if (end - start === text.length) return undefined;
  const reached = text.slice(Math.max(0, start - reachOfLine), start);
  const lineStart = start - reached.length + reached.lastIndexOf('\n') + 1;
  const before = withoutMarkers(text.slice(lineStart, start));
  const rest = withoutMarkers(text.slice(end, end + reachOfNextLines));
  const lineEnd = rest.indexOf('\n');
  const after = (lineEnd === -1 ? rest : rest.slice(0, lineEnd)).slice(0, reachBehind);
  if (
    publicKeyBefore.test(before) ||
    (look === 'mixed' && moduleHash.test(before)) ||
    (look === 'hex' && /^\s*$/.test(before) && fileBehind.test(after))
  )
    return undefined;
  const value = text.slice(start, end);
  const found: string[] = [];
  const addTopics = (where: string, words: string, topics: readonly Topic[]): number => {
    const spoken = topicsOf(words, topics);
    for (const topic of spoken) found.push(`${where}: ${topic}`);
    return spoken.length;
  };
  const is = (what: string, holds: boolean): void => {
    if (holds) found.push(what);
  };
  const quoted = /["'`]$/.test(before) && /^\\{0,7}["'`]/.test(after);
  is('quoted', quoted);
  is('base64 signs', drawn.has(look) && /[/+]/.test(value));
  is('padded', value.endsWith('='));
  is('dotted', value.includes('.'));

  const naming = named.exec(before);
  const name = naming?.[1];
  if (naming !== null && name !== undefined) {
    found.push('named');
    const upToName = before.slice(0, naming.index + name.length);
    const isPublic =
      (/key$/i.test(name) && keyKind(upToName, () => upToName) === undefined) ||
      (/token$/i.test(name) && !namesToken(upToName));
    if (isPublic) return undefined;
    if (addTopics('name', name, nameTopics) === 0) found.push('name: other');
  }
  const call = quoted ? called.exec(before)?.[1] : undefined;
  if (call !== undefined) {
    found.push('argument');
    addTopics('call', call, [...nameTopics, 'client']);
    is('call: constructor', /(?:^|[.:])[A-Z]\w*$/.test(call));
  }
  const flag = option.exec(before)?.[1];
  if (flag !== undefined) {
    found.push('option');
    addTopics('option', flag, nameTopics);
    is('option: short', flag.length === 1);
  }
  const near = before.slice(-reachOfNear);
  const last = lastWord.exec(near)?.[1];
  if (last !== undefined && name === undefined) addTopics('last word', last.slice(-8), nameTopics);
  const topicCount = addTopics('near', near, nearTopics) + addTopics('behind', after, nearTopics);
  is('nothing near', topicCount === 0 && name === undefined);

  is('alone', /^[\s>|+-]*$/.test(before) && after.trim() === '');
  if (lineStart > 0) {
    const previous = withoutMarkers(text.slice(Math.max(0, lineStart - reachOfNextLines), lineStart - 1));
    const above = previous.slice(previous.lastIndexOf('\n') + 1);
    addTopics('above', above, nearTopics);
    is('above: a command', /^\s*(?:\$|>|%|❯) \S/.test(above));
  }
  if (lineEnd !== -1)
    addTopics('below', rest.slice(lineEnd + 1).split('\n', 1)[0] as string, ['credential', 'identity']);
  is('joined to a word', /[A-Za-z0-9_%]$/.test(before) || /^[A-Za-z0-9_%]/.test(after));
  is('in an address', /\/$|:\/\/\S*$/.test(before));
  is('in a query', /[?&][\w.-]{1,24}=$/.test(before));
  is('after a blank', name === undefined && flag === undefined && /\s$/.test(before));
  is('in a list', /[,[]\s*["']?$/.test(before));
  is('in an object', /["']\w+["']: ?["']?$/.test(before));
  is('behind a bar', /[>|]\s?$/.test(before));
  is('place near', /:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|@/.test(before));
  is('in a pair', name === undefined && pair.test(before));
  is('said', said.test(before));
  is('in a command', command.test(before));
  is('first of a text', lineStart === 0 && start === 0);
  const size = value.length >= 40 ? 'long' : value.length >= 24 ? 'middle' : value.length >= 12 ? 'short' : 'tiny';
  const group = drawn.has(look) ? 'drawn' : look;
  return [look, `${look}, ${size}`, ...found, ...found.map((what) => `${group}, ${what}`)];
}

/** Whether the evidence around a value at `[start, end)` says that it is a secret. */
export function isLikelySecret(text: string, start: number, end: number, look: Look): boolean {
  let sum = evidenceWeights.bias ?? 0;
  const evidence = evidenceAround(text, start, end, look);
  if (evidence === undefined) return false;
  for (const what of evidence) sum += evidenceWeights[what] ?? 0;
  return sum >= enough;
}

const enough = 0.3;
