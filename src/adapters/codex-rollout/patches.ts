import type { FilePatch, PatchHunk } from '../../session/index.ts';
import { asText, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';
import { parseUnifiedDiff } from '../unifiedDiff.ts';

/** The files in `changes` of a patch that was applied: `{path: {type: add | delete | update, …}}`. */
export function patchesOfChanges(changes: unknown): FilePatch[] {
  return Object.entries(fieldsOf(changes)).map(([path, change]) => patchOf(path, fieldsOf(change)));
}

function patchOf(path: string, change: JsonObject): FilePatch {
  switch (change.type) {
    case 'add':
      return withHunks({ path, change: 'added' }, hunksOf(change, '+'));
    case 'delete':
      return withHunks({ path, change: 'deleted' }, hunksOf(change, '-'));
    default: {
      const movedTo = filledText(change.move_path);
      const hunks = hunksOf(change, '+');
      if (movedTo === undefined) return withHunks({ path, change: 'modified' }, hunks);
      return withHunks({ path, change: 'renamed', moved_to: movedTo }, hunks);
    }
  }
}

function withHunks(patch: FilePatch, hunks: readonly PatchHunk[]): FilePatch {
  return hunks.length === 0 ? patch : { ...patch, hunks: [...hunks] };
}

/** The change as a diff, else the whole file as added or removed. */
function hunksOf(change: JsonObject, sign: '+' | '-'): PatchHunk[] {
  const diff = asText(change.unified_diff);
  return diff === undefined ? wholeFile(asText(change.content), sign) : parseUnifiedDiff(diff);
}

/** One hunk that adds or removes every line of a file. */
function wholeFile(content: string | undefined, sign: '+' | '-'): PatchHunk[] {
  if (content === undefined || content === '') return [];
  const lines = (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n').map((line) => `${sign}${line}`);
  const gone = { old_start: 0, old_lines: 0 };
  const none = { new_start: 0, new_lines: 0 };
  return sign === '+'
    ? [{ ...gone, new_start: 1, new_lines: lines.length, lines }]
    : [{ old_start: 1, old_lines: lines.length, ...none, lines }];
}

const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';

interface OpenFile {
  patch: FilePatch;
  hunks: PatchHunk[];
}

/**
 * Reads a patch in `apply_patch` form, in one pass. It has no line numbers, so hunks of changed files start at 0. Lines outside a file's
 * section are skipped.
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

/** A file's first hunk may lack a header; an empty line stands for an unchanged empty one. */
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

const verbs: Record<FilePatch['change'], string> = {
  added: 'Added',
  modified: 'Edited',
  deleted: 'Deleted',
  renamed: 'Renamed',
};

/** Summary of patches in one line: `Edited src/a.ts (+3 −1)`, `Changed 4 files (+30 −2)`. */
export function summarizePatches(patches: readonly FilePatch[]): string | undefined {
  const [first] = patches;
  if (first === undefined) return undefined;
  const counts = `(+${countLines(patches, '+')} −${countLines(patches, '-')})`;
  if (patches.length > 1) return `Changed ${patches.length} files ${counts}`;
  const to = first.moved_to === undefined ? '' : ` → ${first.moved_to}`;
  return `${verbs[first.change]} ${first.path}${to} ${counts}`;
}

function countLines(patches: readonly FilePatch[], sign: '+' | '-'): number {
  let count = 0;
  for (const { hunks } of patches)
    for (const { lines } of hunks ?? []) for (const line of lines) if (line.startsWith(sign)) count += 1;
  return count;
}
