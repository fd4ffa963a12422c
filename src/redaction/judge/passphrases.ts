import { isStockWord } from './isPlaceholder.ts';
import { readsLikeWords } from './readsLikeWords.ts';

/** Three words or more joined by dashes, as passphrase generators make them, none of them a word that code uses. */
export function isPassphrase(value: string): boolean {
  if (!/^[A-Za-z]{3,12}(?:-[A-Za-z]{3,12}){2,7}$/.test(value)) return false;
  const words = value.toLowerCase().split('-');
  return words.filter(isStockWord).length <= (words.length >= 4 ? 1 : 0);
}

/** Like `isPassphrase`, for words that a sentence may hold too: each has four letters or more, and code uses none of them. */
export function isSpokenPhrase(value: string): boolean {
  return isPassphrase(value) && value.split('-').every((word) => word.length >= 4 && !isCodeWord(word.toLowerCase()));
}

/** Three small words or more of four letters or more with dashes, at most one in three of code or of texts about passwords. */
export function isPlainPassphrase(value: string): boolean {
  const words = value.split('-');
  return (
    isPassphrase(value) &&
    /^[a-z-]+$/.test(value) &&
    words.every((word) => word.length >= 4) &&
    words.filter((word) => isCodeWord(word) || uiWords.has(word)).length * 3 <= words.length
  );
}

// Words of texts about passwords; a phrase with one of them is no password.
const uiWords = new Set(
  `password passwords passphrase passcode pass secret secrets token key keys credential credentials enter type your yours must
  required invalid incorrect wrong mismatch match least most characters character digits confirm confirmation forgot forgotten
  change changed reset new old current show hide sign signed login logged log email mail username user users account accounts
  field fields empty weak strong min max minimum maximum length long contain contains valid error failed fail success optional
  missing provide provided set setting settings default value values string text example sample test encrypted hashed hash plain
  stored environment variable variables file config configuration see note todo use used using should cannot ask asks
  authentication authorization access denied link click button submit save update create generate generated copy copied
  auth admin root database server client request response api http none null undefined unset redacted hidden not`.split(
    /\s+/,
  ),
);

/**
 * Whether a text is a passphrase of four words or more, none of which texts about passwords use (`amber cedar stone river`, `Meet Ada
 * before lunch 7`). An ordinary sentence is none.
 */
export function isWordPhrase(value: string): boolean {
  if (!/^[A-Za-z]{1,12}(?:,? (?:[A-Za-z]{1,12}|\d{1,5})){2,9}[!?.]?$/.test(value)) return false;
  const words = value.replace(/[!?.]$|,/g, '').split(' ');
  const ofUi = words.filter((word) => uiWords.has(word.toLowerCase()));
  if (words.length < 4 || ofUi.length > (isOfThings(value) ? 1 : 0)) return false;
  return /\d/.test(value) || !/^[A-Z][^A-Z]*$/.test(value);
}

/** Four small words or more, of which at most one, a thing, is also in texts about passwords: `amber button stone river`. */
function isOfThings(value: string): boolean {
  if (!/^[a-z]{4,12}(?: [a-z]{4,12}){3,7}$/.test(value)) return false;
  const others = value.split(' ').filter((word) => !things.has(word));
  return others.length >= 3 && isBarePhrase(others.join(' ')) && !/(?:ing|ed|ly|tion)\b/.test(value);
}

const things = new Set(['button', 'link', 'note', 'root', 'server', 'client', 'string', 'field', 'plain']);

/** Two to four words and a number (`Amber cedar 417`), none of the words used by code or texts about passwords. */
export function isNumberedPhrase(value: string): boolean {
  return (
    /^[A-Za-z]{3,12}(?: [A-Za-z]{3,12}){1,3} \d{2,4}[!?.]?$/.test(value) &&
    wordsOf(value).every((word) => !uiWords.has(word) && !isCodeWord(word))
  );
}

/** Passwords that issuers draw in groups: four of four small letters, six of four letters and digits. */
export function isAppPassword(value: string): boolean {
  return (
    (/^[a-z]{4}(?: [a-z]{4}){3}$/.test(value) && !value.split(' ').every(readsLikeWords)) ||
    (/^[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5}$/.test(value) &&
      /\d/.test(value) &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value))
  );
}

/** Like `isWordPhrase`, for lower-case words without quotes, which may be a sentence: none of the words is a function word (`the`, `is`). */
export function isBarePhrase(value: string): boolean {
  return value.split(' ').every((word) => !uiWords.has(word) && !isCodeWord(word) && !functionWords.has(word));
}

const chain =
  /^[A-Za-z]{3,14}(?:[._][A-Za-z]{3,14}){2,5}[._]?\d{1,4}$|^[a-z]{3,14}\.[a-z]{3,14}\d{2,4}$|^[a-z]{4,14}_[a-z]{4,14}\d{1,4}$|^[A-Za-z]{3,14}[._-]\d{2,5}[._-][A-Za-z]{3,14}$/;

/** Three or four words of four letters or more, none of which code, texts about passwords or sentences are made of. */
export function isShortPhrase(value: string): boolean {
  return /^[a-z]{4,10}(?: [a-z]{4,10}){2,3}$/.test(value) && isBarePhrase(value) && !/(?:ing|ed|ly|tion)\b/.test(value);
}

/** Words joined by dots or underscores with a number at the end (`amber.cedar.stone7`), none of them a word that code uses. */
export function isWordChain(value: string): boolean {
  return chain.test(value) && wordsOf(value).every((word) => !isCodeWord(word));
}

/** Two words and a number, joined in any way (`stone-River42`), neither word used by code. */
export function isWordPair(value: string): boolean {
  return (
    /^(?:[A-Za-z][a-z]{3,13}[-_.][A-Za-z][a-z]{3,13}|[A-Za-z][a-z]{3,13}[A-Z][a-z]{3,13})[-_.!]?\d{2,4}!?$/.test(
      value,
    ) && wordsOf(value).every((word) => !isCodeWord(word) && !uiWords.has(word))
  );
}

/** Three words or more joined by dots or underscores (`tiger_lemon_cloud`), none of them used by code or texts about passwords. */
export function isPlainChain(value: string): boolean {
  if (!/^[A-Za-z]{3,12}(?:([._])[A-Za-z]{3,12})(?:\1[A-Za-z]{3,12}){1,4}$/.test(value)) return false;
  const words = wordsOf(value);
  const ofCode = words.filter((word) => isCodeWord(word) || uiWords.has(word)).length;
  return ofCode === 0 || (words.length >= 4 && ofCode * 4 <= words.length);
}

/** A plain chain (see `isPlainChain`) of four words or more. */
export function isLongChain(value: string): boolean {
  return isPlainChain(value) && (value.match(/[._]/g)?.length ?? 0) >= 3;
}

/** Words written together without a capital (`dontforgetthemilk`), none of them used by code or texts about passwords. */
export function isRunTogether(value: string): boolean {
  if (!/^[a-z]{14,32}$/.test(value)) return false;
  return ![...uiWords, ...codeWords].some((word) => word.length >= 4 && value.includes(word));
}

const keyRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'qazwsxedcrfvtgbyhnujmik',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qweasdzxc',
  '1q2w3e4r5t6y7u8i9o0p',
  'zaqxswcdevfr',
  'zaq12wsxcde34rfv',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qaywsxedc',
];

/** Every three keys that are adjacent in a row, in either direction. */
const keyTrios = new Set(keyRows.flatMap((row) => [row, [...row].reverse().join('')]).flatMap(triosOf));

function triosOf(row: string): string[] {
  return Array.from({ length: row.length - 2 }, (_, at) => row.slice(at, at + 3));
}

/**
 * Eight or more keys that are adjacent on the keyboard (`qwertyuiop`, `asdf1234`, `1q2w3e4r`), letters among them, or six with a sign behind
 * them, and perhaps a number (`lkjhgf-42`).
 */
export function isKeyboardRun(value: string): boolean {
  if (value.length < 8 || value.length > 32 || !/[A-Za-z]/.test(value)) return false;
  const signed = /^([A-Za-z0-9]{6,16})[-_.!*+%]\d{0,4}[-_.!*+%]?$/.exec(value)?.[1];
  if (signed !== undefined && signed !== 'qwerty' && isRowOfKeys(signed.toLowerCase())) return true;
  const keys = value.toLowerCase().replace(/[!@#$%^&*()]/g, (sign) => String(')!@#$%^&*('.indexOf(sign)));
  return isRowOfKeys(keys);
}

function isRowOfKeys(keys: string): boolean {
  let at = 0;
  for (let runs = 0; at < keys.length && runs < 4; runs++) {
    const length = runAt(keys, at);
    if (length < 3) return false;
    at += length;
  }
  return at === keys.length;
}

/** Number of characters from `at` on that are adjacent in one keyboard row, in either direction. */
function runAt(keys: string, at: number): number {
  if (!keyTrios.has(keys.slice(at, at + 3))) return 0;
  for (let length = Math.min(keys.length - at, 24); length >= 3; length--) {
    const part = keys.slice(at, at + length);
    const backwards = [...part].reverse().join('');
    if (keyRows.some((row) => row.includes(part) || row.includes(backwards))) return length;
  }
  return 0;
}

// The top of lists of leaked passwords, without the words that code, labels and examples use.
const commonPasswords = new Set(
  `letmein iloveyou trustno1 hunter2 monkey dragon sunshine princess football baseball starwars superman batman shadow1
  michael jordan23 ninja mustang whatever freedom killer pokemon charlie donald loveme lovely jesus michelle jennifer
  hannah ashley nicole daniel jessica liverpool arsenal chelsea barcelona juventus naruto cookie123 chocolate butterfly
  snoopy tinkerbell blink182 ncc1701d ncc1701 matrix1 thunder ginger summer1 winter1 cheese1 computer1 internet1
  corvette ferrari porsche harley yankees lakers cowboys steelers rangers woaini woaini1314 qq123456 asdasd zxczxc
  azerty azertyuiop motdepasse hallo123 schatz passw0rd p@ssw0rd pa55word pa55w0rd`.split(/\s+/),
);

/** Whether the whole value is one of the most common passwords. */
export function isCommonPassword(value: string): boolean {
  return value.length <= 12 && commonPasswords.has(value.toLowerCase());
}

/** Three words or more joined only by their capitals (`AmberCedarStone`), as names are, none of them a word that code uses. */
export function isCamelPhrase(value: string): boolean {
  if (!/^[A-Za-z][a-z]+(?:[A-Z][a-z]{1,12}){2,8}\d{0,4}[?!]?$/.test(value) || value.length < 12) return false;
  const words = wordsOf(value).filter((word) => !functionWords.has(word));
  const ofCode = words.filter(isCodeWord).length;
  return ofCode === 0 || (words.length >= 4 && ofCode * 4 <= words.length && hasFunctionWord(value));
}

// Function words of sentences, which are rare in names in code.
const functionWords = new Set(
  'a am and are at is it in of on to my the was were who what when will why how our has had her his their always never ever so very'.split(
    ' ',
  ),
);

function hasFunctionWord(value: string): boolean {
  return wordsOf(value).some((word) => functionWords.has(word));
}

function wordsOf(value: string): string[] {
  return (value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase());
}

function isCodeWord(word: string): boolean {
  return isStockWord(word) || codeWords.has(word);
}

// Words that names in code are made of, in addition to the words of placeholders.
const codeWords = new Set(
  `action active adapter add address after alert all array async attempt attribute attributes author authenticate
  authenticated authentication authorized await axios banner before between binding block body browser builder bundle
  button cache call callback cancel card case cell change changed channel char check child class click close code col
  color column command component connect connection container content context control controller cookie copy core count
  create created creator credential css csrf dao date debug decoder decrypt delete description detail details dialog digest
  dir disabled dispatch document domain dom driver dto edit editor element email enabled encoder encrypt end endpoint
  engine entity entry error event example exception exec expect export exports extension factory failed failure feature
  fetch fields filter find finder first fixture flag flow font footer format forgot form forms frame from function
  generate generated generator global group handle handler header headers heading height helper hidden history home hook host
  html http https icon image impl import index info init inner inputs inner insert instance interface internal invalid item
  items json keys kind label last layout left length level lib library line link list listener load loader loading locale
  location log logger lower manage map mapper mask match max mesh message messages meta method methods min mock modal mode model
  modify module monitor msg multi native nav navigation network next node note notification null observer offset on open
  operation operator option options order other out outer output package pad page panel params parent parse parser
  part patch path pattern payload pending phone picker placeholder player plugin point pool popup port post prefix present
  press prev primary print process processor profile project prompt prop properties property props protocol proxy public query
  queue react reader ready receive record redirect reducer ref reference refresh register registration registry regex region
  reject reload remember remote remove render renderer repeat replace repository request require required resolve resolver
  resource response rest result results resume retry return right role root route router row rule run runner runtime save
  schema scope screen script scroll search section secure security select selected selector send sender sequence
  serializer session set settings setup shape sign signature signin signup simple size slot snapshot socket sort source
  spec stack start state static status step storage stream strength strict strings style submit success suffix support switch
  sync syntax system tab table tag target task template tests then theme thread time timeout timer title toast toggle
  tooltip total trace track transfer transform transition translate tree trigger two type types unit unknown update updated
  upload upper uri url urls usage use using util utils valid validate validation validator values variable version view
  viewer virtual visible warning watch web widget width window wizard word worker wrapper write writer zone at is has
  can should with must not that this when where which while for of to in by be as an or if no it do we you`.split(
    /\s+/,
  ),
);

/** Four words or more joined by one sign, at most one of which code uses. */
export function isLongPhrase(value: string): boolean {
  if (!/^[a-z]{3,12}([-._])[a-z]{3,12}(?:\1[a-z]{3,12}){2,6}$/i.test(value)) return false;
  return isPassphrase(value.replace(/[._]/g, '-'));
}
