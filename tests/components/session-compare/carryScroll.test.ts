import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carryScroll, type ShownComparison } from '../../../src/components/session-compare/CompareGrid.tsx';
import { compareLines, linePx, markOf, rowOfMark } from '../../../src/components/session-compare/useCompareRows.ts';
import { alignSessions, indexSession } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const files = Array.from({ length: 20 }, (_, n) => `Read(file-${n}.ts)`);
function session(names: readonly string[]): Session {
  return sessionFromText(names.map((name, n) => `0:${String(n).padStart(2, '0')} ${name} 1s`).join('\n'));
}
/** Compared as they are: an item keeps its id, as in a log that is still written. */
function shown(left: Session, right: Session, only: 'everything' | 'differences'): ShownComparison {
  const comparison = alignSessions(indexSession(left), indexSession(right));
  return { comparison, lines: compareLines(comparison.rows, 'columns', only) };
}
const left = session(files);
const right = session(files.slice(0, 10));
/** The right one did two things at its start that the left one did not; they came late. */
const grown: Session = {
  ...right,
  tool_calls: [
    ...session(['Bash(git status)', 'Bash(git diff)']).tool_calls.map((call, n) => ({
      ...call,
      call_id: `late-${n}`,
      seq: -2 + n,
    })),
    ...right.tool_calls,
  ],
};

test('visible rows keep their place when rows are added above them', () => {
  const [before, after] = [shown(left, right, 'everything'), shown(left, grown, 'everything')];
  expect(after.lines.rows).toHaveLength(before.lines.rows.length + 2);
  expect(carryScroll(5 * linePx + 7, before, after)).toBe(7 * linePx + 7);
  expect(carryScroll(0, before, after)).toBe(0);
});

test('a hidden row is replaced by the next difference', () => {
  const [all, differences] = [shown(left, right, 'everything'), shown(left, right, 'differences')];
  expect(carryScroll(4 * linePx, all, differences)).toBe(0);
  expect(carryScroll(12 * linePx, all, differences)).toBe(2 * linePx);
});

test('scrolls nowhere if nothing is shown', () => {
  const all = shown(left, right, 'everything');
  expect(carryScroll(40, shown(right, right, 'differences'), all)).toBe(40);
});

test('a row is found again by its mark after rows were added above it', () => {
  const [{ comparison: before }, { comparison: after }] = [
    shown(left, right, 'everything'),
    shown(left, grown, 'everything'),
  ];
  fc.assert(
    fc.property(fc.nat({ max: before.rows.length - 1 }), (at) => {
      const row = before.rows[at];
      if (row === undefined) throw new Error('no such row');
      expect(rowOfMark(before, markOf(row))).toBe(at);
      expect(after.rows[rowOfMark(after, markOf(row))]?.left?.id).toBe(row.left?.id);
    }),
  );
  expect(rowOfMark(after, { side: 'left', id: 'nothing' })).toBe(-1);
});
