import type { SubagentInfo, ToolCategory } from '../../../session/index.ts';
import { type ToolFamily, toolFamily } from '../../icons/toolFamily.ts';

/** The category a tool usually has; calls carry their own, a breakdown names tools alone. */
const categories: Readonly<Record<ToolFamily, ToolCategory>> = {
  terminal: 'action',
  read: 'perception',
  write: 'action',
  edit: 'action',
  notebook: 'action',
  remove: 'action',
  list: 'perception',
  search: 'perception',
  web: 'perception',
  agent: 'interaction',
  message: 'interaction',
  plan: 'planning',
  todo: 'task_management',
  question: 'interaction',
  skill: 'interaction',
  picture: 'perception',
  checkpoint: 'planning',
  puzzle: 'action',
  tool: 'action',
};

/** A share of a subagent's calls. */
export interface ToolShare {
  readonly name: string;
  readonly count: number;
  readonly category: ToolCategory;
}

/** The tools that a subagent used, the most used first. */
export function subagentShares({ tools_breakdown = [] }: SubagentInfo): ToolShare[] {
  return tools_breakdown
    .map(({ tool_name, count }) => ({ name: tool_name, count, category: categories[toolFamily(tool_name)] }))
    .sort((one, other) => other.count - one.count);
}
