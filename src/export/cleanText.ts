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
