import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from '../../src/components/language/english.ts';
import { type KeyLine, type KeyTable, printedKeys } from '../../src/components/shared/keyTable.ts';
import { keyMap } from '../../src/components/transport-bar/KeyHelp.tsx';
import { commandOf } from '../../src/components/transport-bar/replayCommand.ts';

const page = readFileSync('docs/keyboard.md', 'utf8');

/** The rows of the table below a heading, as keys and what they do. */
function tableBelow(heading: string): string[][] {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, keys, what]) => [keys ?? '', what ?? '']);
}

const helpOf = ({ lines }: KeyTable<unknown>): KeyLine<unknown>[] => lines.filter(({ help }) => help !== undefined);
const wordsOf = (help: KeyLine<unknown>['help']): unknown => (help === undefined ? undefined : english[help]);

test('the page lists the keys of replay and comparison', () => {
  for (const table of [...keyMap.replay, ...keyMap.comparison]) {
    expect(tableBelow(english[table.where])).toEqual(
      helpOf(table).map((line) => [
        printedKeys(line)
          .map((key) => `\`${key}\``)
          .join(' '),
        wordsOf(line.help),
      ]),
    );
  }
});

test('every key listed as working anywhere is a command, or closes details', () => {
  const pressed: Readonly<Record<string, string>> = {
    Space: ' ',
    '\u2190': 'ArrowLeft',
    '\u2192': 'ArrowRight',
    '1 \u2013 4': '2',
    'Shift \u2190': 'ArrowLeft',
    'Shift \u2192': 'ArrowRight',
  };
  const anywhere = keyMap.replay[0]?.lines.flatMap(printedKeys).filter((key) => key !== 'Esc') ?? [];
  expect(anywhere.length).toBeGreaterThan(10);
  for (const key of anywhere) {
    expect(commandOf({ key: pressed[key] ?? key, shiftKey: key.startsWith('Shift') }), key).toBeDefined();
  }
});

test('every line of the help is a command, except Tab, which belongs to the browser', () => {
  for (const table of [...keyMap.replay, ...keyMap.comparison]) {
    expect(helpOf(table).length).toBeGreaterThan(2);
    for (const line of helpOf(table)) {
      if (line.help !== 'key.help.inside') expect(Object.keys(line.does).length, line.help).toBeGreaterThan(0);
    }
  }
});

test('no key is in two lines of a table', () => {
  for (const { lines } of [...keyMap.replay, ...keyMap.comparison]) {
    const keys = lines.flatMap(({ does }) => Object.keys(does));
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test('every key that moves a side of a comparison is a command of its replay', () => {
  const lines = keyMap.comparison.find(({ where }) => where === 'key.group.comparedSide')?.lines ?? [];
  // Digits are tenths of a side, which has no levels of reading.
  const shared = lines.filter(({ help }) => help !== 'key.help.tenths');
  expect(shared).toEqual(keyMap.replay[0]?.lines.slice(0, shared.length));
  expect(shared.length).toBe(lines.length - 1);
});
