import { findRedactionMarkers } from '../../masking/masking.ts';

/** A piece of a text from a log, as it is drawn. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A masked secret; `rule` names its kind. */
  | { readonly kind: 'mask'; readonly rule: string }
  /** A character that is invisible or would reorder visible ones; `code` is as in `U+202E`. */
  | { readonly kind: 'hidden'; readonly code: string };

const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

function* visibleParts(text: string): Generator<TextPart> {
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    yield { kind: 'hidden', code: hiddenCharacter(character) };
    from = index + character.length;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

/**
 * Splits a text into what may be drawn as it is, what was masked, and what must be made visible: control characters, bidirectional
 * overrides, zero-width and tag characters. Tabs and line feeds stay text.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { start, end, rule } of findRedactionMarkers(text)) {
    parts.push(...visibleParts(text.slice(from, start)), { kind: 'mask', rule });
    from = end;
  }
  parts.push(...visibleParts(text.slice(from)));
  return parts;
}

/** Names a character by its code point: `U+202E`. */
export function hiddenCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
