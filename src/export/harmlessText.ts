import { parse } from '@ansi-tools/parser';

// Control characters, and those that hide or reorder what stands around them.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A text of a log without terminal codes and without characters that nobody sees; tabs and line breaks stay. */
export function cleanText(text: string): string {
  return withoutCodes(text.replaceAll('\r\n', '\n')).replace(unseen, (sign) =>
    sign === '\n' || sign === '\t' ? sign : '',
  );
}

function withoutCodes(text: string): string {
  if (!text.includes('\u001b')) return text;
  // Line by line: a code that was cut off takes no more than its line with it.
  return text
    .split('\n')
    .map((line) =>
      parse(line)
        .filter(({ type }) => type === 'TEXT')
        .map(({ raw }) => raw)
        .join(''),
    )
    .join('\n');
}

/** Of a line: blanks, quote marks and list markers, in which what follows may stand. Each sign can be taken in one way only. */
const containers = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])(?=[ \t])[\s>]*)*/;

/** The line under a heading, behind blanks and quote marks. */
const underline = /^[\s>]*(?=[=-])(?:=+|-+)\s*$/;

/**
 * Markdown of a log as Markdown that renders the same, but never as HTML and never as anything remote: no images, links to http
 * and https alone, and no headings, which belong to the page around it. Entities, because a backslash of the log's own would undo one of ours.
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

/** Where a line has the sign that makes it, or the line before, a heading. */
function headingSign(line: string, before: string): number | undefined {
  if (before !== '' && underline.test(line)) return line.search(/[=-]/);
  const at = containers.exec(line)?.[0].length ?? 0;
  return /^#{1,6}(?:\s|$)/.test(line.slice(at)) ? at : undefined;
}

/**
 * A text of a log as a quote: whatever it opens, such as a fence, ends with it, and nothing in it can be taken for the words of
 * the page around it.
 */
export function quoteMarkdown(text: string): string {
  return harmlessMarkdown(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
