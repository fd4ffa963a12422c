import type { FilePatch, PatchHunk } from '../../../session/index.ts';

const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';

interface OpenFile {
  patch: FilePatch;
  hunks: PatchHunk[];
}

/**
 * Reads a patch in the form of `apply_patch`, in one pass. It names no line numbers: hunks of changed files start at 0.
 * Lines outside a file's section are passed over.
 */
export function parsePatchText(text: string): FilePatch[] {
  const files: OpenFile[] = [];
  for (const line of linesOf(text)) {
    const opened = openFile(line);
    if (opened !== undefined) files.push(opened);
    else readLine(files.at(-1), line);
  }
  return files.map(({ patch, hunks }) => {
    const said = hunks.filter(({ lines }) => lines.length > 0);
    return said.length === 0 ? patch : { ...patch, hunks: said };
  });
}

function* linesOf(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    yield text.charCodeAt(stop - 1) === 13 && stop > at ? text.slice(at, stop - 1) : text.slice(at, stop);
    at = stop + 1;
  }
}

function openFile(line: string): OpenFile | undefined {
  if (line.startsWith(ADD)) {
    const hunk = { old_start: 0, old_lines: 0, new_start: 1, new_lines: 0, lines: [] };
    return { patch: { path: line.slice(ADD.length).trim(), change: 'added' }, hunks: [hunk] };
  }
  if (line.startsWith(DELETE))
    return { patch: { path: line.slice(DELETE.length).trim(), change: 'deleted' }, hunks: [] };
  if (line.startsWith(UPDATE))
    return { patch: { path: line.slice(UPDATE.length).trim(), change: 'modified' }, hunks: [] };
  return undefined;
}

function readLine(file: OpenFile | undefined, line: string): void {
  if (file === undefined || file.patch.change === 'deleted') return;
  if (line.startsWith(MOVE)) {
    file.patch = { ...file.patch, change: 'renamed', moved_to: line.slice(MOVE.length).trim() };
  } else if (line.startsWith('@@')) {
    const context = line.slice(2).trim();
    file.hunks.push({ ...emptyHunk(), ...(context === '' ? {} : { context }) });
  } else if (!line.startsWith('*** ')) {
    addLine(file, line);
  }
}

function emptyHunk(): PatchHunk {
  return { old_start: 0, old_lines: 0, new_start: 0, new_lines: 0, lines: [] };
}

/** The first hunk of a file may go without a header; an empty line stands for an unchanged empty one. */
function addLine(file: OpenFile, line: string): void {
  let hunk = file.hunks.at(-1);
  if (hunk === undefined) {
    hunk = emptyHunk();
    file.hunks.push(hunk);
  }
  const sign = line.charAt(0);
  const known = sign === '+' || sign === '-' || sign === ' ';
  hunk.lines.push(known ? line : ` ${line}`);
  if (sign !== '+') hunk.old_lines += 1;
  if (sign !== '-') hunk.new_lines += 1;
}
