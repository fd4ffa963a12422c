import { expect, test } from 'vitest';
import { faultsOf } from '../../../scripts/patterns/faultsOf.ts';
import { findPatterns, idOf } from '../../../scripts/patterns/findPatterns.ts';
import type { Verdict } from '../../../scripts/patterns/judgePattern.ts';

const text = `const text = '/a+$/';
const slow: RegExp = /\\s+$/gu; // not /this/
const part = /[a-z]+/;
const made = new RegExp('^' + part.source + '$');
const unseen = (name: string) => new RegExp(name, 'i');
`;
const { literals, constructions } = findPatterns('src/a.ts', text);
const built = [{ file: 'src/a.ts', line: 4, source: '^[a-z]+$', flags: '' }];
const found = { literals, constructions, built, parts: new Set(['[a-z]+']) };

const slow: Verdict = { status: 'slow', complexity: 'quadratic', attack: `' '.repeat(n) + 'x'` };
const asked: string[] = [];
const judge = (source: string): Verdict => {
  asked.push(source);
  return source === '\\s+$' ? slow : { status: 'safe' };
};
const [slowId = ''] = literals.map(idOf);
const unseenId = idOf(constructions[1] as (typeof constructions)[number]);
const knowledge = { judge, safe: new Set<string>(), exceptions: [] };

test('finds literals and constructions by the syntax, and no others', () => {
  expect(literals).toEqual([
    { file: 'src/a.ts', line: 2, source: '\\s+$', flags: 'gu' },
    { file: 'src/a.ts', line: 3, source: '[a-z]+', flags: '' },
  ]);
  expect(constructions).toEqual([
    { file: 'src/a.ts', line: 4, text: `new RegExp('^' + part.source + '$')` },
    { file: 'src/a.ts', line: 5, text: `new RegExp(name, 'i')` },
  ]);
});

test('says which pattern is slow for which text, and which was never built', () => {
  const { faults, count } = faultsOf(found, knowledge);
  expect(count).toBe(3);
  expect(faults).toHaveLength(2);
  expect(faults[0]).toContain(`src/a.ts:2 /\\s+$/gu takes quadratic time for the text ' '.repeat(n) + 'x'`);
  expect(faults[0]).toContain(`id: '${slowId}'`);
  expect(faults[1]).toContain(`src/a.ts:5 new RegExp(name, 'i') is not built`);
  expect(faults[1]).toContain(`id: '${unseenId}'`);
  // A part is judged with what it is a part of.
  expect(asked).toEqual(['\\s+$', '^[a-z]+$']);
});

test('excuses what has an exception, and no more when its pattern changes', () => {
  const exceptions = [slowId, unseenId].map((id) => ({ file: 'src/a.ts', id, reason: 'short texts' }));
  expect(faultsOf(found, { ...knowledge, exceptions }).faults).toEqual([]);
  const changed = findPatterns('src/a.ts', text.replace('\\s+$', '\\s+x'));
  const { faults } = faultsOf({ ...found, ...changed }, { ...knowledge, exceptions });
  expect(faults).toEqual([`src/a.ts: the exception ${slowId} is for no pattern. Take it out of exceptions.ts.`]);
});

test('does not judge again what was safe', () => {
  asked.length = 0;
  const id = idOf(built[0] as (typeof built)[number]);
  expect(faultsOf(found, { ...knowledge, safe: new Set([id, 'gone']) }).safe).toEqual([id]);
  expect(asked).toEqual(['\\s+$']);
});
