import type { FilePatch } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { splitLines } from '../text/lines.ts';
import {
  changeAsked,
  contentPointers,
  type FileAccess,
  hasLineNumbers,
  type Replacement,
  touchesOf,
} from './callFiles.ts';
import { type DiffLine, lineDiff, noBreakMark } from './lineDiff.ts';

/** A run of changed lines with the context around it. Without line numbers where the log has none. */
export interface ChangeHunk {
  readonly oldStart?: number;
  readonly newStart?: number;
  readonly lines: readonly DiffLine[];
}

/** What a call did to one file. `written` means that the content before it is unknown. */
export interface FileChange {
  readonly path: string;
  readonly change: FilePatch['change'] | 'written';
  readonly movedTo?: string;
  readonly hunks: readonly ChangeHunk[];
  /** Lines of the whole content, where the session holds only its beginning and its end. */
  readonly wholeLines?: number;
  /** The file's lines end with a carriage return and a line feed; the lines of the hunks contain neither. */
  readonly lineBreak?: '\r\n';
}

/** The lines of a structured patch. A line without a sign is context, except for the marker of a last line without a line break. */
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

/** The access that a patch of the standard stands for. */
export function fromPatch({ path, change, moved_to, hunks = [] }: FilePatch): FileChange {
  return {
    path,
    change,
    ...(moved_to === undefined ? {} : { movedTo: moved_to }),
    hunks: hunks.map((hunk) => ({
      ...(hasLineNumbers(hunk) ? { oldStart: hunk.old_start, newStart: hunk.new_start } : {}),
      lines: patchLines(hunk.lines),
    })),
  };
}

function fromReplacement({ before, after }: Replacement): ChangeHunk {
  const lines = (text: string | undefined): string[] => (text === undefined ? [] : splitLines(text));
  return { lines: lineDiff(lines(before), lines(after)) };
}

/**
 * A call's changes to files: its patches, if the log has them; else the replacements or the content that the call asked for. Other calls
 * have no known changes.
 */
export function fileChanges(call: ToolCall): readonly FileChange[] {
  const patches = call.output.result?.patches ?? [];
  // A log may state that a file was changed but not how; the call's input still says.
  if (patches.some(({ hunks = [] }) => hunks.length > 0)) return patches.map(fromPatch);
  return fromInput(call, patches[0]?.change) ?? patches.map(fromPatch);
}

/** What a call asked for: replacements, or a file with a given content. */
function fromInput(call: ToolCall, change: FileChange['change'] | undefined): readonly FileChange[] | undefined {
  const asked = changeAsked(call);
  if (asked === undefined) return undefined;
  const { path } = asked;
  if ('replacements' in asked) {
    return [{ path, change: change ?? 'modified', hunks: asked.replacements.map(fromReplacement) }];
  }
  const lines = splitLines(asked.content).map((text): DiffLine => ({ sign: '+', text }));
  const wholeLines = call.content_refs?.find(({ pointer }) => contentPointers.has(pointer))?.lines;
  return [
    {
      path,
      change: change === 'added' ? 'added' : 'written',
      hunks: [{ newStart: 1, lines }],
      ...(wholeLines === undefined ? {} : { wholeLines }),
    },
  ];
}

/** Number of lines that changes add and remove. */
export function countChanges(changes: readonly FileChange[]): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const { hunks, wholeLines } of changes) {
    if (wholeLines !== undefined) added += wholeLines;
    else
      for (const { lines } of hunks)
        for (const { sign } of lines) {
          if (sign === '+') added += 1;
          if (sign === '-') removed += 1;
        }
  }
  return { added, removed };
}

/** What a call did to one file, in lines. */
export interface FileLines {
  readonly path: string;
  readonly access: Exclude<FileAccess, 'read'>;
  readonly added: number;
  /** Without the lines of a content that was written over. */
  readonly removed: number;
  /** It wrote over whatever the file held before, which the log does not show. */
  readonly overwrites: boolean;
}

const noLines: readonly FileLines[] = [];
const knownLines = new WeakMap<ToolCall, readonly FileLines[]>();

/**
 * The files that a call changes, with the lines added and removed. A renamed file appears under both paths, with its lines under the new
 * one. Includes calls that did not succeed.
 */
export function linesChanged(call: ToolCall): readonly FileLines[] {
  const known = knownLines.get(call);
  if (known !== undefined) return known;
  const touched = touchesOf(call);
  if (touched.every(({ access }) => access === 'read')) return noLines;
  const changes = fileChanges(call);
  const lines = touched.flatMap(({ path, access }): FileLines[] => {
    if (access === 'read') return [];
    const own = changes.filter(({ path: from, movedTo }) => (movedTo ?? from) === path);
    const stated = own.length + touched.length === 1 ? statedLines(call) : undefined;
    if (stated !== undefined) return [{ path, access, added: stated, removed: 0, overwrites: true }];
    return [{ path, access, ...countChanges(own), overwrites: own.some(({ change }) => change === 'written') }];
  });
  knownLines.set(call, lines);
  return lines;
}

/** The lines of a file that a result says were written (`Wrote 500 lines to …`), where the log does not hold them. */
function statedLines({ output }: ToolCall): number | undefined {
  const written = /^Wrote (\d{1,7}) lines?\b/.exec(output.result?.display ?? '')?.[1];
  return written === undefined ? undefined : Number(written);
}

function hunkHeader({ oldStart, newStart, lines }: ChangeHunk): string {
  const old = lines.filter(({ sign }) => sign !== '+').length;
  const now = lines.filter(({ sign }) => sign !== '-').length;
  if (newStart === undefined) return '@@ @@';
  return `@@ -${oldStart ?? 0},${old} +${newStart},${now} @@`;
}

/** Absolute paths get no `a/` and `b/` prefix: they are not relative to a repository. */
function prefixed(prefix: 'a' | 'b', path: string): string {
  return /^(?:[\\/]|[A-Za-z]:)/.test(path) ? path : `${prefix}/${path}`;
}

function names({ path, change, movedTo }: FileChange): [before: string, after: string] {
  const before = change === 'added' || change === 'written' ? '/dev/null' : prefixed('a', path);
  const after = change === 'deleted' ? '/dev/null' : prefixed('b', movedTo ?? path);
  return [before, after];
}

/** Whether every change states its position, as programs that apply patches require. */
export function haveLineNumbers(changes: readonly FileChange[]): boolean {
  return changes.every(({ hunks }) => hunks.every(({ newStart }) => newStart !== undefined));
}

/** The lines of hunks, each below its header. */
export function hunkLines({ hunks, lineBreak }: Pick<FileChange, 'hunks' | 'lineBreak'>): string[] {
  const end = lineBreak === '\r\n' ? '\r' : '';
  return hunks.flatMap((hunk) => [
    hunkHeader(hunk),
    ...hunk.lines.flatMap(({ sign, text, noBreak }) =>
      noBreak ? [`${sign}${text}`, noBreakMark] : [`${sign}${text}${end}`],
    ),
  ]);
}

/** Writes changes as a unified diff. A hunk with an unknown position has the header `@@ @@`. */
export function unifiedPatch(changes: readonly FileChange[]): string {
  return changes
    .flatMap((change) => {
      const [before, after] = names(change);
      return [`--- ${before}`, `+++ ${after}`, ...hunkLines(change)];
    })
    .join('\n');
}
