import type { FilePatch } from '../../../session/index.ts';
import { readHunks } from './readHunks.ts';

/** The files of a diff in git's form. */
export function readGitDiff(diff: string): FilePatch[] {
  const lines = diff.split('\n');
  const patches: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.startsWith('diff --git ') !== true) {
      at += 1;
      continue;
    }
    const { patch, end } = readFile(lines, at);
    patches.push(patch);
    at = end;
  }
  return patches;
}

function readFile(lines: readonly string[], start: number): { patch: FilePatch; end: number } {
  const paths = /^diff --git a\/(.+) b\/(.+)$/.exec(lines[start] ?? '');
  const patch: FilePatch = { path: paths?.[2] ?? (lines[start] ?? '').slice('diff --git '.length), change: 'modified' };
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('@@ ') || line.startsWith('diff --git ')) break;
    if (line.startsWith('new file mode')) patch.change = 'added';
    else if (line.startsWith('deleted file mode')) patch.change = 'deleted';
    else readRename(line, patch);
  }
  const { hunks, end } = readHunks(lines, at);
  if (hunks.length > 0) patch.hunks = hunks;
  return { patch, end };
}

function readRename(line: string, patch: FilePatch): void {
  const [, side, path] = /^rename (from|to) (.+)$/.exec(line) ?? [];
  if (path === undefined) return;
  patch.change = 'renamed';
  if (side === 'to') patch.moved_to = path;
  else patch.path = path;
}
