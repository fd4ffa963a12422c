import type { FilePatch, ToolCall } from '../../../session/index.ts';
import { toolFamily } from '../../icons/toolFamily.ts';
import { splitLines } from '../text/splitLines.ts';
import { type DiffLine, lineDiff } from './lineDiff.ts';
import { paramText } from './paramText.ts';

/** A run of changed lines with what stands around them. Without line numbers where the log has none. */
export interface ChangeHunk {
  readonly oldStart?: number;
  readonly newStart?: number;
  readonly lines: readonly DiffLine[];
}

/** What a call did to one file. `written` says that the log does not know what was there before. */
export interface FileChange {
  readonly path: string;
  readonly change: FilePatch['change'] | 'written';
  readonly movedTo?: string;
  readonly hunks: readonly ChangeHunk[];
}

/** A line of a structured patch; what starts with no sign (`\ No newline at end of file`) is kept as context. */
function patchLine(line: string): DiffLine {
  const sign = line[0];
  if (sign === '+' || sign === '-' || sign === ' ') return { sign, text: line.slice(1) };
  return { sign: ' ', text: line };
}

/** What a patch of the standard did to its file. */
export function fromPatch({ path, change, moved_to, hunks = [] }: FilePatch): FileChange {
  return {
    path,
    change,
    ...(moved_to === undefined ? {} : { movedTo: moved_to }),
    hunks: hunks.map((hunk) => ({
      oldStart: hunk.old_start,
      newStart: hunk.new_start,
      lines: hunk.lines.map(patchLine),
    })),
  };
}

interface Replacement {
  old_string?: unknown;
  new_string?: unknown;
}

function isReplacement(value: unknown): value is Replacement {
  return typeof value === 'object' && value !== null && ('old_string' in value || 'new_string' in value);
}

function fromReplacement({ old_string, new_string }: Replacement): ChangeHunk {
  const lines = (text: unknown): string[] => (typeof text === 'string' ? splitLines(text) : []);
  return { lines: lineDiff(lines(old_string), lines(new_string)) };
}

function replacements({ input: { params } }: ToolCall): Replacement[] {
  const { edits } = params;
  const all: unknown[] = Array.isArray(edits) ? edits : [params];
  return all.filter(isReplacement);
}

/**
 * What a call changed in files: its patches, where the log has them; else what an edit asked to replace, or what a write
 * asked to put there. Other calls change nothing that is known.
 */
export function fileChanges(call: ToolCall): readonly FileChange[] {
  const patches = call.output.result?.patches ?? [];
  // A log may say that a file was changed, but not how; the call's own input still does.
  if (patches.some(({ hunks = [] }) => hunks.length > 0)) return patches.map(fromPatch);
  return fromInput(call, patches[0]?.change) ?? patches.map(fromPatch);
}

/** What a call asked for: a replacement, or a file with this content. */
function fromInput(call: ToolCall, change: FileChange['change'] | undefined): readonly FileChange[] | undefined {
  const path = paramText(call, 'file_path', 'path', 'notebook_path', 'filename');
  const family = toolFamily(call.tool_name);
  if (path === undefined) return undefined;
  if (family === 'edit') {
    const hunks = replacements(call).map(fromReplacement);
    return hunks.length === 0 ? undefined : [{ path, change: change ?? 'modified', hunks }];
  }
  const content = family === 'write' ? paramText(call, 'content', 'file_text', 'contents') : undefined;
  if (content === undefined) return undefined;
  const lines = splitLines(content).map((text): DiffLine => ({ sign: '+', text }));
  return [{ path, change: change === 'added' ? 'added' : 'written', hunks: [{ newStart: 1, lines }] }];
}

/** How many lines changes add and remove. */
export function countChanges(changes: readonly FileChange[]): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const { hunks } of changes)
    for (const { lines } of hunks)
      for (const { sign } of lines) {
        if (sign === '+') added += 1;
        if (sign === '-') removed += 1;
      }
  return { added, removed };
}
