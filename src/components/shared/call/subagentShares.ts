import { toolCategory } from '../../../session/facts/toolFacts.ts';
import type { SubagentInfo, ToolCategory } from '../../../session/index.ts';

/** A share of a subagent's calls. */
export interface ToolShare {
  readonly name: string;
  readonly count: number;
  readonly category: ToolCategory;
}

/** The tools that a subagent used, the most used first. */
export function subagentShares({ tools_breakdown = [] }: SubagentInfo): ToolShare[] {
  return tools_breakdown
    .map(({ tool_name, count }) => ({ name: tool_name, count, category: toolCategory(tool_name) }))
    .sort((one, other) => other.count - one.count);
}
