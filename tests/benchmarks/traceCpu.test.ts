import { expect, test } from 'vitest';
import { readTrace } from '../../benchmarks/traceCpu.ts';

const page = { pid: 1, tid: 1, cat: 'toplevel', ph: 'X' };
const mark = (name: string, ts: number) => ({ ...page, cat: 'blink.user_timing', ph: 'I', name, ts });
const work = (name: string, ts: number, ms: number) => ({ ...page, name, ts, dur: 1000 * ms, tdur: 1000 * ms });

test('a task of which the trace has only its microtasks counts, and microtasks within a task count once', () => {
  const trace = readTrace([
    { ...page, ph: 'M', cat: '__metadata', name: 'thread_name', ts: 0, args: { name: 'CrRendererMain' } },
    mark('begun', 1000),
    work('BlinkScheduler_PerformMicrotaskCheckpoint', 2000, 40),
    work('ThreadControllerImpl::RunTask', 50_000, 10),
    work('BlinkScheduler_PerformMicrotaskCheckpoint', 52_000, 6),
    mark('ended', 70_000),
  ]);
  expect(trace.between('begun', 'ended')).toMatchObject({ main: 50, longest: 40 });
});
