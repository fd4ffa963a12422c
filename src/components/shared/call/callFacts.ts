import { outcomeOf } from '../../../replay/internal.ts';
import { outputText, paramText } from '../../../session/facts/callTexts.ts';
import { countChanges, fileChanges } from '../../../session/facts/fileChanges.ts';
import { toolCategory, toolFamily } from '../../../session/facts/toolFacts.ts';
import type { Outcome, SubagentInfo, ToolCall, ToolCategory } from '../../../session/index.ts';
import { countLines, oneLine, totalLinesHeader } from '../../../session/text/lines.ts';

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

/** The single figure that a row gives of a result. */
export type CallFigure =
  | { readonly kind: 'change'; readonly added: number; readonly removed: number }
  /** Lines of output; `cut` means that there were more, an unknown number. */
  | { readonly kind: 'lines'; readonly n: number; readonly cut: boolean }
  /** The source's own summary line: `Read 67 lines`, `3 results, 2 notes`. */
  | { readonly kind: 'display'; readonly text: string }
  /** Number of entries that a result lists in a field of its own. */
  | { readonly kind: 'files' | 'matches' | 'results'; readonly n: number }
  | { readonly kind: 'empty' }
  /** Calls inside a subagent. */
  | { readonly kind: 'uses'; readonly n: number };

const withLines = new Set(['terminal', 'read', 'list', 'search', 'notebook']);

/**
 * The figure of a finished call. In order of preference: calls inside, lines changed by a patch of the source, the source's summary line,
 * lines asked to be changed, size of the output. Undefined if a number would say nothing.
 */
export function callFigure(call: ToolCall): CallFigure | undefined {
  const uses = call.subagent_info === undefined ? undefined : subagentUses(call.subagent_info);
  // A call that only continued a running command has no figure.
  if (uses !== undefined && (uses > 0 || call.subagent_info?.sub_session_id === undefined))
    return { kind: 'uses', n: uses };
  const changes = fileChanges(call);
  const change = changes.length === 0 ? undefined : ({ kind: 'change', ...countChanges(changes) } as const);
  if (change !== undefined && call.output.result?.patches !== undefined) return change;
  const lines = withLines.has(toolFamily(call.tool_name)) ? linesOf(call) : undefined;
  const display = displayOf(call);
  // If the line only counts the entries that are there, the kit says so itself, in the reader's language.
  const said = change === undefined && display !== undefined ? saidFigure(display) : undefined;
  if (said !== undefined) return said;
  if (display !== undefined && !(lines !== undefined && countsLines(display, lines.n)))
    return { kind: 'display', text: display };
  return change ?? lines ?? listed(call) ?? (isEmpty(call) ? { kind: 'empty' } : undefined);
}

/** The display text of a result, unless it is only the beginning of the result's text. */
function displayOf({ output: { result }, context_contribution }: ToolCall): string | undefined {
  const display = oneLine(result?.display ?? '');
  if (display === '') return undefined;
  const text = result?.text ?? context_contribution?.full_content ?? '';
  const start = display.replace(/(?:…|\.{3})$/, '');
  return text !== '' && oneLine(text.trimStart().slice(0, display.length * 2 + 80)).includes(start)
    ? undefined
    : display;
}

const linesSaid = /^(?:Read|Printed) (\d[\d,]{0,11}) lines?( and more that the log leaves out)?$/;
const nothingSaid = /^(?:No output|\(no output\)|Printed nothing)$/;

/** A source's summary line that says no more than a figure of the kit: `Read 183 lines`, `No output`. */
function saidFigure(display: string): CallFigure | undefined {
  if (nothingSaid.test(display)) return { kind: 'empty' };
  const [, lines, more] = linesSaid.exec(display) ?? [];
  return lines === undefined
    ? undefined
    : { kind: 'lines', n: Number(lines.replaceAll(',', '')), cut: more !== undefined };
}

function countsLines(display: string, n: number): boolean {
  return new RegExp(`(?<!\\d)${n} (?:lines?|行)(?!\\d)`).test(display.replaceAll(',', ''));
}

function linesOf(call: ToolCall): Extract<CallFigure, { kind: 'lines' }> | undefined {
  const output = outputText(call);
  if (output === undefined || output.pointer.endsWith('/display')) return undefined;
  const [, stated] = totalLinesHeader.exec(output.text) ?? [];
  if (stated !== undefined) return { kind: 'lines', n: Number(stated), cut: false };
  return { kind: 'lines', n: output.whole?.lines ?? countLines(output.text), cut: call.output.truncated === true };
}

const lists = [
  ['files', 'files'],
  ['filenames', 'files'],
  ['matches', 'matches'],
  ['results', 'results'],
] as const;

function listed({ output: { result } }: ToolCall): CallFigure | undefined {
  for (const [name, kind] of lists) {
    const value = result?.[name];
    if (Array.isArray(value)) return { kind, n: value.length };
  }
  return undefined;
}

/** Whether a result is present but empty. */
function isEmpty({ tool_name, output: { result } }: ToolCall): boolean {
  if (result === undefined || !withLines.has(toolFamily(tool_name))) return false;
  return Object.entries(result).every(([name, value]) => name === 'exit_code' || value === '' || isNothing(value));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
