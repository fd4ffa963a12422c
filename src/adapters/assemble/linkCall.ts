import type { ToolCall } from '../../session/index.ts';
import { SUBAGENT_USES } from './buildCall.ts';
import type { CallDigest } from './callDigest.ts';

/** A call tied to the run it started; the run is counted where the call's own result tells nothing of it. */
export function linkCall(
  call: ToolCall,
  { sub_session_id, digests }: { sub_session_id: string; digests: readonly CallDigest[] | undefined },
): ToolCall {
  const told = call.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
  if (digests === undefined) return { ...call, subagent_info: { ...told, sub_session_id } };
  const counted = call.subagent_info === undefined || (call.inferred?.includes(SUBAGENT_USES) ?? false);
  const breakdown = breakdownOf(digests);
  const { inferred: guesses = [], ...facts } = call;
  const inferred = counted ? guesses.filter((name) => name !== SUBAGENT_USES) : guesses;
  return {
    ...facts,
    subagent_info: {
      ...told,
      ...(counted ? { tool_uses: digests.length } : {}),
      ...(told.tools_breakdown === undefined && breakdown.length > 0 ? { tools_breakdown: breakdown } : {}),
      sub_session_id,
    },
    ...(inferred.length > 0 ? { inferred } : {}),
  };
}

function breakdownOf(digests: readonly CallDigest[]): { tool_name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tool_name } of digests) counts.set(tool_name, (counts.get(tool_name) ?? 0) + 1);
  return [...counts].map(([tool_name, count]) => ({ tool_name, count }));
}
