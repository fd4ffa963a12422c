/** Left where the middle of a long text was taken out; the text itself lies elsewhere, see `content_refs`. */
export const omission = /\n\[… \d{1,15} characters omitted here; [^\n]{1,200}\]\n/;

/** Sizes of what stays of a text, in UTF-16 units. */
export interface OmissionRule {
  readonly head: number;
  readonly tail: number;
}

/** A text without its middle: beginning, a line that says how much is missing, end. No character is cut in two. */
export function omitMiddle(text: string, { head, tail }: OmissionRule): string {
  const before = wholeCharacters(text.slice(0, head));
  const after = wholeCharacters(text.slice(text.length - tail));
  const omitted = text.length - before.length - after.length;
  return `${before}\n[… ${omitted} characters omitted here; the whole text is in the session's content folder …]\n${after}`;
}

function wholeCharacters(part: string): string {
  const from = isIn(0xdc00, part.charCodeAt(0)) ? 1 : 0;
  return part.slice(from, isIn(0xd800, part.charCodeAt(part.length - 1)) ? -1 : undefined);
}

/** Whether a unit is of that half of the surrogates. */
function isIn(half: number, code: number): boolean {
  return code >= half && code < half + 0x400;
}
