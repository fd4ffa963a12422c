import { foreignCodeNouns } from '../judge/credentialNouns.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import type { Clue, Span } from '../secretRule.ts';
import { lineBreak } from './printedClues.ts';

/** What a code is for, before the word; `error code`, `exit code` and `zip code` are no secrets. */
const purpose =
  /(?:verif\w{0,8}|security|one[ -]?time|log[ -]?in|sign[ -]?in|sign[ -]?on|back ?up|recovery|rescue|emergency|scratch|bypass|reserve|door|gate|alarm|disarm\w{0,3}|access|entry|entrance|pairing|pair|set[ -]?up|unlock\w{0,3}|(?:steam )?guard|auth\w{0,12}|2fa|2-step|two[ -](?:factor|step)|otp|totp|mfa|sms|text(?:ed)?|confirmation|activation|reset|safe|vault|locker|lock ?box|key ?box|garage|building|keypad|panel|lobby|pin|puk|transfer|epp|revocation|invit\w{0,6}|account|customer|voice ?mail|conference|meeting|bridge|participant|moderator|host|apple id|google|github|whatsapp|telegram|signal|bank|card|wps|homekit|matter|manual|device|link\w{0,3}|secret|wi-?fi|redeem|redemption|gift(?: card)?|voucher|licen[cs]e|serial|claim|enrol\w{0,5}|registration|join|store|machine|cabinet|rack|combination|passport)[ _-]{1,2}(?:\w{1,12}[ _-])?$/i;
/** `your code`, `the code` alone say too little; these words around them say what it is for. */
const vague = /(?:\b(?:my|your|the|this))[ _-]{1,2}(?:\w{1,12}[ _-])?$/i;
const aboutFactors =
  /don['’]?t share|never share|do not (?:share|give|tell)|not share|expire|valid for|minutes|log(?:ging)? ?in|sign(?:ing)? ?in|verif|one[ -]time|authenticat|unlock|\bpair|texted|\bsms\b|two[ -](?:factor|step)|\b[2m]fa\b|\botp\b|\bdoor\b|\bgate\b|\balarm\b|\bpin\b|\bsafe\b|\block(?:box|er)?\b/i;
const directly = /^(?:[ :：=]| is ){1,3}["'`*]{0,2}[A-Z0-9-]{4}/;
const notCode =
  /\b(?:error|exit|status|return|response|http|zip|postal|post|country|area|currency|colou?r|language|locale|source|char|key|product|item|order|tracking|reason|result|sort|error|op|unicode|ascii|bar|qr|vs|claude|dress|promo|discount|coupon|short|hash|region|airport|department|cost|tax)[ _-]?$/i;

const number = String.raw`(?:G-)?(?:\d{3}[ -]\d{3}[ -]\d{3}|\d{3}-\d{2}-\d{3}|\d{3}[ -]?\d{3,4}|\d{2}-\d{2}-\d{2}|\d{2} \d{2} \d{2}|\d{4}[ -]\d{4}|\d{4,10})#?`;
const mixed = '[A-Z0-9]{5,10}';
const grouped = '(?:[A-Z0-9]{3,6}(?:-[A-Z0-9]{3,6}){1,6}|[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,9})';
const code = `(${number}|${grouped}|${mixed})(?![\\w/@\\t]|\\\\+t|[.,]\\d|:\\S|-\\w|%|°)`;
const sign = String.raw`(?:(?:\b(?:is|was|are|be|to|reads|says|now|still|ist|lautet|est|es|jest)|['’]s)(?: (?:just|now|still|set to|always)){0,2}[ \t]{1,3}|[ \t]?(?:[:：=]|→|->|=>|–|—)[ \t]{0,4}|[是为為改成填输][ \t]{0,2})`;
const behind = new RegExp(
  String.raw`s?(?![A-Za-z0-9_])[^\n\\:：={}<>]{0,100}?(?:${sign})(?:${lineBreak}){0,2}[ \t"'*\x60“(\[]{0,6}${code}`,
  'y',
);
const further =
  /(?:[,，、;；|][ ]?["'`]?(?=[A-Za-z-]{0,9}\d|[a-z]{4}-[a-z]{4})[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,6}(?![\w-])["'`]?){1,24}/y;
const next = new RegExp(String.raw`s?[ \t]{1,3}["'*\x60(]{0,4}${code}`, 'y');

/** Whether a value has the shape of a code and is neither a year nor words joined by dashes. */
function isDrawnCode(value: string): boolean {
  if (/^[\d# -]+$|^G-/.test(value)) return !/^(?:19|20)\d\d$|^(\d)\1+$/.test(value);
  if (isPlaceholder(value) || /^(?:TS|E|CVE|SA|CS)\d{4,5}$/.test(value)) return false;
  if (/^[A-Z]{5,10}$/.test(value)) return !/[AEIOU]/.test(value) || !readsLikeWords(value);
  const groups = value.split(/[- ]/);
  const drawn = groups.filter((group) => /\d/.test(group) || !readsLikeWords(group)).length;
  const isEven = groups.length >= 3 && groups.every(({ length }) => length === groups[0]?.length);
  return isEven ? drawn > 0 : drawn * 2 > groups.length;
}

function lastGroup(pattern: RegExp, text: string, from: number): Span | undefined {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  const value = found?.[1];
  if (value === undefined || (pattern !== sharedFile && !isDrawnCode(value))) return undefined;
  const { lastIndex } = pattern;
  // More codes in the same line.
  further.lastIndex = lastIndex;
  return {
    start: lastIndex - value.length,
    end: /[A-Za-z-]/.test(value) && further.test(text) ? further.lastIndex : lastIndex,
  };
}

/** Whether the word `code` at a place is one that opens, confirms or restores something. */
function isSecretCode(text: string, at: number, after: number): boolean {
  const before = text.slice(Math.max(0, at - 32), at + 1);
  if (notCode.test(before)) return false;
  if (purpose.test(before)) return true;
  const mayBe = vague.test(before) || (/^\W*$|[.!\n:] *$/.test(before) && directly.test(text.slice(after, after + 8)));
  return mayBe && aboutFactors.test(text.slice(Math.max(0, at - 120), after + 160));
}

const isYours = /\d["'*`)]{0,3} (?:is|as) (?:your|the|my)\b[^\n.:;]{0,40}$/;
const statedBefore = new RegExp(
  String.raw`(?:^|[\s"'*\x60(])${code}["'*\x60)]{0,4}(?: (?:is|are|as|was|for)|,? which is|[ \t]?[-–—=:])(?: (?:your|the|my|our|his|her|a))?[^\n.:;]{0,40}$`,
);

const entered = new RegExp(
  String.raw`\b(?:[eE]nter|[uU]se|[tT]ype|[tT]ry|[iI]nput|[sS]end|[qQ]uote|[gG]ive) ["'*\x60(]{0,3}${code}[^\n.:;]{0,50}$`,
);
/** `… is your sign-in code`, `use … as the door code`. */
function beforeNoun(text: string, at: number): Span | undefined {
  const from = Math.max(0, at - 80);
  const near = text.slice(from, at);
  const found = statedBefore.exec(near) ?? entered.exec(near);
  const value = found?.[1];
  if (found === null || value === undefined || !isDrawnCode(value)) return undefined;
  const start = from + found.index + found[0].indexOf(value);
  return { start, end: start + value.length };
}

const statedCode: Clue['match'] = (text, at, after) => {
  const announced = isYours.test(text.slice(Math.max(0, at - 48), at + 1)) ? beforeNoun(text, at + 1) : undefined;
  if (announced !== undefined || !isSecretCode(text, at, after)) return announced;
  return (
    codeRows(text, after) ?? lastGroup(behind, text, after) ?? lastGroup(next, text, after) ?? beforeNoun(text, at + 1)
  );
};
/** `PIN`, `OTP`, `passcode`, which need no more words to say what they are. */
const statedNumber: Clue['match'] = (text, at, after) => {
  if (/[\w-]$/.test(text.slice(Math.max(0, at - 1), at)) && /\w/.test(text.charAt(at))) return undefined;
  return lastGroup(behind, text, after) ?? lastGroup(next, text, after) ?? beforeNoun(text, at + 1);
};

const chinese = new RegExp(
  String.raw`[^\n\\:：={}<>]{0,30}?(?:[:：=]|[是为為成填输]|→|->)?[ \t"'*\x60“「【\[（(]{0,4}(?:([A-Za-z0-9]{4,6})(?![\w.%/-])|${code.replace('(', '(?:')})`,
  'y',
);
/** `提取码: …`, `验证码是…`: four to six letters or digits are enough there. */
const chineseCode: Clue['match'] = (text, _at, after) => {
  chinese.lastIndex = after;
  const found = chinese.exec(text);
  if (found === null) return undefined;
  const value = /[A-Za-z0-9#-]+(?: \d{3})?$/.exec(found[0])?.[0] ?? '';
  const isOne =
    value.length >= 4 &&
    (/^\d+$/.test(value) || !isPlaceholder(value)) &&
    (/\d/.test(value) || !readsLikeWords(value) || value === value.toUpperCase());
  if (!isOne) return undefined;
  const { lastIndex } = chinese;
  further.lastIndex = lastIndex;
  return { start: lastIndex - value.length, end: further.test(text) ? further.lastIndex : lastIndex };
};

const toRows = new RegExp(String.raw`s?["'\x60*_]{0,3}(?![A-Za-z0-9_])[^\n]{0,120}(?:${lineBreak})`, 'y');
const row = new RegExp(String.raw`([^\n\\]{0,120}?)(?:${lineBreak}|$)`, 'y');
const rowCode =
  /(?<![\w-])(?:\d{4}[ -]\d{4}|\d{3}[ -]\d{3}|\d{5,12}|[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,9}|(?=[A-Za-z]{0,9}\d)[A-Za-z0-9]{6,16}|[a-z]{4,5} [a-z]{4,5})(?![\w-])/g;
const restOfRow = /^[\s|\d.)#•*"'`,;[\]()>+-]*(?:(?:yes|no|used|unused|true|false|✓|✗|x)[\s|"',]*)?$/i;
const mostRows = 26;

/** Codes below a heading, one or more in each line or each row of a table. */
function codeRows(text: string, after: number): Span | undefined {
  toRows.lastIndex = after;
  if (!toRows.test(text)) return undefined;
  let at = toRows.lastIndex;
  let found: Span | undefined;
  let rows = 0;
  for (let skipped = 0; rows < mostRows; ) {
    row.lastIndex = at;
    const line = row.exec(text)?.[1];
    if (line === undefined || row.lastIndex === at) break;
    const codes = [...line.matchAll(rowCode)].filter(
      ([value]) => /\d/.test(value) || value.split(/[- ]/).some((part) => !readsLikeWords(part)),
    );
    const isRow = codes.length > 0 && restOfRow.test(line.replace(rowCode, ' '));
    if (isRow) {
      const last = codes.at(-1) as RegExpExecArray;
      found = {
        start: found?.start ?? at + (codes[0] as RegExpExecArray).index,
        end: at + last.index + last[0].length,
      };
      rows++;
    } else if (found !== undefined || ++skipped > 2) break;
    at = row.lastIndex;
  }
  return rows >= 2 ? found : undefined;
}

const rowsOnly: Clue['match'] = (text, _at, after) => codeRows(text, after);

const opens = new RegExp(
  String.raw`[^\n\d:=]{0,24}?(?:\b(?:opens?|unlocks?|wants?|takes?|asks? for|needs?|accepts?|disarms?|is|was|now|set to|starts? with)(?: (?:with|to|now|still)){0,2} |[:：=→] ?|\x20(?=\d\d-))["'*\x60]{0,3}(${number})(?![\w/@:%]|[.,]\d| ?(?:ms|s|sec|seconds|minutes|min|hours|days|bytes|[kKMG]B|px|%|times|items|files|lines|tests)\b)`,
  'y',
);
const ofVerb = new RegExp(
  String.raw`\w{0,5},? (?:please )?(?:(?:use|enter|type|reply(?: with)?|send|were|are|with) )?["'*\x60]{0,3}(${number})(?![\w/@:%]|[.,]\d)`,
  'y',
);
const afterPassword = /锁?[ ：:是为]{0,3}(\d{4,8}#?)(?![\w.:年位%/-])/y;

const pairing = /[ \t]{1,3}[\w.:-]{7,40}[ \t]{1,3}(\d{6})(?!\w)/y;
const sharedFile = /[\w-]{8,40}\?pwd=([A-Za-z0-9]{4})(?!\w)/y;
const shortPasscode = /["'`*]{0,4}(?=\w{0,7}(?:\d|[a-z][A-Z]))([A-Za-z0-9]{6,8})(?!\w)/y;
const stickerKey = /[^\n\d]{0,48}(?:2\W[^\n\d]{0,12})?((?:\d{4} ){3,5}\d{4})(?![\d ]*\d{4})/y;
const boundTo = /(?:^|\n|\\n)@[\w.-]{3,60}$/;
const ofPhone = /\d{4,8}(?!\w)/y;
/** `@shop.example #123456`, the last line of a message that a browser may read. */
const boundCode: Clue['match'] = (text, at, after) => {
  if (!boundTo.test(text.slice(Math.max(0, at - 64), at + 1))) return undefined;
  ofPhone.lastIndex = after - 1;
  return ofPhone.test(text) ? { start: after - 1, end: ofPhone.lastIndex } : undefined;
};

// Neither a letter nor a digit nor an underscore, as a class of an anchor.
const notWord = '[\u0000-/:-@[-^`{-\u007f]';
const anyCase = (words: readonly string[], match: Clue['match']): Clue[] =>
  words.map((text) => ({ anchor: { anyCase: text }, match }));

const foreignCode =
  /[a-zà-žа-я]{0,6}(?![\w])[^\n\d=<>{}]{0,60}?[\s:：—–は가는은"'*\x60«„“]((?:\d{3}[ -]\d{3}|\d{4,10})(?![\w/@:%-]|[.,]\d)|(?=[A-Z]{0,5}\d)[A-Z0-9]{6,10}(?![\w.-]))/y;
const foreignBefore =
  /(?:^|[\s"'*\x60])(\d{4,8}|\d{3}[ -]\d{3})["'*\x60]{0,3} (?:est|ist|es|é|è|jest|är|er|on|—|–|-)(?: [^\s\d]{1,12}){0,3} ?$/;
/** `Votre code de confirmation est …`, `Код подтверждения: …`. */
const codeInForeign: Clue['match'] = (text, at, after) => {
  const behindNoun = lastGroup(foreignCode, text, after);
  if (behindNoun !== undefined) return behindNoun;
  const from = Math.max(0, at - 64);
  const found = foreignBefore.exec(text.slice(from, at));
  const value = found?.[1];
  if (found === null || value === undefined || !isDrawnCode(value)) return undefined;
  const start = from + found.index + found[0].indexOf(value);
  return { start, end: start + value.length };
};

const nameOfCode =
  /(?:alarm|door|gate|lock|access|entry|pin|puk|verif\w{0,8}|security|revocation|recovery|backup|rescue|unlock|safe|otp|totp|2fa|mfa|confirm\w{0,5}|activation|pairing|setup|disarm|emergency|auth|login|sms|keypad|garage|master|duress|guest|cleaner)_?$/i;
const assignedCode = new RegExp(
  String.raw`(?:\\{0,15}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,15}["'])?${code}(?=[\s"'\\,;)}\]]|$)`,
  'y',
);
/** `alarm_code: "…"`, `"revocationCode":"…"`. */
const codeOfName: Clue['match'] = (text, at, after) =>
  nameOfCode.test(text.slice(Math.max(0, at - 20), at + 1).replace(/[cC]$/, ''))
    ? lastGroup(assignedCode, text, after)
    : undefined;

const codeOnNextLine = new RegExp(String.raw`[^\n\\]{0,200}(?:${lineBreak})[ \t]{0,8}(\d{6,8})(?=["\s\\]|$)`, 'y');
const printedCode: Clue['match'] = (text, _at, after) => lastGroup(codeOnNextLine, text, after);

/** Codes that sentences, messages and lists state: second factors, doors, devices, recovery. */
export const statedCodeClues: readonly Clue[] = [
  ...anyCase([' code[ :s=,#(.]', '\ncode[ :=]'], (text, at, after) => statedCode(text, at, after - 1)),
  ...anyCase(
    ['passcode', `${notWord}otp${notWord}`, `${notWord}pin${notWord}`, `${notWord}puk${notWord}`],
    (text, at, after) => statedNumber(text, at, /\w$/.test(text.slice(at, after)) ? after : after - 1),
  ),
  ...anyCase(
    ['recovery key', 'backup key', 'security key', 'recovery-key', 'restore key', 'rescue key'],
    (text, _at, after) => lastGroup(behind, text, after) ?? lastGroup(next, text, after),
  ),
  ...anyCase(
    ['totp_auth', 'recovery codes', 'backup codes', 'one-time passwords', 'app passwords', 'tan list', 'recovery keys'],
    rowsOnly,
  ),
  ...anyCase(
    [
      '验证码',
      '校验码',
      '动态码',
      '动态口令',
      '提取码',
      '访问码',
      '取件码',
      '恢复码',
      '备用码',
      '激活码',
      '邀请码',
      '兑换码',
      '配对码',
      '解锁码',
      '开门码',
      '门禁码',
      '交易码',
      '支付码',
      '核销码',
      '取货码',
      '签到码',
      '入会码',
      '会议密码',
      '安全码',
      '驗證碼',
      '確認碼',
      '提取碼',
      '确认码',
      '登录码',
    ],
    chineseCode,
  ),
  ...anyCase(['恢复码', '备用码', '应急码', '救援码'], rowsOnly),
  ...anyCase(foreignCodeNouns, codeInForeign),
  ...['_code', 'Code'].map((anchor) => ({ anchor, match: codeOfName })),
  ...['oathtool', 'oath accounts code', 'oath code', 'pass otp', 'get totp', '--totp', '--otp'].map((anchor) => ({
    anchor,
    match: printedCode,
  })),
  { anchor: ' TAN[ :]', match: (text, at, after) => statedNumber(text, at, after - 1) },
  { anchor: '[a-z]TAN[ :]', match: (text, _at, after) => lastGroup(behind, text, after - 1) },
  { anchor: '[a-z] #[0-9]', match: boundCode },
  ...anyCase(
    ['combination', ' gate ', ' alarm ', 'the safe ', 'door lock', 'keypad', 'padlock', 'the vault '],
    (text, _at, after) => lastGroup(opens, text, /\w$/.test(text.charAt(after - 1)) ? after : after - 1),
  ),
  ...anyCase(
    ['to verif', 'to confirm', 'to log in', 'to sign in', 'digits ', 'texted me', 'sent me', 'disarm', 'texted you'],
    (text, _at, after) => lastGroup(ofVerb, text, /\w$/.test(text.charAt(after - 1)) ? after : after - 1),
  ),
  ...anyCase(['密码', '密碼', '口令'], (text, _at, after) => lastGroup(afterPassword, text, after)),
  ...anyCase(
    ['one-time pass', 'one time pass'],
    (text, _at, after) => lastGroup(behind, text, after + 4) ?? lastGroup(next, text, after + 4),
  ),
  ...anyCase(['passcode: ', 'passcode is '], (text, _at, after) => lastGroup(shortPasscode, text, after)),
  ...anyCase(['wlan', 'wpa2', 'wpa-', 'netzwerkschl'], (text, _at, after) => lastGroup(stickerKey, text, after)),
  { anchor: '.baidu.com/s/', match: (text, _at, after) => lastGroup(sharedFile, text, after) },
  { anchor: 'adb pair', match: (text, _at, after) => lastGroup(pairing, text, after) },
];
