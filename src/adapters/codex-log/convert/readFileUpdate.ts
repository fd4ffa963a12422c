import type { FilePatch, PatchHunk } from '../../../session/index.ts';
import { readHunks } from './readHunks.ts';

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
