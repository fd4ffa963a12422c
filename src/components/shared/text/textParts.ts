import { hiddenCharacter } from './hiddenCharacter.ts';

/** A piece of a text from a log, as it is drawn. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A secret was here; `rule` says of what kind. */
  | { readonly kind: 'mask'; readonly rule: string }
  /** A character that would not be seen, or that would reorder what is; `code` is as in `U+202E`. */
  | { readonly kind: 'hidden'; readonly code: string };

const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /\[REDACTED:([\w.-]{1,64})\]|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

/**
 * Cuts a text into what may be drawn as it is, what was masked, and what must be made visible: control characters,
 * bidirectional overrides, zero-width and tag characters. Tabs and line feeds stay text.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(special)) {
    const [whole, rule] = match;
    if (whole === '\t') continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push(rule === undefined ? { kind: 'hidden', code: hiddenCharacter(whole) } : { kind: 'mask', rule });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
