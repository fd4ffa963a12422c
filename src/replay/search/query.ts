import { type AmountName, readAmounts } from './amounts.ts';

/** What a term of a query asks for. */
export const termNames = [
  'tool',
  'command',
  'file',
  'status',
  'phase',
  'agent',
  'model',
  'duration',
  'tokens',
] as const;

export type TermName = (typeof termNames)[number];

/** A term with its value, without cases: `tool:bash`. */
export interface SearchTerm {
  readonly name: TermName;
  readonly value: string;
}

/** What a reader looks for: every word, and of the terms of each name any. */
export interface SearchQuery {
  /** Words and quoted phrases, without cases. */
  readonly words: readonly string[];
  readonly terms: readonly SearchTerm[];
}

/** Whether a query asks for nothing, and so finds nothing. */
export function asksNothing({ words, terms }: SearchQuery): boolean {
  return words.length === 0 && terms.length === 0;
}

/** A piece of a query as it was typed. */
interface QueryToken {
  /** What stands before the first colon outside of quotes, where something does. */
  readonly name: string | undefined;
  /** The rest, without its quotes. */
  readonly value: string;
  /** Whether the value was put into quotes, and so is meant as it stands. */
  readonly quoted: boolean;
  /** Where the piece begins in the text. */
  readonly from: number;
}

/** Before a value: nothing else than this is meant. */
export const exactly = '=';

/** Writes a term that is met by this value alone; undefined where a query cannot say it. */
export function exactTerm(name: TermName, value: string): string | undefined {
  if (value === '' || anyQuote.test(value)) return undefined;
  return `${name}:${exactly}"${value}"`;
}

/** Quotes and colons as keyboards and input methods give them. */
const quotes = '"\u201c\u201d';
const anyQuote = /["\u201c\u201d]/;
const colons = ':\uff1a';

/** Cuts a query at its blanks; what stands between quotes stays together, and a quote left open reaches to the end. */
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
    // After an equals sign a quote is still one: `tool:="web search"`.
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
 * Reads what a reader typed: words, `"quoted phrases"`, and the terms of {@link termNames}, in any case. A term without a value asks
 * for nothing yet; what looks like a term and is none, such as `https://`, is a word. A value is met by whatever has it, after an
 * equals sign by itself alone: `tool:=read`. `duration:` and `tokens:` take amounts: `>30s`, `<5k`, `30s..2m`.
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
  // The longest is the rarest, as a rule, and rules most items out.
  return { words: [...words].sort((a, b) => b.length - a.length), terms };
}

/** Whether a value is more than the beginning of one. */
function asksFor(name: TermName, value: string): boolean {
  if (isAmount(name)) return readAmounts(name, foldCase(value)) !== undefined;
  return value !== '' && value !== exactly;
}

/** Whether a term takes an amount. */
export function isAmount(name: TermName): name is AmountName {
  return name === 'duration' || name === 'tokens';
}

/** Whether a term takes an amount and has none: nothing is found by it. */
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
 * Whether what a query finds was also found by the one before, as when the reader types on: then only that need be searched.
 * Says no where it cannot tell.
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
  // Statuses and phases are words of a fixed set, some with other names: only the same one is surely no more.
  const fixed = next.name === 'status' || next.name === 'phase' || next.name === 'agent' || isAmount(next.name);
  return fixed || before.value.startsWith(exactly) ? next.value === before.value : next.value.includes(before.value);
}

/** A text without its cases, as long as the text itself: a place found in it is a place of the text. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A few letters grow when they lose their case; those keep it.
  return lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
