import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from '../../src/components/language/english.ts';
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

test('the page has the keys that replay and comparison show', () => {
  for (const { where, lines } of [...keyMap.replay, ...keyMap.comparison]) {
    expect(tableBelow(english[where])).toEqual(
      lines.map(({ keys, what }) => [keys.map((key) => `\`${key}\``).join(' '), english[what]]),
    );
  }
});

test('what the map says works anywhere is a command, or closes details', () => {
  const pressed: Readonly<Record<string, string>> = {
    Space: ' ',
    '\u2190': 'ArrowLeft',
    '\u2192': 'ArrowRight',
    '0 \u2013 9': '5',
    'Shift \u2190': 'ArrowLeft',
    'Shift \u2192': 'ArrowRight',
  };
  const anywhere = keyMap.replay[0]?.lines.flatMap(({ keys }) => keys).filter((key) => key !== 'Esc') ?? [];
  expect(anywhere.length).toBeGreaterThan(10);
  for (const key of anywhere) {
    expect(commandOf({ key: pressed[key] ?? key, shiftKey: key.startsWith('Shift') }), key).toBeDefined();
  }
});

test('what moves a side of a comparison is a command of its replay', () => {
  const lines = keyMap.comparison.find(({ where }) => where === 'key.group.comparedSide')?.lines ?? [];
  expect(lines).toEqual(keyMap.replay[0]?.lines.slice(0, lines.length));
});
