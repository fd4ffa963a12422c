/** The names of a query's terms. */
export const termNames = [
  'is',
  'tool',
  'command',
  'file',
  'status',
  'cause',
  'phase',
  'agent',
  'model',
  'duration',
  'tokens',
] as const;

export type TermName = (typeof termNames)[number];

/** A term with its value in lower case: `tool:bash`. */
export interface SearchTerm {
  readonly name: TermName;
  readonly value: string;
}

/** A parsed query: an item must contain every word, and meet one of the terms of each name. */
export interface SearchQuery {
  /** Words and quoted phrases, in lower case. */
  readonly words: readonly string[];
  readonly terms: readonly SearchTerm[];
}

/** Whether a query is empty, and therefore finds nothing. */
export function asksNothing({ words, terms }: SearchQuery): boolean {
  return words.length === 0 && terms.length === 0;
}

/** A piece of a query as typed. */
interface QueryToken {
  /** The part before the first colon outside of quotes, if there is one. */
  readonly name: string | undefined;
  /** The rest, without its quotes. */
  readonly value: string;
  /** Whether the value was quoted, and so is taken literally. */
  readonly quoted: boolean;
  /** Index of the piece in the text. */
  readonly from: number;
}

/** Before a value: matches only this exact value. */
export const exactly = '=';

/** Writes a term that only this value meets; undefined where no query can express it. */
export function exactTerm(name: TermName, value: string): string | undefined {
  if (value === '' || anyQuote.test(value)) return undefined;
  return `${name}:${exactly}"${value}"`;
}

/** Variants of quotes and colons from keyboards and input methods. */
const quotes = '"\u201c\u201d';
const anyQuote = /["\u201c\u201d]/;
const colons = ':\uff1a';

/** Splits a query at its blanks. Quoted text stays together; an unclosed quote reaches to the end. */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text, at)) {
      at += 1;
      continue;
    }
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function isBlank(text: string, at: number): boolean {
  return text.charAt(at).trim() === '';
}

function readToken(text: string, from: number): { token: QueryToken; end: number } {
  let name: string | undefined;
  let value = '';
  let quoted = false;
  let at = from;
  while (at < text.length && !isBlank(text, at)) {
    const character = text.charAt(at);
    // After an equals sign a quote still opens a quoted value: `tool:="web search"`.
    if (quotes.includes(character) && (value === '' || (value === exactly && name !== undefined))) {
      const end = endOfQuote(text, at + 1);
      value += text.slice(at + 1, end);
      quoted = true;
      at = end + 1;
      break;
    }
    if (colons.includes(character) && name === undefined && value !== '') {
      name = value;
      value = '';
    } else value += character;
    at += 1;
  }
  return { token: { name, value, quoted, from }, end: at };
}

function endOfQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && !quotes.includes(text.charAt(at))) at += 1;
  return at;
}

const known: ReadonlySet<string> = new Set(termNames);

/**
 * Parses a query: words, `"quoted phrases"`, and the terms of {@link termNames}, in any case. A term without a value has no effect yet; a
 * piece that only looks like a term, such as `https://`, is a word. A value also matches as part of a longer one, after an equals sign only
 * exactly: `tool:=read`. `is:` takes what an item is to the session: `is:prompt`, `is:change`, `is:error`; `cause:` why a call failed, as `causeKey` puts it. `duration:` and `tokens:` take
 * amounts: `>30s`, `<5k`, `30s..2m`.
 */
export function parseQuery(text: string): SearchQuery {
  const words = new Set<string>();
  const terms: SearchTerm[] = [];
  for (const token of readTokens(text)) {
    const name = termNameOf(token);
    if (name === undefined) words.add(wordOf(token));
    else if (asksFor(name, token.value)) terms.push({ name, value: foldCase(token.value) });
  }
  words.delete('');
  // The longest word is usually the rarest, and rules out most items first.
  return { words: [...words].sort((a, b) => b.length - a.length), terms };
}

/** Whether a value is complete enough to restrict the search. */
function asksFor(name: TermName, value: string): boolean {
  if (isAmount(name)) return readAmounts(name, foldCase(value)) !== undefined;
  return value !== '' && value !== exactly;
}

/** Whether a term takes an amount. */
export function isAmount(name: TermName): name is AmountName {
  return name === 'duration' || name === 'tokens';
}

/** Whether a term takes an amount but has an unreadable one, so that nothing meets it. */
export function isUnreadable({ name, value }: SearchTerm): boolean {
  return isAmount(name) && readAmounts(name, value) === 'unreadable';
}

/** The term that a piece of a query stands for; undefined where it is a word. */
export function termNameOf({ name }: QueryToken): TermName | undefined {
  const lower = name?.toLowerCase();
  return lower !== undefined && known.has(lower) ? (lower as TermName) : undefined;
}

function wordOf({ name, value }: QueryToken): string {
  return foldCase(name === undefined ? value : `${name}:${value}`);
}

/**
 * Whether every match of a query is also a match of the previous one, as when the reader types on: then only those need to be searched.
 * False in doubt.
 */
export function narrowsQuery(next: SearchQuery, before: SearchQuery): boolean {
  const beforeNames = new Set(before.terms.map(({ name }) => name));
  return (
    !asksNothing(before) &&
    before.words.every((word) => next.words.some((longer) => longer.includes(word))) &&
    [...beforeNames].every((name) => next.terms.some((term) => term.name === name)) &&
    next.terms.every((term) => !beforeNames.has(term.name) || before.terms.some((other) => narrowsTerm(term, other)))
  );
}

function narrowsTerm(next: SearchTerm, before: SearchTerm): boolean {
  if (next.name !== before.name) return false;
  // Statuses, phases and roles come from a fixed set, some with synonyms: only the same value surely finds no more.
  const fixed =
    next.name === 'status' ||
    next.name === 'phase' ||
    next.name === 'agent' ||
    next.name === 'is' ||
    isAmount(next.name);
  return fixed || before.value.startsWith(exactly) ? next.value === before.value : next.value.includes(before.value);
}

/** A text in lower case, with its length unchanged, so that an index into one is an index into the other. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A few letters become longer in lower case; those stay as they are.
  return lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** The condition on an amount: at least, at most, and whether the ends themselves count. */
interface AmountRange {
  readonly least: number;
  readonly most: number;
  readonly without: 'none' | 'least' | 'most';
}

/** What an amount measures, and the factors of its units; a bare number has the first unit. */
const units = {
  duration: { s: 1000, ms: 1, m: 60_000, min: 60_000, h: 3_600_000 },
  tokens: { '': 1, k: 1000, m: 1_000_000 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** Terms whose value is an amount. */
export type AmountName = keyof typeof units;

/**
 * Parses a condition on an amount: `>30s`, `<=2m`, `30s..2m`, `1m30s`, `>5k`. A bare amount is a minimum; a bare number counts seconds or
 * tokens. Undefined while the condition is incomplete (`>`), `unreadable` where it is no amount. The result is in milliseconds, or tokens.
 */
export function readAmounts(name: AmountName, value: string): AmountRange | 'unreadable' | undefined {
  const [, sign = '', rest = ''] = /^([<>]?=?)(.*)$/s.exec(value) ?? [];
  if (rest === '') return undefined;
  const [from = '', to, more] = rest.split('..');
  if (to !== undefined) {
    if (more !== undefined || sign !== '') return 'unreadable';
    const [least, most] = [from === '' ? 0 : readAmount(name, from), to === '' ? Infinity : readAmount(name, to)];
    return least === undefined || most === undefined ? 'unreadable' : { least, most, without: 'none' };
  }
  const amount = readAmount(name, rest);
  if (amount === undefined) return 'unreadable';
  if (sign.startsWith('<')) return { least: 0, most: amount, without: sign === '<' ? 'most' : 'none' };
  if (sign === '=') return { least: amount, most: amount, without: 'none' };
  return { least: amount, most: Infinity, without: sign === '>' ? 'least' : 'none' };
}

/** Whether an amount meets the condition. */
export function isWithin({ least, most, without }: AmountRange, amount: number): boolean {
  if (amount < least || amount > most) return false;
  return (without !== 'least' || amount > least) && (without !== 'most' || amount < most);
}

/** Parses one amount, possibly of several units: `1h30m`. */
function readAmount(name: AmountName, text: string): number | undefined {
  let sum = 0;
  let rest = text.replace(/,(?=\d{3})/g, '');
  const scale: Readonly<Record<string, number>> = units[name];
  while (rest !== '') {
    const [piece, digits = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([a-z]{0,3})/.exec(rest) ?? [];
    const factor = unit === '' ? Object.values(scale)[0] : Object.hasOwn(scale, unit) ? scale[unit] : undefined;
    if (piece === undefined || factor === undefined) return undefined;
    sum += Number(digits) * factor;
    rest = rest.slice(piece.length);
    // A number without a unit must be the last.
    if (unit === '' && rest !== '') return undefined;
  }
  return text === '' ? undefined : sum;
}
