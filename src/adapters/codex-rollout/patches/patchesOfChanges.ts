import type { FilePatch, PatchHunk } from '../../../session/index.ts';
import { asObject, asText, asWords, type Fields } from '../narrow.ts';
import { parseUnifiedDiff } from './parseUnifiedDiff.ts';

/** The files in `changes` of a patch that was applied: `{path: {type: add | delete | update, …}}`. */
export function patchesOfChanges(changes: unknown): FilePatch[] {
  return Object.entries(asObject(changes) ?? {}).map(([path, change]) => patchOf(path, asObject(change) ?? {}));
}

function patchOf(path: string, change: Fields): FilePatch {
  switch (change.type) {
    case 'add':
      return withHunks({ path, change: 'added' }, hunksOf(change, '+'));
    case 'delete':
      return withHunks({ path, change: 'deleted' }, hunksOf(change, '-'));
    default: {
      const movedTo = asWords(change.move_path);
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
function hunksOf(change: Fields, sign: '+' | '-'): PatchHunk[] {
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
