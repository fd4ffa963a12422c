import type { PlanItem, SourceRef } from '../../session/index.ts';
import type { SessionSink } from '../assembly.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import type { ReportLine } from './reportLine.ts';

/** Statuses of a step, as checklists have them. A blocked step is one that is not done. */
const statuses: ReadonlyMap<string, PlanItem['status']> = new Map([
  ['PENDING', 'pending'],
  ['IN_PROGRESS', 'in_progress'],
  ['COMPLETED', 'completed'],
  ['BLOCKED', 'pending'],
]);

/** Whether a step could not go on. */
export function isBlocked(step: JsonObject): boolean {
  return statusWord(step) === 'BLOCKED';
}

function statusWord(step: JsonObject): string {
  return (field.text(step, 'status') ?? 'PENDING').toUpperCase();
}

/** Puts the plan's steps into the session as a checklist. */
export function convertPlan(
  plan: JsonObject,
  steps: readonly JsonObject[],
  sink: SessionSink,
  ref: SourceRef,
  report: ReportLine,
): void {
  if (steps.some((step) => !statuses.has(statusWord(step)))) {
    report('unknown-value', { expected: [...statuses.keys()].join(', ') });
  }
  const blocked = steps.filter(isBlocked).map((step) => field.text(step, 'id') ?? '');
  sink.plan({
    items: steps.map(itemOf),
    explanation: field.text(plan, 'goal'),
    ref,
    extensions: blocked.length === 0 ? undefined : { blocked_steps: blocked },
  });
}

function itemOf(step: JsonObject): PlanItem {
  const id = field.text(step, 'id');
  return {
    text: field.text(step, 'title') ?? id ?? '',
    status: statuses.get(statusWord(step)) ?? 'pending',
    ...(id === undefined ? {} : { item_id: id }),
  };
}
