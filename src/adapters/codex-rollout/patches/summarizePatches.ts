import type { FilePatch } from '../../../session/index.ts';

const verbs: Record<FilePatch['change'], string> = {
  added: 'Added',
  modified: 'Edited',
  deleted: 'Deleted',
  renamed: 'Renamed',
};

/** What patches did, in one line: `Edited src/a.ts (+3 −1)`, `Changed 4 files (+30 −2)`. */
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
