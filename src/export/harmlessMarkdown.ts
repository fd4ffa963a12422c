/**
 * Markdown of a log as Markdown that renders the same, but never as HTML and never as anything remote: no images, links to http
 * and https alone, and no headings, which belong to the page around it. Entities, because a backslash of the log's own would undo one of ours.
 */
export function harmlessMarkdown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('![', '!&#91;')
    .replace(/\](?=\((?!https?:\/\/)|:(?! *https?:\/\/))/g, '&#93;')
    .replace(/^(#{1,6}) /gm, '\\$1 ')
    .trimEnd();
}
