import type { PlanItem } from '../../../session/index.ts';
import { asText, asWords, type Fields, objectsIn } from '../narrow.ts';

/** The checklist in the parameters of `update_plan`; undefined where there is none. */
export function planOf(params: Fields): { items: PlanItem[]; explanation: string | undefined } | undefined {
  if (!Array.isArray(params.plan)) return undefined;
  const items = objectsIn(params.plan).map(
    (step): PlanItem => ({ text: asText(step.step) ?? '', status: statusOf(step.status) }),
  );
  return { items, explanation: asWords(params.explanation) };
}

function statusOf(status: unknown): PlanItem['status'] {
  return status === 'completed' || status === 'in_progress' ? status : 'pending';
}
