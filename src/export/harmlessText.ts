import { parser, tokenizer } from '@ansi-tools/parser';
import { stripInvisible } from '../session/text/stripAnsi.ts';

/** A log's text without terminal codes and invisible characters. Keeps tabs and line breaks. */
export function cleanText(text: string): string {
  return stripInvisible(withoutCodes(text.replaceAll('\r\n', '\n')));
}

function withoutCodes(text: string): string {
  if (!text.includes('\u001b')) return text;
  // Line by line, so that a code that was cut off swallows no more than its own line.
  return text
    .split('\n')
    .map((line) => Array.from(parser(tokenizer(line)), ({ type, raw }) => (type === 'TEXT' ? raw : '')).join(''))
    .join('\n');
}
