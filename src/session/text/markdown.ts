const tick = '`';

/** A text as a fenced Markdown block that the text cannot end. */
export function fence(text: string, language = ''): string {
  const ticks = tick.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${ticks}`;
}

/** A text as inline code that the text cannot end; line breaks become blanks. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ticks = tick.repeat(longestRun(line) + 1);
  const room = line.startsWith(tick) || line.endsWith(tick) || line === '' ? ' ' : '';
  return `${ticks}${room}${line}${room}${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = character === tick ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** The blanks, quote marks and list markers at the start of a line. Each character can match in one way only. */
const containers = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])(?=[ \t])[\s>]*)*/;

/** The underline of a heading, behind blanks and quote marks. */
const underline = /^[\s>]*(?=[=-])(?:=+|-+)\s*$/;

/**
 * A log's Markdown, made safe to render: never HTML, never anything remote (no images; links to http and https only) and no headings, which
 * belong to the surrounding page. Escapes with entities, because a backslash in the log would undo a backslash of ours.
 */
export function harmlessMarkdown(text: string): string {
  const inert = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('![', '!&#91;')
    .replace(/\](?=\((?!https?:\/\/)|:(?! *https?:\/\/))/g, '&#93;')
    .trimEnd();
  let before = '';
  return inert
    .split(/\r\n?|\n/)
    .map((line) => {
      const at = headingSign(line, before);
      before = line.trim();
      return at === undefined ? line : `${line.slice(0, at)}\\${line.slice(at)}`;
    })
    .join('\n');
}

/** Where a line has the character that makes it, or the line before it, a heading. */
function headingSign(line: string, before: string): number | undefined {
  if (before !== '' && underline.test(line)) return line.search(/[=-]/);
  const at = containers.exec(line)?.[0].length ?? 0;
  return /^#{1,6}(?:\s|$)/.test(line.slice(at)) ? at : undefined;
}

/**
 * A log's text as a quote. Whatever the text opens, such as a fence, ends with the quote, so nothing in it can pass for text of the
 * surrounding page.
 */
export function quoteMarkdown(text: string): string {
  return harmlessMarkdown(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** `**Plan**`, where both marks stand at the edges of words: those of `src/**` are no marks. */
const strongWords = /(^|[\s(])\*\*(?=\S)([^*\n]{1,300})\*\*(?=$|[\s.,:;!?)])/gm;
/** Marks that a writer of Markdown sees and a reader does not: comments, and the signs of headings. */
const unseen = /<!--[\s\S]{0,2000}?-->|^#{1,6} /gm;

/** A text without the marks that Markdown would take away: `## **Plan**` reads as `Plan`. */
export function withoutMarks(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(strongWords, '$1$2').replaceAll('`', '');
}
