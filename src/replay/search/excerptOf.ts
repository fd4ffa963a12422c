import type { SearchQuery } from './query.ts';
import { foldCase } from './query.ts';
import type { PartKind, SearchPart } from './searchTexts.ts';

/** A range in a text, in code units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A piece of an item's text around the matches, on one line. */
export interface SearchExcerpt {
  readonly kind: PartKind;
  readonly text: string;
  /** The matches in it, in order and without overlap. */
  readonly hits: readonly TextRange[];
  /** Whether the text goes on before it, and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** Characters before the first match, and in total. */
const lead = 32;
const longest = 240;
const longestWord = 40;

/**
 * The excerpt that best shows why an item was found: around the first word, in the first text that contains it. Without words, or where
 * only the tool's name matches, the beginning of what the item says.
 */
export function excerptOf(parts: readonly SearchPart[], { words }: SearchQuery): SearchExcerpt | undefined {
  const said = parts.filter(({ kind }) => kind !== 'name');
  for (const word of words) {
    for (const part of said) {
      const at = foldCase(part.text).indexOf(word);
      if (at >= 0) return cutAround(part, at, words);
    }
  }
  const first = said[0] ?? parts[0];
  return first === undefined ? undefined : cutAround(first, 0, words);
}

function cutAround({ kind, text }: SearchPart, at: number, words: readonly string[]): SearchExcerpt {
  const from = wholeCharacter(text, at <= lead ? 0 : wordStart(text, at - lead));
  const to = wholeCharacter(text, Math.min(text.length, from + longest));
  const shown = text.slice(from, to);
  return { kind, text: blanked(shown), hits: hitsIn(shown, words), cutBefore: from > 0, cutAfter: to < text.length };
}

/** Start of the word at an index, unless the word is too long: a placeholder for a secret is then not cut in two. */
function wordStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - longestWord), at);
  const blank = before.search(/\S*$/);
  return blank > 0 ? at - before.length + blank : at;
}

/** Moves an index out of the middle of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Replaces line breaks and tabs by blanks, one for one, so that indices stay valid. */
function blanked(text: string): string {
  return text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ');
}

function hitsIn(text: string, words: readonly string[]): TextRange[] {
  const folded = foldCase(text);
  const hits: TextRange[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length))
      hits.push({ from, to: from + word.length });
  }
  return joined(hits.sort((a, b) => a.from - b.from || a.to - b.to));
}

/** Merges matches that touch or overlap. */
function joined(hits: readonly TextRange[]): TextRange[] {
  const apart: TextRange[] = [];
  for (const hit of hits) {
    const last = apart.at(-1);
    if (last !== undefined && hit.from <= last.to) apart[apart.length - 1] = { ...last, to: Math.max(last.to, hit.to) };
    else apart.push(hit);
  }
  return apart;
}
