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

interface Plan {
  items: PlanItem[];
  explanation?: string;
}

const debugStatuses: Readonly<Record<string, PlanItem['status']>> = {
  Pending: 'pending',
  InProgress: 'in_progress',
  Completed: 'completed',
};

/** A plan as printed: an explanation, then the steps, whose texts may span lines. */
export function readPlan(text: string): Plan {
  const items: PlanItem[] = [];
  const before: string[] = [];
  for (const line of text.split('\n')) {
    const debug = line.startsWith('plan: [') ? readDebugSteps(line) : [];
    if (debug.length > 0) {
      for (const item of debug) items.push(item);
      continue;
    }
    const step = readPlanStep(line);
    const last = items.at(-1);
    if (step !== undefined) items.push(step);
    else if (last === undefined) before.push(readDebugString(line) ?? line);
    else if (line.trim() !== '') last.text += `\n${line}`;
  }
  const explanation = before.join('\n').trim();
  return explanation === '' || explanation === 'explanation: None' ? { items } : { items, explanation };
}

/** Until September 2025 a plan was printed as Rust prints values: `plan: [PlanItemArg { step: "…", status: Pending }]`. */
function readDebugSteps(line: string): PlanItem[] {
  return [...line.matchAll(/step: "((?:[^"\\]|\\.)*)", status: (\w+)/g)].flatMap(([, text = '', status = '']) => {
    const known = Object.hasOwn(debugStatuses, status) ? debugStatuses[status] : undefined;
    return known === undefined ? [] : [{ text: unescapeDebug(text), status: known }];
  });
}

function readDebugString(line: string): string | undefined {
  const match = /^explanation: Some\("((?:[^"\\]|\\.)*)"\)$/.exec(line);
  return match === null ? undefined : unescapeDebug(match[1] ?? '');
}

function unescapeDebug(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}
