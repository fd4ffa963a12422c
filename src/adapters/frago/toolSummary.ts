/** What a step keeps of a tool call: its names and, of one call, one parameter. */
export interface ToolSummary {
  /** Empty where the text is no summary of a call. */
  names: readonly string[];
  /** The parameter that the summary shows. */
  param: { name: string; value: string } | undefined;
  /** A parameter that the summary names without its value. */
  omitted: string | undefined;
  /** True where the writer cut the value. */
  cut: boolean;
}

/** At this length writers up to 2026 cut `name=value`, with three dots at its end. */
const CUT_LENGTH = 100;

/**
 * Reads `[Bash] command=ls`, `[Read, Grep]`, `[TodoWrite] todos=...`, `[KillShell] (no parameters)`. The name alone
 * may hold brackets; it ends at the first `]` that a space or the end follows.
 */
export function readToolSummary(text: string): ToolSummary {
  const none = { names: [], param: undefined, omitted: undefined, cut: false };
  if (!text.startsWith('[')) return none;
  const spaced = text.indexOf('] ');
  const end = spaced === -1 ? text.lastIndexOf(']') : spaced;
  if (end === -1) return none;
  const names = text
    .slice(1, end)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const shown = text.slice(end + 2);
  const equals = shown.indexOf('=');
  const name = equals === -1 ? '' : shown.slice(0, equals);
  if (names.length !== 1 || !/^\w{1,64}$/.test(name)) return { ...none, names };
  const value = shown.slice(equals + 1);
  if (value === '...') return { ...none, names, omitted: name };
  const cut = shown.length === CUT_LENGTH && shown.endsWith('...');
  return { names, param: { name, value }, omitted: undefined, cut };
}
