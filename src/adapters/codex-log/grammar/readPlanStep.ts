import type { PlanItem } from '../../../session/index.ts';

const statuses: Readonly<Record<string, PlanItem['status']>> = {
  '✓': 'completed',
  '✔': 'completed',
  '→': 'in_progress',
  '•': 'pending',
  '⬜': 'pending',
  '☐': 'pending',
};

const SPACE = 0x20;
/** No mark has a lower code, which excludes most lines. */
const FIRST_MARK = 0x2022;

/** A step of a plan, `  ✓ Read the code`; undefined for any other line. */
export function readPlanStep(text: string): PlanItem | undefined {
  let at = 0;
  while (text.charCodeAt(at) === SPACE) at += 1;
  if (at === 0 || !(text.charCodeAt(at) >= FIRST_MARK) || text.charCodeAt(at + 1) !== SPACE) return undefined;
  const mark = text.charAt(at);
  const status = Object.hasOwn(statuses, mark) ? statuses[mark] : undefined;
  return status === undefined ? undefined : { text: text.slice(at + 2), status };
}
