import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { figuresOnAxis } from '../../src/components/timeline-lanes/LanePlots.tsx';
import {
  briefSteps,
  chaptersOf,
  indexSession,
  layoutLanes,
  noFilters,
  outcomeOf,
  phaseBlocks,
  rowsOf,
  type SessionIndex,
  type TimeHolder,
  timeSpans,
} from '../../src/replay/index.ts';
import { memoizeSteps } from '../../src/replay/memoize.ts';
import { arbitrarySession } from './arbitrarySession.ts';

test('a result is computed once, by steps or at once, whichever is asked first', () => {
  let computed = 0;
  const count = memoizeSteps(function* (list: readonly number[]): Generator<undefined, { sum: number }> {
    computed += 1;
    let sum = 0;
    for (const each of list) {
      sum += each;
      yield;
    }
    return { sum };
  });
  const list = [1, 2, 3];
  const steps = count.steps(list);
  steps.next();
  steps.next();
  const atOnce = count(list);
  expect(atOnce).toEqual({ sum: 6 });
  steps.next();
  expect(steps.next()).toEqual({ done: true, value: atOnce });
  expect(count(list)).toBe(atOnce);
  expect(count.steps(list).next()).toEqual({ done: true, value: atOnce });
  expect(computed).toBe(2);
});

/** An index that counts how often one of its items is looked at. */
function counted(index: SessionIndex): { index: SessionIndex; looks: () => number } {
  let looks = 0;
  const items = new Proxy(index.items as SessionIndex['items'][number][], {
    get(list, key, receiver) {
      if (typeof key === 'string' && key >= '0' && key <= ':') looks += 1;
      return Reflect.get(list, key, receiver);
    },
  });
  return { index: { ...index, items }, looks: () => looks };
}

const filters = { ...noFilters, level: 'steps' } as const;
const expanded: ReadonlySet<string> = new Set();

const preparations: Record<string, (index: SessionIndex) => Iterable<unknown>> = {
  chapters: (index) => chaptersOf.steps(index),
  phases: (index) => phaseBlocks.steps(index),
  rows: (index) => rowsOf.steps(index, filters, expanded),
  lanes: (index) => layoutLanes.steps(index, index.axes.squeezed),
  plots: (index) => figuresOnAxis.steps(index, layoutLanes(index, index.axes.squeezed).axis),
  brief: (index) => briefSteps(index),
};

test('what is computed of a whole session pauses every few thousand items, and looks at each item a few times', () => {
  const long = indexSession(bigSession(20_000));
  for (const [name, prepare] of Object.entries(preparations)) {
    const { index, looks } = counted(long);
    if (name === 'plots') layoutLanes(index, index.axes.squeezed);
    const begun = looks();
    let before = begun;
    let most = 0;
    for (const _ of prepare(index)) {
      most = Math.max(most, looks() - before);
      before = looks();
    }
    expect(Math.max(most, looks() - before), name).toBeLessThan(30_000);
    expect(looks() - begun, name).toBeLessThan(16 * long.items.length);
  }
});

/** Who may have held a session up at a moment, asked of every item. */
function holdersAt(index: SessionIndex, at: number): readonly TimeHolder[] {
  const { runs, items, starts, ends } = index;
  const runsAt = (item: number): boolean =>
    items[item]?.is === 'call' &&
    (starts[item] as number) <= at &&
    (ends[item] as number) > at &&
    Number.isFinite(ends[item]);
  const running = [...(runs[0]?.items ?? [])].filter(runsAt);
  const isDenied = (item: number): boolean => {
    const each = items[item];
    return each?.is === 'call' && outcomeOf(each.call) === 'denied';
  };
  if (running.some((item) => !isDenied(item))) return ['tools'];
  const isActive = runs.slice(1).some(({ start, end }) => start <= at && end > at);
  // Between the items of a subagent may lie a pause.
  const busy = runs.slice(1).some((run) => [...run.items].some(runsAt));
  if (busy) return ['agents'];
  if (running.length > 0) return isActive ? ['agents', 'person'] : ['person'];
  return isActive ? ['agents', 'model', 'person'] : ['model', 'person'];
}

test('time is given to tools first, then to subagents, at any moment', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const index = indexSession(session);
      const spans = timeSpans(index);
      const total = index.axes.full.duration;
      expect(spans.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(total);
      for (const [n, { holder, from, to }] of spans.entries()) {
        expect(from).toBe(spans[n - 1]?.to ?? 0);
        for (const at of [from, (from + to) / 2]) {
          expect(holdersAt(index, at)).toContain(holder);
        }
      }
    }),
  );
});
