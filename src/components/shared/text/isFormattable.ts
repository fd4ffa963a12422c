/** Beyond this many characters a text is shown as it is: formatting it would hold up the page. */
const longest = 20_000;
/** Emphasis marks beyond this are not emphasis; the renderer compares each with those before it. */
const mostMarks = 2000;
/** More marks than this at the start of a line nest quotes and lists deeper than anyone reads. */
const deepest = 24;

/** The quote and list marks that a line starts with, as far as they matter. */
const nesting = /^[\t >*+-]{0,200}/;
const ruler = /^[-*\s]*$/;

function isNestedTooDeep(line: string): boolean {
  const start = nesting.exec(line)?.[0] ?? '';
  const marks = start.replaceAll(/[\t ]/g, '').length;
  return marks > deepest && !ruler.test(line);
}

/**
 * Whether a text may be given to the Markdown renderer. Very long texts, deep nesting and long runs of brackets or
 * emphasis marks cost it more than linear time; no one writes them by hand.
 */
export function isFormattable(text: string): boolean {
  if (text.length > longest || /[[\]*_`<>]{200}/.test(text)) return false;
  if (text.replaceAll(/[^*_]/g, '').length > mostMarks) return false;
  return !text.split('\n').some(isNestedTooDeep);
}
