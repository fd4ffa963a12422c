import type { FilePatch } from '../../session/index.ts';

/** The files that a run created and modified, according to the patches of its calls. */
export interface TouchedFiles {
  note(patches: readonly FilePatch[]): void;
  /** Sorted. */
  created(): string[];
  /** Sorted; without those that the run created itself. */
  modified(): string[];
}

export function createTouchedFiles(mask: (path: string) => string): TouchedFiles {
  const created = new Set<string>();
  const modified = new Set<string>();
  return {
    note(patches) {
      for (const { path, change, moved_to } of patches) {
        (change === 'added' ? created : modified).add(mask(moved_to ?? path));
      }
    },
    created: () => [...created].sort(),
    modified: () => [...modified].filter((path) => !created.has(path)).sort(),
  };
}
