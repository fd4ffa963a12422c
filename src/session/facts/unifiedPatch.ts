import type { ChangeHunk, FileChange } from './fileChanges.ts';
import { noBreakMark } from './lineDiff.ts';

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
export function isPlaced(changes: readonly FileChange[]): boolean {
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
