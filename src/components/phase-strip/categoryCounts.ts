import type { SessionIndex } from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';
import type { ToolCategory } from '../../session/index.ts';

const order: readonly ToolCategory[] = ['perception', 'action', 'interaction', 'planning', 'task_management'];

/** How many of the session's own calls each category has, those without any left out; made once. */
export const categoryCounts = memoize(({ session }: SessionIndex) => {
  const counts = new Map<ToolCategory, number>();
  for (const { tool_category } of session.tool_calls) counts.set(tool_category, (counts.get(tool_category) ?? 0) + 1);
  return order.flatMap((category) => {
    const calls = counts.get(category);
    return calls === undefined ? [] : [{ category, calls }];
  });
});
