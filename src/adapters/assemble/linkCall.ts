import type { ToolCall } from '../../session/index.ts';
import { SUBAGENT_USES } from './buildCall.ts';

/** How often a tool was called. */
export type ToolCount = { tool_name: string; count: number };

/** The run that a call started, and what was called in it; without `tools` the call only went on with it. */
export interface LinkedRun {
  sub_session_id: string;
  tools: readonly ToolCount[] | undefined;
}

/** A call tied to the run it started; the run is counted where the call's own result tells nothing of it. */
export function linkCall(call: ToolCall, { sub_session_id, tools }: LinkedRun): ToolCall {
  const stated = call.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
  if (tools === undefined) return { ...call, subagent_info: { ...stated, sub_session_id } };
  const counted = call.subagent_info === undefined || (call.inferred?.includes(SUBAGENT_USES) ?? false);
  const breakdown = sumUp(tools);
  const { inferred: guesses = [], ...facts } = call;
  const inferred = counted ? guesses.filter((name) => name !== SUBAGENT_USES) : guesses;
  return {
    ...facts,
    subagent_info: {
      ...stated,
      ...(counted ? { tool_uses: breakdown.reduce((sum, { count }) => sum + count, 0) } : {}),
      ...(stated.tools_breakdown === undefined && breakdown.length > 0 ? { tools_breakdown: breakdown } : {}),
      sub_session_id,
    },
    ...(inferred.length > 0 ? { inferred } : {}),
  };
}

/** Several runs may have called one tool. */
function sumUp(tools: readonly ToolCount[]): ToolCount[] {
  const counts = new Map<string, number>();
  for (const { tool_name, count } of tools) counts.set(tool_name, (counts.get(tool_name) ?? 0) + count);
  return Array.from(counts, ([tool_name, count]) => ({ tool_name, count }));
}
