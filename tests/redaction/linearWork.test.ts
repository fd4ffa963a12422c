import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { anchorTexts } from './hostileText.ts';

const redactor = createRedactor();

/**
 * Counts the characters that a search examines: encoded, read one by one, matched by a pattern, or copied. The methods of strings, patterns
 * and encoders are replaced during the search, because time alone says little on a busy machine.
 */
function workOf(text: string): number {
  let work = 0;
  const { charCodeAt, slice } = String.prototype;
  const { test: matches } = RegExp.prototype;
  const { encodeInto } = TextEncoder.prototype;
  Object.assign(String.prototype, {
    charCodeAt(this: string, index: number) {
      work++;
      return charCodeAt.call(this, index);
    },
    slice(this: string, from: number, to?: number) {
      const part = slice.call(this, from, to);
      work += part.length;
      return part;
    },
  });
  Object.assign(RegExp.prototype, {
    test(this: RegExp, subject: string) {
      const from = this.lastIndex;
      const isMatch = matches.call(this, subject);
      work += 1 + (isMatch && this.sticky ? this.lastIndex - from : 0);
      return isMatch;
    },
  });
  Object.assign(TextEncoder.prototype, {
    encodeInto(this: TextEncoder, source: string, bytes: Uint8Array) {
      const result = encodeInto.call(this, source, bytes);
      work += result.written;
      return result;
    },
  });
  try {
    redactor.find(text);
  } finally {
    Object.assign(String.prototype, { charCodeAt, slice });
    Object.assign(RegExp.prototype, { test: matches });
    Object.assign(TextEncoder.prototype, { encodeInto });
  }
  return work;
}

/** Number of characters that a search may examine per character of the text. */
const mostWork = 160;

const fillers = ['', ' ', '=', '="', '-', 'a', 'A1b2C3d4'];
const wholes = [
  'a',
  'A',
  '0',
  '-',
  '/',
  '\\',
  '"',
  `"'`,
  '\x1b',
  '\x1b[',
  '\x1b]',
  '\\u001b[',
  '\\u00',
  '\\/',
  '://',
  '://a:',
  '://a:b',
  '://a@',
  'eyJ.',
  'eyJhbGciOiJIUzI1NiJ9.',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nAAAA\n',
  '-----BEGIN PRIVATE KEY-----\nA: b\n',
  'AAAA\n-----END PRIVATE KEY-----\n',
  'password="',
  `password="token='secret=\``,
  'password=\\"token=\\\\"',
  'cookie: a=',
  'Cookie: a=b; ',
  'machine a login b ',
  'Authorization: ',
  '[REDACTED:',
  '[REDACTED:a]',
  'password=[REDACTED:a]',
  '"password",\n',
  'password\\n',
  'sig=a1',
  ' -u a:',
  'AKIAABCDEFGHIJKLMNOP,',
];

// Longer than the longest value that any rule reads, 16 384 characters: reading on from each anchor shows only above that. One test runs
// hundreds of anchors, each in several texts.
const timeout = 240_000;

test('takes linear time for a long text of nothing but one anchor, without any sign', {
  timeout,
}, () => {
  const slow = anchorTexts.filter((unit) => workOf(unit.repeat(Math.ceil(20_000 / unit.length))) >= 20_000 * mostWork);
  expect(slow).toEqual([]);
});

/** Describes how a text of nothing but a unit takes more than linear work; undefined if it does not. */
function excessOf(unit: string): string | undefined {
  const work = (length: number) => workOf(unit.repeat(Math.ceil(length / unit.length)));
  const short = work(2_000);
  const long = work(8_000);
  if (long < short * 5 + 1_000 && long < 8_000 * mostWork) return undefined;
  return `${JSON.stringify(unit)}: ${short} for 2 000 characters, ${long} for 8 000`;
}

test.each([
  ['pieces of rules', wholes],
  ...fillers.map((filler) => [
    `anchors with ${JSON.stringify(filler)} behind each`,
    anchorTexts.map((anchor) => anchor + filler),
  ]),
] as [string, readonly string[]][])('takes linear time for a text of nothing but %s', { timeout }, (_, units) => {
  expect(units.map(excessOf).filter((excess) => excess !== undefined)).toEqual([]);
});
