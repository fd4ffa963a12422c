/** A tool's name as it is read: an MCP tool by its own name, after its server's. */
export interface ToolLabel {
  readonly server?: string;
  readonly name: string;
}

/** Splits `mcp__server__tool`; any other name is itself. */
export function toolLabel(toolName: string): ToolLabel {
  if (!toolName.toLowerCase().startsWith('mcp__')) return { name: toolName };
  const end = toolName.indexOf('__', 5);
  if (end <= 5 || end + 2 >= toolName.length) return { name: toolName };
  return { server: toolName.slice(5, end), name: toolName.slice(end + 2) };
}
