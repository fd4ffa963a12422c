const OPEN = '<proposed_plan>';
const CLOSE = '</proposed_plan>';

/** A reply without the plan it proposes, and the plan; undefined where it proposes none. */
export function splitPlan(text: string): { rest: string; plan: string } | undefined {
  const open = text.indexOf(OPEN);
  if (open === -1) return undefined;
  const start = open + OPEN.length;
  const close = text.indexOf(CLOSE, start);
  const end = close === -1 ? text.length : close;
  const after = close === -1 ? '' : text.slice(close + CLOSE.length);
  return { rest: `${text.slice(0, open)}${after}`.trim(), plan: text.slice(start, end).trim() };
}
