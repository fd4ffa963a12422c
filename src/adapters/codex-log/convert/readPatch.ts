import type { FilePatch, PatchHunk } from '../../../session/index.ts';

const filePattern = /^([AMDR]) (\S.*)$/;

/** The files of a patch as Codex prints it: `A path` with the new content, `M path` with hunks, `D path`, `R a -> b`. */
export function readFileUpdate(diff: string): FilePatch[] {
  const lines = diff === '' ? [] : diff.split('\n');
  const patches: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    const file = filePattern.exec(lines[at] ?? '');
    at += 1;
    if (file === null) continue;
    const [, change, path = ''] = file;
    if (change === 'M' || change === 'R') {
      const { hunks, end } = readHunks(lines, at);
      patches.push(updated(change, path, hunks));
      at = end;
    } else {
      const end = nextFile(lines, at);
      patches.push(whole(change === 'A', path, lines.slice(at, end)));
      at = end;
    }
  }
  return patches;
}

function updated(change: 'M' | 'R', path: string, hunks: PatchHunk[]): FilePatch {
  const arrow = change === 'R' ? path.lastIndexOf(' -> ') : -1;
  if (arrow === -1) return { path, change: 'modified', hunks };
  return { path: path.slice(0, arrow), change: 'renamed', moved_to: path.slice(arrow + 4), hunks };
}

/** A file that came or went: one hunk of its whole content. */
function whole(added: boolean, path: string, content: readonly string[]): FilePatch {
  const change = added ? 'added' : 'deleted';
  if (content.length === 0) return { path, change };
  const count = content.length;
  const hunk = {
    old_start: added ? 0 : 1,
    old_lines: added ? 0 : count,
    new_start: added ? 1 : 0,
    new_lines: added ? count : 0,
    lines: content.map((line) => `${added ? '+' : '-'}${line}`),
  };
  return { path, change, hunks: [hunk] };
}

/** Content stands unmarked, so only a line that names an absolute path is taken for the next file. */
function nextFile(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !/^[AMDR] (?:\/|[A-Za-z]:[\\/])/.test(lines[at] ?? '')) at += 1;
  return at;
}

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
    const { patch, end } = readDiffFile(lines, at);
    patches.push(patch);
    at = end;
  }
  return patches;
}

function readDiffFile(lines: readonly string[], start: number): { patch: FilePatch; end: number } {
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

const hunkPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks that begin at a line, up to the first line that belongs to none. */
function readHunks(lines: readonly string[], start: number): { hunks: PatchHunk[]; end: number } {
  const hunks: PatchHunk[] = [];
  let at = start;
  for (;;) {
    const head = hunkPattern.exec(lines[at] ?? '');
    if (head === null) return { hunks, end: at };
    const hunk = {
      old_start: Number(head[1]),
      old_lines: Number(head[2] ?? 1),
      new_start: Number(head[3]),
      new_lines: Number(head[4] ?? 1),
      lines: [] as string[],
    };
    at = readHunkLines(lines, at + 1, hunk);
    hunks.push(hunk);
  }
}

function readHunkLines(lines: readonly string[], start: number, hunk: PatchHunk): number {
  let oldLeft = hunk.old_lines;
  let newLeft = hunk.new_lines;
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('\\')) continue;
    if (oldLeft <= 0 && newLeft <= 0) break;
    const sign = line.charAt(0);
    if (sign === '+') newLeft -= 1;
    else if (sign === '-') oldLeft -= 1;
    else if (sign === ' ' || sign === '') {
      oldLeft -= 1;
      newLeft -= 1;
    } else break;
    hunk.lines.push(sign === '' ? ' ' : line);
  }
  return at;
}

/** How many lines patches add and take away. */
export function countChanges(patches: readonly FilePatch[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { hunks } of patches) {
    for (const { lines } of hunks ?? []) {
      for (const line of lines) {
        if (line.startsWith('+')) added += 1;
        else if (line.startsWith('-')) removed += 1;
      }
    }
  }
  return { added, removed };
}
