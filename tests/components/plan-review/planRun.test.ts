import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRun } from '../../../src/components/plan-review/planRun.ts';
import type { Session } from '../../../src/session/index.ts';
import { planned } from '../../../stories/data/plannedSession.ts';

describe('planRun', () => {
  it('reads plan, reviews and research', () => {
    const run = planRun(planned);
    expect(run?.steps.map(({ status }) => status)).toEqual(['COMPLETED', 'IN_PROGRESS', 'BLOCKED', 'PENDING']);
    expect(run?.attempts.map(({ action }) => action)).toEqual(['request_changes', 'request_changes', 'accept_plan']);
    expect(run?.research?.calls[3]).toMatchObject({ durationMs: 720, degraded: 'budget', results: 0 });
    expect(run?.research?.totalMs).toBeCloseTo(7320);
  });

  it('is undefined if the session is not a planner run', () => {
    const { plan: _, review: __, telemetry: ___, ...rest } = planned;
    expect(planRun(rest)).toBeUndefined();
  });

  it('accepts any value as a record without throwing, and returns no invalid number', () => {
    const anything = fc.object({
      key: fc.constantFrom('steps', 'attempts', 'researcher', 'calls', '__proto__', 'duration_seconds'),
      maxDepth: 4,
    });
    fc.assert(
      fc.property(anything, anything, anything, (plan, review, telemetry) => {
        const run = planRun({ ...planned, plan, review, telemetry } as Session);
        for (const { durationMs } of run?.research?.calls ?? []) expect(durationMs).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
