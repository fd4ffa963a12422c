import type { Span } from '../secretRule.ts';

/** A text as a person reads it, with a mapping back to positions in the original. */
export interface PlainView {
  readonly text: string;
  /** Maps a range of `text` to the range in the original. */
  readonly sourceOf: (span: Span) => Span;
}

/** Anchors that show that a view may differ from its text. ESC and `\/` show it too, but are too short for the index. */
export const escapeAnchors = [
  '\\u00',
  'x1[bB][[]',
  '033[',
  ':\\/\\/',
  '1\\/\\/0',
  '&quot;',
  '&amp;',
  '&#[0-9x][0-9aA]',
] as const;

/**
 * Tells whether a text that has a clue may differ from its view; these signs are too short for the index, or are common in texts without
 * secrets.
 */
export function mayHideParts(text: string): boolean {
  return (
    text.includes('\\/') ||
    text.includes('\\"') ||
    text.includes('\\n') ||
    text.includes("\\'") ||
    text.includes('\\e[') ||
    text.includes('%3') ||
    text.includes('%2') ||
    text.includes('<br')
  );
}

// On a text of Latin characters only, the pattern fails at once.
const withoutWidth = /[\u200b-\u200f\u2060-\u2064\ufeff]/;

/** Tells whether a text has invisible characters, which may split even the name of a secret. */
export function hasInvisible(text: string): boolean {
  return withoutWidth.test(text);
}

// CSI and OSC sequences, then the two-character ones, then escaped characters, then what has no width. Quantifiers are over disjoint sets, so a
// failed match is linear; an unfinished OSC ends where the next code begins.
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
  /(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e(?=\[))(?:\[[0-9;:?]{0,64}[ -/]{0,8}[@-Z\\-~]|\][^\x07\x1b\\]*(?:\x07|\x1b\\)?|[()][0-9A-Z]|[=>78MNc])|'\\{1,15}''|\\([/"'nrt])|\\u00([2-7][0-9a-fA-F])|%([2-7][0-9a-fA-F]|0[aAdD9])|&(quot|apos|amp|lt|gt|#\d{1,3}|#x[0-9a-fA-F]{1,2});|<br ?\/?>|[\u200b-\u200f\u2060-\u2064\ufeff]/g;

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** How far around a hidden part a text is shown, in characters; a word at either end is shown as a whole. */
const shownBefore = 400;
const shownBehind = 800;
const longestWord = 16_384;

/**
 * Shows a text as a person reads it: without terminal codes (colours, links, cursor moves; also escaped ones) and zero-width characters,
 * and with `\/`, `\"`, `\n`, `\u002b`, `%3D` and `&quot;` resolved, because any of them may split a secret or hide its sign. Shows what stands
 * around them, in order, and nothing if the text has none of them: the rest is as it is.
 */
export function createPlainViews(text: string): PlainView[] {
  const views: PlainView[] = [];
  let view = createPieces();
  let from = -1;
  const finish = (): void => {
    const end = wordEnd(text, from + shownBehind);
    view.add(text.slice(from, end), from, end);
    views.push(view.finish());
  };
  for (const { index, 0: match, 1: letter, 2: code, 3: percent, 4: entity } of text.matchAll(hidden)) {
    if (from === -1) from = wordStart(text, index - shownBefore);
    else if (index - from > shownBefore + shownBehind) {
      finish();
      view = createPieces();
      from = wordStart(text, index - shownBefore);
    }
    let start = index;
    // A text that was escaped more than once has more backslashes before the character.
    while (match.startsWith('\\') && start > from && text[start - 1] === '\\') start--;
    view.add(text.slice(from, start), from, start);
    from = index + match.length;
    view.add(shownFor(match, letter, code ?? percent, entity), start, from);
  }
  if (from !== -1) finish();
  return views;
}

/** The end of the word at a place, so that no value is shown in part. */
function wordEnd(text: string, from: number): number {
  const last = Math.min(text.length, from + longestWord);
  let end = Math.min(from, text.length);
  while (end < last && text.charCodeAt(end) > space) end++;
  return end;
}

function wordStart(text: string, from: number): number {
  const first = Math.max(0, from - longestWord);
  let start = Math.max(0, from);
  while (start > first && text.charCodeAt(start - 1) > space) start--;
  return start;
}

const space = 0x20;

function shownFor(
  match: string,
  letter: string | undefined,
  code: string | undefined,
  entity: string | undefined,
): string {
  if (letter !== undefined) return escaped[letter] ?? letter;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (entity !== undefined) return charOfEntity(entity);
  // How a shell puts a quote into a quoted text.
  if (match.startsWith("'")) return "'";
  return match.startsWith('<') ? '\n' : '';
}

const namedEntities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

function charOfEntity(entity: string): string {
  if (entity.startsWith('#x')) return String.fromCharCode(Number.parseInt(entity.slice(2), 16));
  return entity.startsWith('#') ? String.fromCharCode(Number(entity.slice(1))) : (namedEntities[entity] ?? '');
}

/** Collects the pieces of a view: unchanged parts of the text, and characters that replace longer escapes. */
export function createPieces() {
  const texts: string[] = [];
  const plainStarts: number[] = [];
  const sources: Span[] = [];
  let length = 0;
  return {
    add(shown: string, start: number, end: number): void {
      if (shown === '') return;
      texts.push(shown);
      plainStarts.push(length);
      sources.push({ start, end });
      length += shown.length;
    },
    finish(): PlainView {
      return {
        text: texts.join(''),
        sourceOf: ({ start, end }) => {
          const first = lastAtOrBefore(plainStarts, start);
          const last = lastAtOrBefore(plainStarts, end - 1);
          const { start: sourceStart } = sources[first] as Span;
          const { start: lastStart, end: lastEnd } = sources[last] as Span;
          const isWholePiece = end === (plainStarts[last + 1] ?? length);
          return {
            start: sourceStart + start - (plainStarts[first] as number),
            end: isWholePiece ? lastEnd : lastStart + end - (plainStarts[last] as number),
          };
        },
      };
    },
  };
}

function lastAtOrBefore(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
