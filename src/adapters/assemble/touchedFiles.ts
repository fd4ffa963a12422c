import { changesFile } from '../../session/facts/toolFacts.ts';
import { type FilePatch, type ToolCall, toolFacts, touchesOf } from '../../session/index.ts';

/** The files that a run created and modified: by the patches of its calls, else by what they asked for. */
export interface TouchedFiles {
  note(patches: readonly FilePatch[]): void;
  /** Notes the files of a call that is over; those of its patches are noted by `note`. */
  noteCall(call: ToolCall): void;
  /** Sorted. */
  created(): string[];
  /** Sorted; without those that the run created itself. */
  modified(): string[];
  /** The lists with a file that no earlier call reported, or of which it is not known whether its call succeeded. */
  readonly guessed: ReadonlySet<'summary.files_created' | 'summary.files_modified'>;
}

export function createTouchedFiles(mask: (path: string) => string): TouchedFiles {
  const created = new Set<string>();
  const modified = new Set<string>();
  /** Files that earlier calls read. */
  const read = new Set<string>();
  const guessed = new Set<'summary.files_created' | 'summary.files_modified'>();

  function noteAsked(path: string, isWritten: boolean, isSure: boolean): void {
    const isNew = isWritten && !read.has(path) && !modified.has(path);
    if (isNew && !created.has(path)) guessed.add('summary.files_created');
    if (!isNew && !isSure) guessed.add('summary.files_modified');
    (isNew ? created : modified).add(path);
  }

  return {
    note(patches) {
      for (const { path, change, moved_to } of patches) {
        (change === 'added' ? created : modified).add(mask(moved_to ?? path));
      }
    },
    noteCall(call) {
      if (call.output.status !== 'success' || (call.output.result?.patches ?? []).length > 0) return;
      const { family } = toolFacts(call.tool_name);
      const { command } = call.input.params;
      // Of an editor for everything, the command says what it does.
      const isWritten = typeof command === 'string' ? command === 'create' : family === 'write';
      for (const { path, access } of touchesOf(call)) {
        if (access === 'read') read.add(path);
        else if (changesFile(family)) noteAsked(path, isWritten && access !== 'deleted', call.outcome === 'succeeded');
      }
    },
    created: () => [...created].sort(),
    modified: () => [...modified].filter((path) => !created.has(path)).sort(),
    guessed,
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
