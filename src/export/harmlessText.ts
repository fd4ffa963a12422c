import { parse } from '@ansi-tools/parser';

// Control characters, and those that hide or reorder what stands around them.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A log's text without terminal codes and invisible characters. Keeps tabs and line breaks. */
export function cleanText(text: string): string {
  return withoutCodes(text.replaceAll('\r\n', '\n')).replace(unseen, (sign) =>
    sign === '\n' || sign === '\t' ? sign : '',
  );
}

function withoutCodes(text: string): string {
  if (!text.includes('\u001b')) return text;
  // Line by line, so that a code that was cut off swallows no more than its own line.
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
