import { outcomeOf } from '../../../replay/internal.ts';
import { paramText } from '../../../session/facts/callTexts.ts';
import { toolCategory } from '../../../session/facts/toolFacts.ts';
import type { Outcome, SubagentInfo, ToolCall, ToolCategory } from '../../../session/index.ts';

/** The outcome of a call, as views show it. */
export type CallState = Outcome | 'running';

/** The outcome of a call; while the playhead is inside the call, it is running, whatever its outcome. */
export function callState(call: ToolCall, playState: 'done' | 'running' | 'ahead' = 'done'): CallState {
  return playState === 'running' ? 'running' : outcomeOf(call);
}

/** Whether a state is put into words in a row; success is not. */
export function isTrouble(state: CallState): state is 'failed' | 'denied' | 'interrupted' | 'cancelled' {
  return state === 'failed' || state === 'denied' || state === 'interrupted' || state === 'cancelled';
}

/** The folder that a command ran in, if the log says it. */
export function callWorkdir(call: ToolCall): string | undefined {
  const named = paramText(call, 'workdir', 'cwd', 'working_directory', 'working_dir', 'directory');
  return named !== undefined && /^(?:[\\/~]|[A-Za-z]:)/.test(named) ? named : undefined;
}

/** Whether the kit inferred the value of a field. */
export function isInferred(call: ToolCall, field: string): boolean {
  return call.inferred?.includes(field) ?? false;
}

/** Whether the outcome of the call is inferred. */
export function isOutcomeInferred(call: ToolCall): boolean {
  return isInferred(call, 'outcome') || isInferred(call, 'output.status') || isInferred(call, 'status');
}

/** One tool's share of a subagent's calls. */
export interface ToolShare {
  readonly name: string;
  readonly count: number;
  readonly category: ToolCategory;
}

/** How many calls a subagent made: the sum over its tools if the source counts by tool, else the source's total. */
export function subagentUses({ tool_uses, tools_breakdown = [] }: SubagentInfo): number {
  return tools_breakdown.length === 0 ? tool_uses : tools_breakdown.reduce((sum, { count }) => sum + count, 0);
}

/** The tools that a subagent used, the most used first. */
export function subagentShares({ tools_breakdown = [] }: SubagentInfo): ToolShare[] {
  return tools_breakdown
    .map(({ tool_name, count }) => ({ name: tool_name, count, category: toolCategory(tool_name) }))
    .sort((one, other) => other.count - one.count);
}
