import { blanks, runEnd } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';
import { bareEnd, endsStatement, readBareHead } from './readBare.ts';
import { readQuoted } from './readQuoted.ts';
import { readSign, skipNameEnd } from './readSign.ts';

/** A value that a text gives to a name, or its head. */
export interface Assigned extends Span {
  /**
   * How sure it is that the value is meant literally: in `quoted` marks; `tight`, as in `name=value` or `--name value`;
   * `stated` at the end of a line or of words (`name: value`); in quotes but only `beside` the name; or `loose`, where it
   * may well be code.
   */
  readonly binding: 'quoted' | 'tight' | 'stated' | 'beside' | 'loose';
}

const maxGap = 12;

/**
 * Reads the value that is given to the name at `[nameStart, nameEnd)`: `name: value`, `"name": "value"`, `name=value`,
 * `name => 'value'`, `--name value`, `<name>value</name>`, `name: str = "value"`, `"name", "value"`, `name is value`,
 * `{"name": "NAME", "value": "…"}`, `| name | value |`, `name: |` with the value on the next line; quotes may be escaped any number of times, because texts hold JSON that holds JSON.
 */
export function readAssigned(text: string, nameStart: number, nameEnd: number): Assigned | undefined {
  const from = runEnd(text, skipNameEnd(text, nameEnd), blanks, maxGap);
  const sign = readSign(text, nameStart, nameEnd, from);
  if (sign === undefined) return undefined;
  const valueAt = runEnd(text, sign.end, blanks, maxGap);
  const quoted = readQuoted(text, valueAt);
  if (quoted !== undefined) return { ...quoted, binding: sign.kind === 'open' ? 'beside' : 'quoted' };
  if (sign.kind === 'open') return undefined;
  const bare = readBareHead(text, readBlockStart(text, valueAt) ?? valueAt);
  if (bare === undefined) return undefined;
  if (sign.kind === 'tight') return { ...bare, binding: 'tight' };
  if (sign.kind === 'cell') return { ...bare, binding: 'loose' };
  return { ...bare, binding: endsStatement(text, bare.end) ? 'stated' : 'loose' };
}

// `password: |`, a line break, which may be escaped, and the indented line; `cat -n` and diffs put something before it.
const block =
  /[|>][-+\d]{0,2}[ \t]{0,4}(?:\r?\n|\\{1,15}n|\\{1,15}r\\{1,15}n)(?:[ \t]{0,8}\d{1,7}(?:\t|→|:|\\{1,15}t))?[-+]?[ \t]{1,40}/y;

/** Where the first line of a YAML block begins, if one does at `at`. */
function readBlockStart(text: string, at: number): number | undefined {
  if (text[at] !== '|' && text[at] !== '>') return undefined;
  block.lastIndex = at;
  return block.test(text) ? block.lastIndex : undefined;
}

/** Gives the range of a value whole. */
export function wholeValue(text: string, value: Assigned): Span {
  return { start: value.start, end: isInQuotes(value) ? value.end : bareEnd(text, value) };
}

function isInQuotes({ binding }: Assigned): boolean {
  return binding === 'quoted' || binding === 'beside';
}
