import { expect, test } from 'vitest';
import {
  commandOfKey,
  pagesOf,
  printedKeys,
  rowAfterKey,
  withOrWithoutShift,
} from '../../../src/components/shared/keyTable.ts';

const table = {
  lines: [
    { does: { m: 'on', 'Shift m': 'back' } },
    { does: withOrWithoutShift('Home', 'first') },
    { does: { '?': 'help', '5': 'half' } },
    { does: { 'Ctrl End': 'last of all', d: 'pan' } },
  ],
};
const press = (key: string, held: { shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean } = {}) =>
  commandOfKey(table, { key, shiftKey: false, ...held });

test('Shift counts for letters, whatever Caps Lock does, and for named keys', () => {
  expect(press('m')).toBe('on');
  expect(press('M')).toBe('on');
  expect(press('M', { shiftKey: true })).toBe('back');
  expect(press('m', { shiftKey: true })).toBe('back');
  expect(press('d', { shiftKey: true })).toBeUndefined();
  expect(press('Home', { shiftKey: true })).toBe('first');
});

test('Shift is ignored where the character already implies it, because keyboards differ', () => {
  expect(press('?', { shiftKey: true })).toBe('help');
  expect(press('5', { shiftKey: true })).toBe('half');
});

test('holding Ctrl or the command key makes a different key', () => {
  expect(press('End', { ctrlKey: true })).toBe('last of all');
  expect(press('End', { metaKey: true })).toBe('last of all');
  expect(press('End')).toBeUndefined();
  expect(press('d', { ctrlKey: true })).toBeUndefined();
});

test('keys outside the table have no command', () => {
  for (const key of ['__proto__', 'constructor', 'toString', '', 'x']) expect(press(key)).toBeUndefined();
});

test('help prints each key once, as on a keyboard', () => {
  expect(table.lines.map(printedKeys)).toEqual([['M'], ['Home'], ['5', '?'], ['Ctrl End', 'D']]);
  const signs = { ' ': 0, 'Shift ArrowLeft': 0, PageUp: 0, Escape: 0, '-': 0 };
  expect(printedKeys({ does: signs })).toEqual(['Space', 'Shift \u2190', 'PgUp', 'Esc', '\u2212']);
  expect(printedKeys({ does: { a: 0 }, printed: ['Tab'] })).toEqual(['Tab']);
});

const steps = { last: 9, pageFrom: pagesOf(5) };

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 8],
  ['PageDown', 7, 9],
  ['PageUp', 7, 2],
  ['PageUp', 2, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
] as const)('the key %s leads from row %d to row %d', (key, from, to) => {
  expect(rowAfterKey(key, from, steps)).toBe(to);
});

test('other keys lead nowhere', () => {
  expect(rowAfterKey('Enter', 5, steps)).toBeUndefined();
});
