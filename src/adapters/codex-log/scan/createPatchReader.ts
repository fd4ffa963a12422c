import { createDiffReader } from '../grammar/createDiffReader.ts';

/** What a line of a patch can be: surely a part of it, content in which nothing shows its end, or the first line after a hunk. */
export type PatchPlace = 'inside' | 'content' | 'after';

/** Follows the files of a patch: `A path` and its content, `M path` and its hunks. */
export interface PatchReader {
  feed(text: string): PatchPlace;
}

const filePattern = /^([AMDR]) \S/;

export function createPatchReader(): PatchReader {
  let diff = createDiffReader();
  let change = '';
  return {
    feed(text) {
      if (diff.inHunk && diff.feed(text)) return 'inside';
      const file = filePattern.exec(text);
      if (file !== null) {
        change = file[1] ?? '';
        diff = createDiffReader();
        return 'inside';
      }
      if (change === 'M' || change === 'R') return diff.feed(text) ? 'inside' : 'after';
      return 'content';
    },
  };
}
