import type { Span } from '../secretRule.ts';
import { readBareHead } from './readBare.ts';
import { readQuoted } from './readQuoted.ts';
import { endOf } from './readSign.ts';

const lineBreak = String.raw`(?:\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n)`;
// An empty line, a fence, an indent, a bullet.
const down = new RegExp(
  String.raw`[ \t]{0,8}${lineBreak}(?:[ \t>]{0,8}${lineBreak})?(?:[ \t]{0,8}(?:\`{3}|~{3})[\w-]{0,12}${lineBreak})?[ \t>]{0,24}(?:[-*•][ \t]{1,3})?(?:\$\d{1,4} = )?(?:0x[0-9a-f]{4,16} )?`,
  'y',
);
const lineEnd = /\\{0,15}["'`*]{0,3}[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|$)/y;

/** Reads a value that stands alone on one of the lines below `from`, which is the end of a line. */
export function readBelow(text: string, from: number): Span | undefined {
  const at = endOf(down, text, from);
  if (at === undefined) return undefined;
  const value = readQuoted(text, at) ?? readBareHead(text, at);
  return value !== undefined && (endOf(lineEnd, text, value.end) !== undefined || value.end - value.start >= wholeHead)
    ? value
    : undefined;
}

/** A value whose head has this length may continue. */
const wholeHead = 48;

// `$ cat …`, `root@host:~# echo …`, `PS C:\> …`, `name="…"` of a form.
const asked =
  /(?:(?:^|\n|\\n)[ \t]{0,8}(?:[$#%>❯➜+][ \t]|PS [^\n>]{0,60}>[ \t]|[\w.@-]{1,40}[:~][^\n$#]{0,40}[$#][ \t]|\((?:gdb|lldb|i?[Pp]db|pry|byebug)\)[ \t]|>>> |In \[\d{1,4}\]: |(?:cat|echo|printenv|head|tail|type|Get-Content)[ \t])[^\n]{0,140}|[ \t;]name=\\{0,15}["']?[\w.[\]-]{0,60})$/;
const farthest = 200;

/** A line of nothing but the name, as in a form or a copied dialogue. */
const alone = /(?:^|\n)[ \t]{0,8}(?:[A-Za-z][\w()-]{1,20} ){0,3}$/;

/** Tells whether the name at `[nameStart, nameEnd)` is the whole line. */
export function isAlone(text: string, nameStart: number, nameEnd: number): boolean {
  return /^[\r\n]/.test(text.charAt(nameEnd)) && alone.test(text.slice(Math.max(0, nameStart - 80), nameStart));
}

/** Tells whether the line up to `nameEnd` announces a value on the next line: a command that prints it, or a form field. */
export function isAskedFor(text: string, nameEnd: number): boolean {
  return asked.test(text.slice(Math.max(0, nameEnd - farthest), nameEnd));
}
