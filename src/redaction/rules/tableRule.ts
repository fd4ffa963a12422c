import { isGivenPassword, looksLikePassword } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const longestRow = 400;
const mostRows = 40;
const rowBreak = /\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n/g;
const rule = /^[\s|+:─━┼┬┴├┤│-]*$/;

type Row = Span & { readonly text: string };

/** Cuts a part of a text into its rows; a line break may be escaped. */
function rowsFrom(text: string, from: number): Row[] {
  const part = text.slice(from, from + longestRow * mostRows);
  const rows: Row[] = [];
  let start = 0;
  for (const { index, 0: line } of part.matchAll(rowBreak)) {
    if (rows.length > mostRows || index - start > longestRow) break;
    rows.push({ start: from + start, end: from + index, text: part.slice(start, index) });
    start = index + line.length;
  }
  if (rows.length <= mostRows && part.length - start <= longestRow) {
    rows.push({ start: from + start, end: from + part.length, text: part.slice(start) });
  }
  return rows;
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
    cells.push({ text: raw.slice(lead).replace(/[\s"'`*\\]+$/, ''), start: start + lead });
    start = index + mark.length;
  }
  return cells;
}

const columnName =
  /^[\w .-]{0,24}(?:password|passwd|pass|pwd|secret|token|api[ _-]?key|密码|密碼|口令|令牌|密钥)(?:[ _]?\w{0,12})?$/i;
const notColumn = /hash|expires|type|count|length|name|_at$|_id$/i;
const headName = /^[\w \u4e00-\u9fff-]{1,40}$/;

function isSecret(value: string): boolean {
  return (
    looksLikePassword(value) ||
    looksRandom(value, 16) ||
    (isGivenPassword(value) && /\d/.test(value) && value.length >= 6)
  );
}

const bars = /[|│┃]/g;
const signs = [bars, /\t|\\{1,15}t/g, /,/g, /;/g];

/** The column of a table that is headed by the name of a secret: the cells from the first secret to the last. */
const inColumn: Clue['match'] = (text, at) => {
  const before = text.slice(Math.max(0, at - longestRow), at);
  const lineStart = at - (/(?:[^\n\\]|\\(?!n))*$/.exec(before)?.[0].length ?? 0);
  const around = text.slice(Math.max(lineStart, at - 40), at + 60);
  if (!/[|│┃\t,;]|\\t/.test(around)) return undefined;
  const [head, ...rows] = rowsFrom(text, lineStart);
  if (head === undefined || rows.length === 0) return undefined;
  for (const sign of signs) {
    const columns = cellsOf(head.text, sign);
    if (sign !== bars && /^\s/.test(head.text)) continue;
    const column = columns.findIndex(
      ({ text: name, start }) =>
        head.start + start + name.length >= at && columnName.test(name) && !notColumn.test(name),
    );
    const isHead =
      columns.filter(({ text: name }) => headName.test(name)).length > 1 &&
      columns.every(
        ({ text: name }, index) =>
          (name === '' && (index === 0 || index === columns.length - 1) && sign === bars) || headName.test(name),
      ) &&
      (sign !== bars || rule.test(rows[0]?.text ?? ''));
    if (column === -1 || !isHead) continue;
    return secretsOf(rows, columns.length, column, sign);
  }
  return undefined;
};

function secretsOf(rows: readonly Row[], width: number, column: number, sign: RegExp): Span | undefined {
  let found: Span | undefined;
  for (const row of rows) {
    if (rule.test(row.text)) continue;
    const cells = cellsOf(row.text, sign);
    const cell = cells[column];
    if (cells.length !== width || cell === undefined) break;
    if (!isSecret(cell.text)) continue;
    const start = row.start + cell.start;
    found = { start: found?.start ?? start, end: start + cell.text.length };
  }
  return found;
}

const insert = /\s+(?:INTO\s+)?[\w."`[\]]{1,80}\s*\(([^()]{1,400})\)\s*VALUES\s*/iy;
const tuple = /\(((?:'(?:[^'\\]|''|\\.){0,200}'|"[^"]{0,200}"|[^()'"]|\([^()]{0,80}\)){1,800})\)[,\s]*/y;
const sqlValue = /\s*(?:N?'((?:[^'\\]|''|\\.){0,200})'|[^,'()]*(?:\((?:[^()']|'[^']*'){0,80}\))?[^,']*)(?:,|$)/y;
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

function nthValue(values: string, column: number): Cell | undefined {
  sqlValue.lastIndex = 0;
  for (let index = 0; index <= column; index++) {
    const from = sqlValue.lastIndex;
    const match = sqlValue.exec(values);
    if (match === null || (sqlValue.lastIndex === from && index < column)) return undefined;
    if (index === column && match[1] !== undefined) return { text: match[1], start: from + match[0].indexOf("'") + 1 };
  }
  return undefined;
}

/** Secrets in columns of tables: CSV, Markdown, listings, SQL. */
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
      'api_key',
      'api key',
      'token[ ,|\t\r\n;"]',
      '[,|\t ]pass[,|\t ]',
      '[,|\t ]pwd[,|\t ]',
    ].map((word) => ({ anchor: { anyCase: word }, match: inColumn })),
    { anchor: { anyCase: 'insert' }, match: inInsert },
    { anchor: { anyCase: 'replace into' }, match: inInsert },
  ],
};
