import type { PhaseCall } from './phaseCall.ts';

const MAX_TOOLS = 3;
const MAX_FILES = 3;

/** What a run of calls did, in the names of its tools and files only: `Edit ×3, Write: agent.ts, App.tsx, +2`. */
export function describeRun(calls: readonly PhaseCall[]): string {
  const tools = new Map<string, number>();
  const files = new Set<string>();
  for (const { tool_name, path } of calls) {
    tools.set(tool_name, (tools.get(tool_name) ?? 0) + 1);
    const file = path?.split(/[/\\]/).at(-1);
    if (file !== undefined && file !== '') files.add(file);
  }
  const counted = [...tools].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const listed = listOf(counted, MAX_TOOLS);
  return files.size === 0 ? listed : `${listed}: ${listOf([...files], MAX_FILES)}`;
}

function listOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return [...names.slice(0, most), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}
