import { outputText } from '../../../session/facts/callTexts.ts';
import { countChanges, fileChanges } from '../../../session/facts/fileChanges.ts';
import { toolFamily } from '../../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../../session/index.ts';
import { countLines, oneLine } from '../../../session/text/lines.ts';
import { subagentUses } from './callFacts.ts';

/** The one figure that a row gives of a result. */
export type CallFigure =
  | { readonly kind: 'change'; readonly added: number; readonly removed: number }
  /** Lines of output; `cut` says that there were more, and no one knows how many. */
  | { readonly kind: 'lines'; readonly n: number; readonly cut: boolean }
  /** What the source itself says in a line: `Read 67 lines`, `3 results, 2 notes`. */
  | { readonly kind: 'display'; readonly text: string }
  /** What a result lists in a field of its own. */
  | { readonly kind: 'files' | 'matches' | 'results'; readonly n: number }
  | { readonly kind: 'empty' }
  /** Calls inside a subagent. */
  | { readonly kind: 'uses'; readonly n: number };

const withLines = new Set(['terminal', 'read', 'list', 'search', 'notebook']);

/**
 * The figure of a finished call: calls inside, lines that a patch of the source changed, what the source says in a line of
 * its own, lines asked to be changed, what was given back; nothing where a number says nothing.
 */
export function callFigure(call: ToolCall): CallFigure | undefined {
  const uses = call.subagent_info === undefined ? undefined : subagentUses(call.subagent_info);
  // Of a call that only went on with a run nobody counted any.
  if (uses !== undefined && (uses > 0 || call.subagent_info?.sub_session_id === undefined))
    return { kind: 'uses', n: uses };
  const changes = fileChanges(call);
  const change = changes.length === 0 ? undefined : ({ kind: 'change', ...countChanges(changes) } as const);
  if (change !== undefined && call.output.result?.patches !== undefined) return change;
  const lines = withLines.has(toolFamily(call.tool_name)) ? linesOf(call) : undefined;
  const display = displayOf(call);
  // Where the line only counts what is there, the kit's own words, in the reader's language, say the same.
  const read = change === undefined ? linesRead(display) : undefined;
  if (read !== undefined) return read;
  if (display !== undefined && !(lines !== undefined && tells(display, lines.n)))
    return { kind: 'display', text: display };
  return change ?? lines ?? listed(call) ?? (isEmpty(call) ? { kind: 'empty' } : undefined);
}

/** The display of a result, where it is more than the beginning of its text. */
function displayOf({ output: { result }, context_contribution }: ToolCall): string | undefined {
  const display = oneLine(result?.display ?? '');
  if (display === '') return undefined;
  const text = result?.text ?? context_contribution?.full_content ?? '';
  const start = display.replace(/(?:…|\.{3})$/, '');
  return text !== '' && oneLine(text.trimStart().slice(0, display.length * 2 + 80)).includes(start)
    ? undefined
    : display;
}

/** What a source says of a file that it read, where it says nothing but the number of its lines: `Read 183 lines`. */
function linesRead(display: string | undefined): CallFigure | undefined {
  const [, n] = /^Read (\d[\d,]{0,11}) lines?$/.exec(display ?? '') ?? [];
  return n === undefined ? undefined : { kind: 'lines', n: Number(n.replaceAll(',', '')), cut: false };
}

function tells(display: string, n: number): boolean {
  return new RegExp(`(?<!\\d)${n} (?:lines?|行)(?!\\d)`).test(display.replaceAll(',', ''));
}

function linesOf(call: ToolCall): Extract<CallFigure, { kind: 'lines' }> | undefined {
  const output = outputText(call);
  if (output === undefined || output.pointer.endsWith('/display')) return undefined;
  if (output.whole !== undefined) return { kind: 'lines', n: output.whole.lines, cut: false };
  return { kind: 'lines', n: countLines(output.text), cut: call.output.truncated === true };
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

/** Whether a result is there, and holds nothing. */
function isEmpty({ tool_name, output: { result } }: ToolCall): boolean {
  if (result === undefined || !withLines.has(toolFamily(tool_name))) return false;
  return Object.entries(result).every(([name, value]) => name === 'exit_code' || value === '' || isNothing(value));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
