import type { PlanItem } from '../../../session/index.ts';

const statuses: Readonly<Record<string, PlanItem['status']>> = {
  '✓': 'completed',
  '✔': 'completed',
  '→': 'in_progress',
  '•': 'pending',
  '⬜': 'pending',
  '☐': 'pending',
};

/** A step of a plan, `  ✓ Read the code`; undefined for any other line. */
export function readPlanStep(text: string): PlanItem | undefined {
  const bare = text.trimStart();
  const mark = bare.charAt(0);
  const status = Object.hasOwn(statuses, mark) ? statuses[mark] : undefined;
  if (status === undefined || bare.charAt(1) !== ' ' || text.length === bare.length) return undefined;
  return { text: bare.slice(2), status };
}
