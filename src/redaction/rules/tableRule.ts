import { isGivenPassword, isHandmade, isPlacedPassword, looksStrong } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const longestRow = 1000;
const longestHead = 160;
const longestHeadRest = 120;
const mostRows = 200;
/** If this many rows have no secret, the table holds something else. */
const mostInVain = 3;
const rowBreak = /\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n/;
const rule = /^[\s|+:─━┼┬┴├┤│-]*$/;

type Row = Span & { readonly text: string };

/** Reads the row that begins at `from`, up to a line break, which may be escaped. */
function rowAt(text: string, from: number, longest = longestRow): Row | undefined {
  const part = text.slice(from, from + longest);
  const length = part.search(rowBreak);
  if (length === -1 && part.length === longest) return undefined;
  const end = length === -1 ? text.length : from + length;
  return { start: from, end, text: text.slice(from, end) };
}

const breakHere = new RegExp(rowBreak.source, 'y');

function nextRow(text: string, row: Row): Row | undefined {
  breakHere.lastIndex = row.end;
  return breakHere.test(text) ? rowAt(text, breakHere.lastIndex) : undefined;
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

/** The cells of a row, without the blanks and quotes around them. */
function cellsOf(row: string, sign: RegExp): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  for (const { index, 0: mark } of [...row.matchAll(sign), { index: row.length, 0: '' }]) {
    const raw = row.slice(start, index);
    const lead = raw.length - raw.replace(/^[\s"'`*\\]+/, '').length;
    cells.push({ text: raw.slice(lead).replace(/(?<![\s"'`*\\])[\s"'`*\\]+$/, ''), start: start + lead });
    start = index + mark.length;
  }
  return cells;
}

const columnName =
  /^[\w .-]{0,24}(?:password|passwd|passphrase|passcode|pass|pwd|pw|psk|secret|token|credentials?|(?:api|access|secret|private|auth|account|master|encryption|license|licence|app)[ _-]?key|passwort|kennwort|contraseña|senha|密码|密碼|口令|令牌|密钥|秘钥|凭证|パスワード|비밀번호|пароль)(?:[ _]?\w{0,12})?$/i;
const notColumn = /hash|expires|type|count|length|name|_at$|_id$/i;
const headName = /^[\w \u4e00-\u9fff-]{1,40}$/;

function isSecret(value: string): boolean {
  return (
    isPlacedPassword(value) ||
    looksRandom(value, 16) ||
    (isGivenPassword(value) && /\d/.test(value) && value.length >= 6)
  );
}

const bars = /[|│┃]/g;

/** Rows as database shells list them: bars without blanks, and no line below the names. */
function isListing(head: string, first: string): boolean {
  const width = (row: string): number => row.split('|').length;
  return /^\w+(?:\|\w+)+$/.test(head.trim()) && width(head) === width(first) && !/ \||\| /.test(first);
}

const signs = [bars, /\t|\\{1,15}t/g, /,/g, /;/g];

function endOfEscape(before: string): number {
  const at = before.lastIndexOf('\\n');
  return at === -1 ? 0 : at + 2;
}

// Tested first, because most texts with such a word have no line this short.
const headRest = /[^\n\\]{2,120}[\n\\]/y;

/** The table column under a heading that names a secret: the cells from the first secret to the last. */
const inColumn: Clue['match'] = (text, at) => {
  headRest.lastIndex = at;
  if (!headRest.test(text)) return undefined;
  if (!/[|│┃\t,;]|\\t/.test(text.slice(Math.max(0, at - 24), at + 32))) return undefined;
  const before = text.slice(Math.max(0, at - longestHead), at);
  const lineStart = at - before.length + Math.max(before.lastIndexOf('\n') + 1, endOfEscape(before));
  const head = rowAt(text, lineStart, at - lineStart + longestHeadRest);
  const first = head && nextRow(text, head);
  if (head === undefined || first === undefined) return undefined;
  for (const sign of signs) {
    if (head.text.search(sign) === -1 || (sign !== bars && /^\s/.test(head.text))) continue;
    const columns = cellsOf(head.text, sign);
    const column = columns.findIndex(
      ({ text: name, start }) =>
        head.start + start + name.length >= at && columnName.test(name) && !notColumn.test(name),
    );
    const isHead =
      columns.filter(({ text: name }) => headName.test(name)).length > 1 &&
      columns.every(
        ({ text: name }, index) =>
          // The first line may have a sentence before the row.
          index === 0 || (name === '' && index === columns.length - 1 && sign === bars) || headName.test(name),
      ) &&
      (sign !== bars || rule.test(first.text) || isListing(head.text, first.text));
    if (column === -1 || !isHead) continue;
    return secretsOf(text, first, columns.length, column, sign);
  }
  return undefined;
};

function secretsOf(text: string, first: Row, width: number, column: number, sign: RegExp): Span | undefined {
  let found: Span | undefined;
  let inVain = 0;
  let row: Row | undefined = first;
  for (let count = 0; count < mostRows && row !== undefined && inVain < mostInVain; count++) {
    const { start: rowStart, text: line }: Row = row;
    row = nextRow(text, row);
    if (rule.test(line)) continue;
    const cells = cellsOf(line, sign);
    const cell = cells[column];
    if (cells.length !== width || cell === undefined) break;
    if (isSecret(cell.text)) {
      const start = rowStart + cell.start;
      found = { start: found?.start ?? start, end: start + cell.text.length };
    } else inVain++;
  }
  return found;
}

const insert = /\s+(?:INTO\s+)?[\w."`[\]]{1,80}\s*\(([^()]{1,400})\)\s*VALUES\s*/iy;
// Two adjacent quotes inside a string are read as two adjacent strings.
const tuple = /\(((?:'(?:[^'\\]|\\.){0,200}'|"[^"]{0,200}"|[^()'"]|\([^()]{0,80}\)){1,400})\)[,\s]{0,8}/y;
const sqlValue =
  /\s*(?:N?(?:'((?:[^'\\]|''|\\.){0,200})'|"([^"]{0,200})")|(?:[^,'"()\s][^,'"()]{0,159})?(?:\((?:[^()']|'[^']{0,80}'){0,80}\)[^,'"()]{0,80})?)(?:,|$)/y;
const mostTuples = 40;

/** The column of `INSERT INTO t (name, password) VALUES ('…', '…')`. */
const inInsert: Clue['match'] = (text, _at, after) => {
  insert.lastIndex = after;
  const columns = insert
    .exec(text)?.[1]
    ?.split(',')
    .map((name) => name.replace(/[\s"`[\]]/g, ''));
  const column = columns?.findIndex((name) => columnName.test(name) && !notColumn.test(name)) ?? -1;
  if (column === -1) return undefined;
  let found: Span | undefined;
  tuple.lastIndex = insert.lastIndex;
  for (let count = 0; count < mostTuples; count++) {
    const from = tuple.lastIndex;
    const values = tuple.exec(text)?.[1];
    if (values === undefined) break;
    const value = nthValue(values, column);
    if (value === undefined || !isSecret(value.text)) continue;
    const start = from + 1 + value.start;
    found = { start: found?.start ?? start, end: start + value.text.length };
  }
  return found;
};

const people =
  /\s+(?:INTO\s+)?[\w."`[\]]{0,40}?(?:users?|accounts?|logins?|members?|admins?|credentials?|customers?)[`"\]]?\s+VALUES\s*/iy;
const string = /'([^'\n]{8,80})'/g;
const longestTuple = 400;

/** `INSERT INTO users VALUES (1, 'jo', '…')`, without names of columns: what only a password looks like. */
const inPeople: Clue['match'] = (text, _at, after) => {
  people.lastIndex = after;
  if (!people.test(text)) return undefined;
  const from = people.lastIndex;
  for (const { index, 1: value = '' } of text.slice(from, from + longestTuple).matchAll(string)) {
    if (looksStrong(value) || isHandmade(value))
      return { start: from + index + 1, end: from + index + 1 + value.length };
  }
  return undefined;
};

function nthValue(values: string, column: number): Cell | undefined {
  sqlValue.lastIndex = 0;
  for (let index = 0; index <= column; index++) {
    const from = sqlValue.lastIndex;
    const match = sqlValue.exec(values);
    if (match === null || (sqlValue.lastIndex === from && index < column)) return undefined;
    if (index !== column) continue;
    const value = match[1] ?? match[2];
    return value === undefined ? undefined : { text: value, start: from + match[0].search(/['"]/) + 1 };
  }
  return undefined;
}

/** Secrets in table columns: CSV, Markdown, listings, SQL. */
export const tableRule: SecretRule = {
  id: 'table-column',
  label: 'Column of a table that is headed by the name of a secret',
  shape:
    "user,password⏎root,…, | user | password | ⏎ | root | … |, INSERT INTO users (name, password) VALUES ('root', '…')",
  evidence: 'guess',
  clues: [
    ...[
      'password',
      'passwd',
      '密码',
      '口令',
      '密碼',
      '令牌',
      '密钥',
      'secret',
      'passphrase',
      'passcode',
      '"pw"',
      'credential',
      '[A-Za-z][ _]key[ ,|\t\r\n;"]',
      '[a-z]key[,|\t;"]',
      'passwort',
      'kennwort',
      'パスワード',
      '비밀번호',
      'пароль',
      '凭证',
      'token[ ,|\t\r\n;"]',
      '[,|\t ]pass[,|\t \r\n]',
      '[,|\t ]pwd[,|\t \r\n]',
      '[,|\t ]psk[,|\t \r\n]',
    ].map((word) => ({ anchor: { anyCase: word }, match: inColumn })),
    { anchor: { anyCase: 'insert' }, match: inInsert },
    { anchor: { anyCase: 'insert into' }, match: inPeople },
    { anchor: { anyCase: 'replace into' }, match: inInsert },
  ],
};
