/** Characters and line starts that Markdown gives a meaning. */
const marked = /[*_`~[\]#<|&\\]|https?:|www\.|^\s{0,3}(?:[-+>=]|\d{1,9}[.)])|^ {4}|\t/m;

/** Whether a text might look different as Markdown. Most one-line messages do not, and then no renderer is loaded. */
export function usesMarkdown(text: string): boolean {
  return marked.test(text);
}
