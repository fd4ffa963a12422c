import type { FilePatch } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { splitLines } from '../text/lines.ts';
import { changeAsked, type FileAccess, hasPlace, type Replacement, touchesOf } from './callFiles.ts';
import { type DiffLine, lineDiff, noBreakMark } from './lineDiff.ts';

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

/** The lines of a structured patch. What has no sign is context, but for the mark behind a last line without a line break. */
function patchLines(lines: readonly string[]): DiffLine[] {
  const found: DiffLine[] = [];
  for (const line of lines) {
    const [sign, last] = [line[0], found.at(-1)];
    if (line === noBreakMark && last !== undefined) found[found.length - 1] = { ...last, noBreak: true };
    else if (sign === '+' || sign === '-' || sign === ' ') found.push({ sign, text: line.slice(1) });
    else found.push({ sign: ' ', text: line });
  }
  return found;
}

/** What a patch of the standard did to its file. */
export function fromPatch({ path, change, moved_to, hunks = [] }: FilePatch): FileChange {
  return {
    path,
    change,
    ...(moved_to === undefined ? {} : { movedTo: moved_to }),
    hunks: hunks.map((hunk) => ({
      ...(hasPlace(hunk) ? { oldStart: hunk.old_start, newStart: hunk.new_start } : {}),
      lines: patchLines(hunk.lines),
    })),
  };
}

function fromReplacement({ before, after }: Replacement): ChangeHunk {
  const lines = (text: string | undefined): string[] => (text === undefined ? [] : splitLines(text));
  return { lines: lineDiff(lines(before), lines(after)) };
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
  const asked = changeAsked(call);
  if (asked === undefined) return undefined;
  const { path } = asked;
  if ('replacements' in asked) {
    return [{ path, change: change ?? 'modified', hunks: asked.replacements.map(fromReplacement) }];
  }
  const lines = splitLines(asked.content).map((text): DiffLine => ({ sign: '+', text }));
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

/** What a call did to one file, in lines. */
export interface FileLines {
  readonly path: string;
  readonly access: Exclude<FileAccess, 'read'>;
  readonly added: number;
  readonly removed: number;
}

const noLines: readonly FileLines[] = [];
const knownLines = new WeakMap<ToolCall, readonly FileLines[]>();

/**
 * The files that a call changes, with the lines that it adds and takes away. A renamed file is two paths, and its lines are those of
 * the one that is there now. Whether the call went well is not asked.
 */
export function linesChanged(call: ToolCall): readonly FileLines[] {
  const known = knownLines.get(call);
  if (known !== undefined) return known;
  const touched = touchesOf(call);
  if (touched.every(({ access }) => access === 'read')) return noLines;
  const changes = fileChanges(call);
  const lines = touched.flatMap(({ path, access }): FileLines[] => {
    if (access === 'read') return [];
    return [{ path, access, ...countChanges(changes.filter(({ path: from, movedTo }) => (movedTo ?? from) === path)) }];
  });
  knownLines.set(call, lines);
  return lines;
}
