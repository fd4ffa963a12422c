import { foreignPasswordNouns, passwordNouns } from '../judge/credentialNouns.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { isChosen, isGenerated, isGivenPassword, isPlacedPassword, isUnlikeWords } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isWordPhrase } from '../judge/passphrases.ts';
import { readArgument } from '../match/commandArgument.ts';
import { readQuoted } from '../match/readValue.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { isSecret, placedArgumentClues } from './placedArguments.ts';

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
  (isDrawn(value) && !/^(?:phc|pk|pub|pck|client)_/.test(value)) ||
  (/^(?:0x)?(?:[0-9a-f]{32,64}|[0-9A-F]{32,64})$/.test(value) && looksRandom(value, 32));
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
  '.org["\']',
  '.dev["\']',
  '.de["\'],',
  '.io["\'],',
  '.co["\'],',
  '.cn["\'],',
  '.uk["\'],',
  '.eu["\'],',
  '.lan["\']',
  'admin["\']',
  'root["\']',
  ':3306["\']',
  ':5432["\']',
] as const;
const newClient = toClient(isDrawnOrHex);
const clients = [
  '.init(',
  ':init(',
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
const lineEnd = /(?:\\{1,15}[rn]|[\r\n])+$/;

const afterPrompt: Clue['match'] = (text, _at, prompt) => {
  answer.lastIndex = prompt;
  if (!answer.test(text)) return undefined;
  const value = readQuoted(text, answer.lastIndex, true);
  if (value === undefined) return undefined;
  const whole = text.slice(value.start, value.end);
  const sent = whole.replace(lineEnd, '').replace(/\{enter\}$/i, '');
  return isPlacedPassword(sent) || isUnlikeWords(sent)
    ? { start: value.start, end: value.start + sent.length }
    : undefined;
};

// A field of a page that is named like a password, and what code puts into it.
const intoField =
  /[\w-]{0,20}(?:\/i?)?\\{0,7}["'`]?\]?\\{0,7}["'`]?\)?(?:\.\w{1,12}\(\))?(?:\s{0,8},\s{0,8}(?:with|text|value)?[:=]?\s{0,4}|\.(?:type|fill|send_?keys|sendKeys|setValue|set|clear_and_type|val|press_?sequentially|pressSequentially)\(\s{0,8}|\.value\s{0,4}=\s{0,4})(?=\\{0,7}["'`])/iy;
const selects =
  /(?:fill|type|setValue|By|get|\$|Selector|locator|ById|send|find\w{0,12})(?:\(\s{0,4}|_in[ (])[^()\n]{0,60}$/;
const inField: Clue['match'] = (text, at, after) => {
  intoField.lastIndex = after;
  const isField = intoField.test(text) && selects.test(text.slice(Math.max(0, at - 80), at));
  return isField ? typedPassword(text, intoField.lastIndex) : undefined;
};

/** The literal at `at`, if it is a password rather than a label. */
function typedPassword(text: string, at: number): Span | undefined {
  const value = readQuoted(text, at, true);
  if (value === undefined) return undefined;
  const secret = text.slice(value.start, value.end);
  return isPlacedPassword(secret) || isUnlikeWords(secret) ? value : undefined;
}

// A field that a tool describes, and what it types into it: `"element": "Password field", "ref": "e14", "text": "…"`.
const described = /\\{0,15}"(?:element|selector|label|placeholder)\\{0,15}"\s{0,4}:\s{0,4}\\{0,15}"[^"\\\n]{0,60}$/;
const typed =
  /[^"\\\n]{0,60}\\{0,15}"(?:\s{0,8},\s{0,16}\\{0,15}"(?:ref|target|uid|name|type|submit|slowly)\\{0,15}"\s{0,4}:\s{0,4}(?:\\{0,15}"[^"\\\n]{0,60}\\{0,15}"|\w{1,8})){0,4}\s{0,8},\s{0,16}\\{0,15}"(?:text|value)\\{0,15}"\s{0,4}:\s{0,4}(?=\\{0,15}")/y;
const intoDescribed: Clue['match'] = (text, at, after) => {
  typed.lastIndex = after;
  const isField = typed.test(text) && described.test(text.slice(Math.max(0, at - 100), at));
  return isField ? typedPassword(text, typed.lastIndex) : undefined;
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
    ...placedArgumentClues,
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
    ...[...passwordNouns, ...foreignPasswordNouns].map((noun) => ({ anchor: { anyCase: noun }, match: intoDescribed })),
    { anchor: 'asswd', match: afterPrompt },
    { anchor: 'assphrase', match: afterPrompt },
    { anchor: 'ConvertTo-SecureString', match: inSecureString },
    { anchor: '.toCharArray(', match: beforeCharArray },
    ...['btoa(', 'b64encode(', 'Buffer.from(', '64Encode(', '64_encode(', 'encode64(', 'utf8.encode(', '[]byte('].map(
      (anchor) => ({ anchor, match: inLoginPair }),
    ),
  ],
};
