/**
 * Markdown of a log as Markdown that renders the same, but never as HTML and never as anything remote: no images, links to http
 * and https alone, and no headings, which belong to the page around it.
 */
export function harmlessMarkdown(text: string): string {
  return text
    .replace(/[<&]/g, (sign) => `\\${sign}`)
    .replaceAll('![', '!\\[')
    .replace(/\](?=\((?!https?:\/\/)|:(?! *https?:\/\/))/g, '\\]')
    .replace(/^(#{1,6}) /gm, '\\$1 ')
    .trimEnd();
}
