import type { LineRange } from './callContext.ts';

/** Who read a file last. */
export interface FileReaders {
  /** Notes that a call read a file, or these lines of it. */
  read(path: string, item: number, range: LineRange | undefined): void;
  /** Notes that a call wrote the whole file anew: what was read before is of no use any more. */
  rewritten(path: string): void;
  /** The last call that read a file, of those that read the line if one is given; undefined where none did. */
  lastReader(path: string, line: number | undefined): number | undefined;
  /** Every call that read a file and is remembered, in order. */
  allReaders(path: string): readonly number[];
}

/** So many readers of one file are remembered. */
const mostReaders = 16;

/** Begins to remember who read which file. */
export function createFileReaders(): FileReaders {
  const readers = new Map<string, { item: number; range: LineRange | undefined }[]>();
  return {
    read(path, item, range) {
      const list = readers.get(path);
      if (list === undefined) readers.set(path, [{ item, range }]);
      else {
        list.push({ item, range });
        // The first one stays: it is most often the one that read the whole file.
        if (list.length > mostReaders) list.splice(1, 1);
      }
    },
    rewritten(path) {
      readers.delete(path);
    },
    lastReader(path, line) {
      const list = readers.get(path);
      const covers = ({ range }: { range: LineRange | undefined }): boolean =>
        line === undefined || range === undefined || (line >= range.first && line <= range.last);
      return (list?.findLast(covers) ?? list?.at(-1))?.item;
    },
    allReaders: (path) => (readers.get(path) ?? []).map(({ item }) => item),
  };
}
