import { describe, expect, it } from 'vitest';
import { monitored } from '../../../src/components/monitor-status/MonitorStatus.tsx';
import { replaySession } from '../../../stories/data/replaySession.ts';

const watch = (frago: object) => monitored({ ...replaySession, extensions: { frago } });

describe('monitored', () => {
  it('is undefined without a monitor', () => {
    expect(monitored(replaySession)).toBeUndefined();
  });

  it("compares the monitor's counts with those of the session", () => {
    const seen = watch({ metadata: { status: 'running' }, summary: { tool_call_count: 3, final_status: 'error' } });
    expect(seen?.status).toBe('error');
    expect(seen?.figures.find(({ name }) => name === 'calls')).toEqual({
      name: 'calls',
      stated: 3,
      counted: replaySession.tool_calls.length,
    });
    expect(seen?.figures[0]?.stated).toBeUndefined();
  });

  it('reads a time without a zone as UTC, and leaves out an invalid one', () => {
    const seen = watch({
      metadata: { started_at: '2026-04-29T14:02:10.000000', last_activity: 'yesterday', status: 'x' },
    });
    expect(seen).toMatchObject({ startedAt: '2026-04-29T14:02:10.000Z', lastActivity: undefined, status: 'unknown' });
    expect(watch({ metadata: { ended_at: '2026-04-29T16:02:10+02:00' } })?.endedAt).toBe('2026-04-29T14:02:10.000Z');
  });

  it('reads tools with counts, and tools given only by name', () => {
    expect(watch({ summary: { most_used_tools: [{ tool_name: 'Edit', count: 3 }] } })?.tools).toEqual([
      { name: 'Edit', count: 3 },
    ]);
    expect(watch({ summary: { most_used_tools: ['Read', 7] } })?.tools).toEqual([{ name: 'Read', count: undefined }]);
    expect(watch({ metadata: { status: 'running' } })?.tools.length).toBe(5);
  });
});
