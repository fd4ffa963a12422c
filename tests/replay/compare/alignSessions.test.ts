import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignSessions } from '../../../src/replay/compare/alignSteps.ts';
import type { ComparedRow, Comparison } from '../../../src/replay/compare/comparison.ts';
import { endOf, filesAt, indexSession, type ReplayItem } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { arbitrarySession } from '../arbitrarySession.ts';

const drawn = (text: string): Session => sessionFromText(text);
const compare = (left: Session, right: Session): Comparison => alignSessions(indexSession(left), indexSession(right));

function nameOf(item: ReplayItem | undefined): string {
  if (item === undefined) return '-';
  return item.is === 'call'
    ? `${item.call.tool_name} ${Object.values(item.call.input.params).join(' ')}`
    : item.event.type;
}
const tell = (row: ComparedRow): string =>
  `${row.is}: ${nameOf(row.left)} | ${nameOf(row.right)}${row.differs.length === 0 ? '' : ` (${row.differs.join(', ')})`}`;
const told = (left: string, right: string): string[] => compare(drawn(left), drawn(right)).rows.map(tell);

/** Sessions like the one given: items left out, and the same ones again. */
const pairs = fc.oneof(
  fc.tuple(arbitrarySession, arbitrarySession),
  fc
    .tuple(arbitrarySession, fc.func(fc.boolean()))
    .map(([session, keep]): [Session, Session] => [
      session,
      { ...session, events: session.events.filter(({ event_id }) => keep(event_id)) },
    ]),
);

test('pairs calls by tool and file, in order', () => {
  const left = `
    0:00 user: Fix it
    0:01 Read(src/a.ts) 100ms: one
    0:02 Edit(src/a.ts) 100ms
    0:03 Bash(pnpm test --run) 1s failed: 1 failed
    0:04 assistant: Done.`;
  const right = `
    0:00 user: Fix it
    0:01 Read(src/b.ts) 100ms
    0:02 Read(src/a.ts) 200ms: one
    0:03 Edit(src/a.ts) 100ms
    0:05 Bash(pnpm test --all) 1s
    0:06 assistant: It is done.`;
  expect(told(left, right)).toEqual([
    'same: message | message',
    'only-right: - | Read src/b.ts',
    'same: Read src/a.ts | Read src/a.ts (duration)',
    'same: Edit src/a.ts | Edit src/a.ts',
    'changed: Bash pnpm test --run | Bash pnpm test --all (input, outcome, output)',
    'changed: message | message (text)',
  ]);
});

test('treats different commands as different things, even of the same tool', () => {
  expect(told('0:01 Bash(git status) 1s', '0:01 Bash(pnpm build) 1s')).toEqual([
    'only-left: Bash git status | -',
    'only-right: - | Bash pnpm build',
  ]);
});

test('pairs the calls of two checkouts of a project', () => {
  const at = (cwd: string): string => `@ cwd ${cwd}\n0:01 Read(${cwd}/src/a.ts) 1s\n0:02 Bash(cat ${cwd}/b.ts) 1s`;
  expect(told(at('/home/mara/tides'), at('/tmp/x')).map((row) => row.slice(0, 5))).toEqual(['same:', 'same:']);
});

test('pairs the same command run through another tool, and reports the tool', () => {
  const left = drawn('0:01 Bash(pnpm test) 1s');
  const right = drawn('0:01 exec(pnpm test) 1s');
  const [call] = right.tool_calls;
  const handed = { ...call, input: { params: { command: ['bash', '-lc', 'pnpm test'], workdir: '/x' } } };
  const { rows } = compare(left, { ...right, tool_calls: [handed as Session['tool_calls'][number]] });
  expect(rows).toMatchObject([{ is: 'same', differs: ['tool'] }]);
});

test('gives the figures of both sides, and right minus left', () => {
  const left = '0:00 Read(a.ts) 1s\n0:01 Bash(pnpm test) 1s failed: no\n0:02 usage: input 100, output 20';
  const right = '0:00 Read(a.ts) 1s\n0:01 Read(b.ts) 1s\n0:05 usage: input 300, output 20, cache_read 50';
  const { left: one, right: other, change } = compare(drawn(left), drawn(right));
  const own = (main: number) => ({ main, inner: 0 });
  expect(one).toEqual({
    calls: own(2),
    failures: own(1),
    tokens: own(120),
    durationMs: 2000,
    activeMs: 2000,
    files: 1,
  });
  expect(other).toEqual({
    calls: own(2),
    failures: own(0),
    tokens: own(370),
    durationMs: 5000,
    activeMs: 5000,
    files: 2,
  });
  expect(change).toEqual({
    calls: own(0),
    failures: own(-1),
    tokens: own(250),
    durationMs: 3000,
    activeMs: 3000,
    files: 1,
  });
});

test('compares the time in which something happened, not the hours in which nobody was there', () => {
  const left = '0:00 user: Go\n0:01 Read(a.ts) 1s\n2:00:00 user: Go on\n2:00:01 Read(b.ts) 4s';
  const { left: one, right: other, change } = compare(drawn(left), drawn('0:00 user: Go\n0:01 Read(a.ts) 4s'));
  expect([one.durationMs, other.durationMs]).toEqual([7_205_000, 5000]);
  expect([one.activeMs, other.activeMs, change.activeMs]).toEqual([7000, 5000, -2000]);
});

test('counts the files that a replay shows at its end', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const index = indexSession(session);
      expect(alignSessions(index, index).left.files).toBe(filesAt(index, endOf(index)).length);
    }),
  );
});

test('gives no number, and no difference, for tokens that were not counted', () => {
  const { left, change } = compare(drawn('0:00 Read(a.ts) 1s'), drawn('0:05 usage: input 300'));
  expect([left.tokens, change.tokens]).toEqual([undefined, undefined]);
});

test('handles endlessly nested input', () => {
  const session = drawn('0:01 Strange(x) 1s');
  const [call] = session.tool_calls as [Session['tool_calls'][number]];
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
  const nested = { ...session, tool_calls: [{ ...call, input: { params: { deep } } }] };
  expect(compare(nested, session).rows).toHaveLength(1);
});

test('puts every item of both sides on one row, in order', () => {
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      const [a, b] = [indexSession(left), indexSession(right)];
      const { rows, counts } = alignSessions(a, b);
      const side = (which: 'left' | 'right'): number[] => rows.flatMap((row) => row[which]?.index ?? []);
      expect(side('left')).toEqual([...a.outline]);
      expect(side('right')).toEqual([...b.outline]);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    }),
  );
});

test('finds a session equal to itself, row by row', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const { rows, counts } = compare(session, structuredClone(session));
      expect(counts.same).toBe(rows.length);
      expect(rows.every(({ left, right, differs }) => left?.id === right?.id && differs.length === 0)).toBe(true);
    }),
  );
});

test('swaps the result when the sessions are swapped', () => {
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      const paired = ({ rows }: Comparison, flip: boolean): string[] =>
        rows.flatMap(({ is, left: one, right: other }) =>
          one === undefined || other === undefined
            ? []
            : [`${is} ${flip ? `${other.index} ${one.index}` : `${one.index} ${other.index}`}`],
        );
      const [there, back] = [compare(left, right), compare(right, left)];
      expect(paired(back, true)).toEqual(paired(there, false));
      expect(back.counts['only-left']).toBe(there.counts['only-right']);
      expect(back.left).toEqual(there.right);
    }),
  );
});

test('finds the row of an item and the item of a row consistently', () => {
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      const comparison = compare(left, right);
      for (const side of ['left', 'right'] as const) {
        let last = -1;
        for (const [row, { [side]: item }] of comparison.rows.entries()) {
          last = item?.index ?? last;
          expect(comparison.itemAt(side, row)).toBe(last);
          if (item !== undefined) expect(comparison.rowOf(side, item.index)).toBe(row);
        }
        expect([comparison.rowOf(side, -1), comparison.itemAt(side, -1)]).toEqual([-1, -1]);
      }
    }),
  );
});
