const MAX_TOOLS = 3;
const MAX_FILES = 3;

/**
 * What a run of calls did, in the names of its tools and files only: `Edit ×3, Write: agent.ts, App.tsx, +2`. An empty
 * name is no file.
 */
export function describeRun(tools: Iterable<string>, files: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const named = new Set(files);
  named.delete('');
  const counted = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const listed = listOf(counted, MAX_TOOLS);
  return named.size === 0 ? listed : `${listed}: ${listOf([...named], MAX_FILES)}`;
}

function listOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return [...names.slice(0, most), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}
