import type { FilePatch, PatchHunk } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';

/** The hunks of a `structuredPatch`; what is none is left out. */
export function readHunks(twin: JsonObject): PatchHunk[] {
  return field.objects(twin, 'structuredPatch').flatMap((hunk) => {
    const [old_start, old_lines, new_start, new_lines] = ['oldStart', 'oldLines', 'newStart', 'newLines'].map((key) =>
      field.number(hunk, key),
    );
    const lines = field.list(hunk, 'lines').filter((line) => typeof line === 'string');
    const numbers = [old_start, old_lines, new_start, new_lines];
    if (!numbers.every((each) => each !== undefined && Number.isSafeInteger(each) && each >= 0)) return [];
    return [{ old_start, old_lines, new_start, new_lines, lines } as PatchHunk];
  });
}

/** `+3 −1`: how many lines a patch adds and takes away. */
export function patchSize(hunks: readonly PatchHunk[]): string {
  let added = 0;
  let removed = 0;
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.startsWith('+')) added += 1;
    else if (line.startsWith('-')) removed += 1;
  }
  return `+${added} −${removed}`;
}

/** One file's patch; without hunks where the log has none. */
export function filePatch(path: string, change: FilePatch['change'], hunks: readonly PatchHunk[]): FilePatch {
  return { path, change, ...(hunks.length === 0 ? {} : { hunks: [...hunks] }) };
}
