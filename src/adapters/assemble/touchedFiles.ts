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

/** The call that first changed each file of a session. */
export class FirstChanges {
  private readonly calls = new Map<string, string>();

  /**
   * The patches of a call that took effect, without the file before them where an earlier call has changed that file: what it was like then
   * follows from the calls. An empty one is left out, too: sources write it of files that did not exist.
   */
  keepBefore(patches: readonly FilePatch[], callId: string): FilePatch[] {
    return patches.map((patch) => {
      const isFirst = this.note(patch.path, callId);
      if (patch.moved_to !== undefined) this.note(patch.moved_to, callId);
      return isFirst && patch.before !== '' ? patch : withoutBefore(patch);
    });
  }

  /** Returns whether no other call came before this one; a call may be noted again. */
  private note(path: string, callId: string): boolean {
    const first = this.calls.get(path);
    if (first === undefined) this.calls.set(path, callId);
    return first === undefined || first === callId;
  }
}

/** A patch without the whole file before it. */
export function withoutBefore(patch: FilePatch): FilePatch {
  if (patch.before === undefined) return patch;
  const { before: _, ...rest } = patch;
  return rest;
}
