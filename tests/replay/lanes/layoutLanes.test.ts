import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexSession, layoutLanes, type SessionIndex } from '../../../src/replay/index.ts';
import { countKind, findInRow, laneKinds, nearestCall } from '../../../src/replay/lanes/laneRow.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { arbitrarySession } from '../arbitrarySession.ts';

const layout = (text: string) => {
  const index = indexSession(sessionFromText(text));
  return layoutLanes(index, index.axes.squeezed);
};

const callsOf = ({ items }: SessionIndex): number[] =>
  items.filter(({ is }) => is === 'call').map((item) => item.index);

const nested = `
  0:00 Task(one) 1m as scout
    0:02 Read(a.ts) 1s
    0:03 Task(deeper) 20s as reader
      0:05 Grep(x) 1s
  0:10 Task(two, at the same time) 1m as scout
    0:12 Read(b.ts) 1s failed: no such file
  0:12 Task(other) 30s as writer
    0:14 Write(c.ts) 1s
  2:00 Task(three, afterwards) 1m as scout
    2:01 Read(d.ts) 1s
`;

test('gives each agent a lane below its parent’s, and another lane only for overlapping runs', () => {
  const { lanes } = layout(nested);
  expect(lanes.map(({ agent, number, depth, parent, below }) => [agent, number, depth, parent, below])).toEqual([
    [undefined, 1, 0, undefined, 4],
    ['scout', 1, 1, 0, 1],
    ['reader', 1, 2, 1, 0],
    ['scout', 2, 1, 0, 0],
    ['writer', 1, 1, 0, 0],
  ]);
  expect(lanes.map(({ runs }) => runs.length)).toEqual([1, 2, 1, 1, 1]);
  expect(lanes.map(({ errors }) => errors.items.length)).toEqual([0, 0, 0, 1, 0]);
});

test('puts overlapping calls into separate rows', () => {
  const { lanes } = layout(nested);
  expect(lanes[0]?.rows.map(({ items }) => items.length)).toEqual([2, 1, 1]);
});

test('puts every call into exactly one row of one lane, without overlap', () => {
  fc.assert(
    fc.property(arbitrarySession, fc.boolean(), (session, squeezed) => {
      const index = indexSession(session);
      const { lanes, laneOfRun, rowOf, axis } = layoutLanes(index, squeezed ? index.axes.squeezed : index.axes.full);
      const inLanes = lanes.flatMap(({ calls }) => [...calls]);
      expect([...inLanes].sort((a, b) => a - b)).toEqual(callsOf(index));
      for (const lane of lanes) {
        const inRows = lane.rows.flatMap(({ items }) => [...items]);
        expect(inRows.sort((a, b) => a - b)).toEqual([...lane.calls]);
        for (const item of lane.calls) expect(laneOfRun[index.items[item]?.run ?? -1]).toBe(lane.index);
        for (const [number, { items, from, to }] of lane.rows.entries()) {
          for (let n = 0; n < items.length; n += 1) {
            expect(rowOf[items[n] as number]).toBe(number);
            expect(to[n]).toBeGreaterThanOrEqual(from[n] as number);
            expect(to[n]).toBeLessThanOrEqual(axis.total);
            if (n > 0) expect(from[n]).toBeGreaterThanOrEqual(to[n - 1] as number);
          }
        }
      }
    }),
  );
});

test('arranges lanes as a tree in reading order, one lane per run', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const index = indexSession(session);
      const { lanes } = layoutLanes(index, index.axes.squeezed);
      expect(lanes.flatMap(({ runs }) => runs.map((run) => run.index)).sort((a, b) => a - b)).toEqual(
        index.runs.map((run) => run.index),
      );
      for (const { index: n, parent, depth, below } of lanes) {
        expect(depth).toBe(parent === undefined ? 0 : (lanes[parent]?.depth ?? -2) + 1);
        for (let lower = n + 1; lower < lanes.length; lower += 1) {
          let above = lanes[lower]?.parent;
          while (above !== undefined && above > n) above = lanes[above]?.parent;
          expect(above === n).toBe(lower <= n + below);
        }
      }
    }),
  );
});

test('converts an offset on the axis to a moment and back', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const index = indexSession(session);
      const { axis } = layoutLanes(index, index.axes.squeezed);
      if (axis.unit === 'item') return;
      for (const item of index.items) {
        const place = axis.startOf(item.index);
        expect(axis.offsetOf(axis.momentAt(place))).toBeCloseTo(place, 3);
      }
    }),
  );
});

test('lays out a session at one moment by position', () => {
  const { axis, lanes } = layout('- Read(a.ts) 0ms\n- Read(b.ts) 0ms\n- Read(c.ts) 0ms');
  expect(axis.unit).toBe('item');
  expect([...(lanes[0]?.rows[0]?.from ?? [])]).toEqual([0, 1, 2]);
  expect(axis.total).toBe(2);
});

test('gives an empty session one empty lane', () => {
  const { lanes, axis } = layout('@ title Nothing');
  expect(lanes.map(({ rows, calls }) => [rows.length, calls.length])).toEqual([[1, 0]]);
  expect(axis.total).toBeGreaterThan(0);
});

test('counts the calls in part of a row by kind', () => {
  const { lanes } = layout('0:00 Read(a.ts) 1s\n0:02 Bash(rm a) 1s\n0:04 Bash(cp a b) 1s\n0:06 Read(b.ts) 1s');
  const row = lanes[0]?.rows[0];
  if (row === undefined) throw new Error('no row');
  const counts = (first: number, last: number) =>
    laneKinds.flatMap((kind, n) =>
      countKind(row, n, first, last) > 0 ? [`${kind} ${countKind(row, n, first, last)}`] : [],
    );
  expect(counts(0, 0)).toEqual(['perception 1']);
  expect(counts(0, 2)).toEqual(['perception 1', 'action 2']);
  expect(counts(0, 3)).toEqual(['perception 2', 'action 2']);
});

test('classifies a shell call by its command, and a call that continues it likewise', () => {
  const commands = [
    'rg -n x src',
    'git diff',
    'npm test',
    'rm -r build',
    'sed -n 1,20p a.ts',
    'sleep 5',
    'cd a && npx tsc',
  ];
  const { lanes } = layout(commands.map((command, n) => `0:0${n} Bash(${command}) 1ms`).join('\n'));
  const kinds = [...(lanes[0]?.rows[0]?.kinds ?? [])].map((kind) => laneKinds[kind]);
  expect(kinds).toEqual(['perception', 'perception', 'test', 'action', 'perception', 'action', 'test']);
  const polled = layout('0:00 Bash(npm test) 1s\n0:02 write_stdin() 1s\n0:04 Edit(a.ts) 1s\n0:06 write_stdin() 1s');
  const polls = [...(polled.lanes[0]?.rows[0]?.kinds ?? [])].map((kind) => laneKinds[kind]);
  expect(polls).toEqual(['test', 'test', 'action', 'test']);
});

test('finds the call at an offset, or the nearest within reach', () => {
  const { lanes } = layout(nested);
  const lane = lanes[0];
  const [long, second] = lane?.rows ?? [];
  if (lane === undefined || long === undefined || second === undefined) throw new Error('no rows');
  expect(findInRow(long, 30_000, 0)).toBe(long.items[0]);
  expect(findInRow(long, 60_400, 500)).toBe(long.items[0]);
  expect(findInRow(long, 60_600, 500)).toBeUndefined();
  expect(nearestCall(lane, 0)).toBe(long.items[0]);
  expect(nearestCall(lane, 1e9)).toBe(long.items.at(-1));
});

test('limits the rows of a hundred thousand parallel calls, without quadratic time', () => {
  const session = sessionFromText('0:00 Read(a.ts) 1m');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('no call');
  const index = indexSession({
    ...session,
    tool_calls: Array.from({ length: 100_000 }, (_, n) => ({ ...call, call_id: `tool-${n + 1}`, seq: n + 1 })),
  });
  expect(layoutLanes(index, index.axes.full).lanes[0]?.rows.length).toBe(100_000);
});
