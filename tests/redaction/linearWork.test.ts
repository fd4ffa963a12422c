import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { anchorTexts } from './hostileText.ts';

const redactor = createRedactor();

/**
 * Characters that were examined: encoded, read one by one, matched by a pattern, or copied. What a pattern tries in vain counts as one, and
 * `exec`, `match` and `replace` as none: slow patterns are held by `hostilePatterns.test.ts` and `encodedText.test.ts`.
 */
let work = 0;
const { charCodeAt, slice, indexOf, lastIndexOf } = String.prototype;
const { test: matches } = RegExp.prototype;
const { encodeInto } = TextEncoder.prototype;

// The methods of strings, patterns and encoders count, because time alone says little on a busy machine. They are replaced once for all
// searches: each replacement makes the engine compile anew what it had compiled.
beforeAll(() => {
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
    indexOf(this: string, part: string, from = 0) {
      const at = indexOf.call(this, part, from);
      work += (at === -1 ? this.length : at) - from;
      return at;
    },
    lastIndexOf(this: string, part: string, from = this.length) {
      const at = lastIndexOf.call(this, part, from);
      work += Math.min(from, this.length) - Math.max(at, 0);
      return at;
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
});

afterAll(() => {
  Object.assign(String.prototype, { charCodeAt, slice, indexOf, lastIndexOf });
  Object.assign(RegExp.prototype, { test: matches });
  Object.assign(TextEncoder.prototype, { encodeInto });
});

/** How many characters a search of the text examines. */
function workOf(text: string): number {
  const before = work;
  redactor.find(text);
  return work - before;
}

/** Number of characters that a search may examine per character of the text. */
const mostWork = 225;

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
  'brindle#OTTER42 ',
  'login brindle#OTTER42\n',
  'f("x8Kd92LqPz0Wm3Rt7Vb1Yc")\n',
  'x8Kd92LqPz0Wm3Rt7Vb1Yc ',
  '1; // a key "',
];

/** Work per character of a text of 2 000 at which its growth is looked at: reading on from each place to the end takes more, for units of up to 33 characters. */
const suspicious = 30;

const known = new Map<string, number>();

/** Describes how a text of nothing but a unit takes more than linear work; undefined if it does not. */
function excessOf(unit: string): string | undefined {
  const workAt = (length: number) => workOf(unit.repeat(Math.ceil(length / unit.length)));
  const short = workAt(2_000);
  known.set(unit, short);
  if (short < 2_000 * suspicious) return undefined;
  const long = workAt(8_000);
  if (long < short * 5 + 1_000 && long < 8_000 * mostWork) return undefined;
  return `${JSON.stringify(unit)}: ${short} for 2 000 characters, ${long} for 8 000`;
}

// One text for each anchor of the rules with each filler.
const timeout = 120_000;

test.each([
  ['pieces of rules', wholes],
  ...fillers.map((filler) => [
    `anchors with ${JSON.stringify(filler)} behind each`,
    anchorTexts.map((anchor) => anchor + filler),
  ]),
] as [string, readonly string[]][])('takes linear time for a text of nothing but %s', { timeout }, (_, units) => {
  expect(units.map(excessOf).filter((excess) => excess !== undefined)).toEqual([]);
});

// What is read up to a bound, of 16 384 characters at most, is linear only in a text that is longer than that.
test('takes little work for a long text of what was read furthest', { timeout }, () => {
  const units = [...wholes, ...fillers.flatMap((filler) => anchorTexts.map((anchor) => anchor + filler))];
  const furthest = units
    .map((unit) => ({ unit, work: known.get(unit) ?? 0 }))
    .toSorted((a, b) => b.work - a.work)
    .slice(0, 40);
  const slow = furthest.filter(({ unit }) => workOf(unit.repeat(Math.ceil(20_000 / unit.length))) >= 20_000 * mostWork);
  expect(slow).toEqual([]);
});
