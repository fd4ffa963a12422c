import type { Span } from '../secretRule.ts';
import { endOf } from './readSign.ts';

const fieldName =
  /(?:^|[\s{,])(?:\\{0,8}["'])?(?:[nN]ame|[kK]ey|[iI]d|[vV]ariable|ParameterKey)(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[\w./-]{0,60}$/;
const entryEnd = /(?:\\{0,8}["'])?[ \t]{0,4}(?:[,;}\r\n]|\\{1,8}[nr]|$)/y;
const valueField =
  /(?:^|[\s{,-])(?:\\{0,8}["'])?[vV]alue(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:(\\{0,8}["'])([^\s"'\\]{6,200})\1|([^\s"',\\]{6,200}))(?:[\s,-]|\\{1,8}[nrt]){1,60}(?:WHERE )?(?:(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[A-Za-z0-9_./-]{1,60}(?:\\{0,8}["'])?(?:[\s,]|\\{1,8}[nrt]){1,60}){0,2}$/;
const farthestBefore = 360;

/** Reads the value of a settings entry that has its value before its name: `{"value": "…", "name": "DB_PASSWORD"}`. */
export function readValueBefore(text: string, nameStart: number, nameEnd: number): Span | undefined {
  if (endOf(entryEnd, text, nameEnd) === undefined) return undefined;
  const near = text.slice(Math.max(0, nameStart - 96), nameStart);
  const field = fieldName.exec(near);
  if (field === null) return undefined;
  const fieldAt = nameStart - near.length + field.index + (/^[\s{,]/.test(field[0]) ? 1 : 0);
  const from = Math.max(0, fieldAt - farthestBefore);
  const before = valueField.exec(text.slice(from, fieldAt));
  const value = before?.[2] ?? before?.[3];
  if (before === null || value === undefined) return undefined;
  const start = from + before.index + before[0].indexOf(value, before[0].search(/alue/) + 4);
  return { start, end: start + value.length };
}
