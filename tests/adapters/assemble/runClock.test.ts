import { describe, expect, it } from 'vitest';
import type { SessionSink } from '../../../src/adapters/index.ts';
import { assemble, at, first } from './assemble.ts';

describe('clock of a run', () => {
  it('adds up durations from the hinted start if the source has no times', () => {
    const { session } = assemble(
      (sink) => {
        for (const durationMs of [500, 1500]) {
          const call = sink.openCall({ name: 'exec', params: {} });
          sink.closeCall(call, { outcome: 'succeeded', durationMs });
        }
      },
      { hints: { startedAt: at(0) } },
    );
    expect(session.tool_calls.map(({ started_at, ended_at }) => [started_at, ended_at])).toEqual([
      [at(0), '2026-03-01T10:00:00.500Z'],
      ['2026-03-01T10:00:00.500Z', at(2)],
    ]);
    expect(session.inferred).toEqual(expect.arrayContaining(['created_at', 'completed_at']));
    expect(first(session)?.inferred).toEqual(['started_at', 'ended_at']);
  });

  it.each([
    ['ends with a time', [at(0), undefined, at(5)], false],
    ['goes on after its last time', [at(0), at(5), undefined], true],
  ])('infers the end of a log that %s: %j', (_, times, isInferred) => {
    const { session } = assemble((sink) => {
      for (const each of times) sink.message({ role: 'assistant', text: 'so', at: each });
    });
    expect(session.completed_at).toBe(at(5));
    expect(session.inferred?.includes('completed_at')).toBe(isInferred);
  });

  it.each([
    ['nothing else tells', undefined],
    ['something happened before it', at(2)],
    ['all else came after it', at(30)],
  ])('starts them at the same time whether the start comes first or last, if %s', (_, heard) => {
    const write = (toldFirst: boolean) => (sink: SessionSink) => {
      if (toldFirst) sink.describe({ startedAt: at(10) });
      for (const [index, durationMs] of [500, 1500, 0].entries()) {
        sink.openCall({ name: 'exec', params: {}, nativeId: `x${index}` });
        if (index === 2) sink.amendCall('x2', { at: at(20) });
        sink.closeCall(`x${index}`, { outcome: 'succeeded', durationMs });
      }
      sink.amendCall('x0', { exitCode: 3, outcome: 'failed' });
      sink.amendCall('x1', { at: at(21), exitCode: 4 });
      sink.openCall({ name: 'exec', params: {}, nativeId: 'open' });
      if (heard !== undefined) sink.message({ role: 'user', text: 'go', at: heard });
      if (!toldFirst) sink.describe({ startedAt: at(10) });
    };
    const { session } = assemble(write(true));
    expect(session).toEqual(assemble(write(false)).session);
    const start = heard === at(2) ? at(2) : at(10);
    expect(first(session)).toMatchObject({ started_at: start, duration_ms: 500, outcome: 'failed' });
    expect(session.tool_calls.map(({ ended_at }) => ended_at).slice(1, 3)).toEqual([at(21), at(20)]);
    expect(session.tool_calls.map(({ output }) => output.result?.exit_code)).toEqual([3, 4, undefined, undefined]);
  });

  it("gives an item without a time its predecessor's time", () => {
    const { session } = assemble((sink) => {
      sink.message({ role: 'user', text: 'go', at: at(5) });
      sink.message({ role: 'assistant', text: 'ok' });
      const call = sink.openCall({ name: 'Read', params: {} });
      sink.closeCall(call, { outcome: 'succeeded', at: at(7) });
    });
    expect(session.events.map((event) => event.at)).toEqual([at(5), undefined]);
    expect(first(session)).toMatchObject({ started_at: at(5), ended_at: at(7), duration_ms: 2000 });
  });

  it('sets a duration to zero if the clock ran backwards', () => {
    const { session, codes } = assemble((sink) => {
      sink.openCall({ name: 'Read', params: {}, nativeId: 'x', at: at(9) });
      sink.closeCall('x', { outcome: 'succeeded', at: at(3) });
    });
    expect(first(session)).toMatchObject({ started_at: at(9), ended_at: at(9), duration_ms: 0 });
    expect(codes).toContain('clock-backwards');
  });
});
