import { closeSync, openSync } from 'node:fs';
import type { ItemPlace } from '../../src/adapters/index.ts';
import { writePieces } from './writeAtomically.ts';

/** A part of a staged session: bytes of a file, which are items where they are not `text` of the session's own. */
export interface StagedPart {
  is: 'text' | 'items';
  path: string;
  start: number;
  length: number;
}

/** Items that lie together on fewer bytes than this are copied: a part for each would be longer than they are. */
const MIN_PART_BYTES = 16 * 1024;

/**
 * Writes the pieces of a session into a file and gives its parts in order. Items stay in the files where they lie; with
 * `whole` they are copied, so that the one file is the session.
 */
export function stageText(path: string, pieces: Iterable<string | ItemPlace>, whole: boolean): StagedPart[] {
  const parts: StagedPart[] = [];
  // Nobody but this run reads it: it need not be whole after a crash, so waiting for the disk would buy nothing.
  const file = openSync(path, 'w');
  let end = 0;

  const textPart = (): StagedPart => {
    const last = parts.at(-1);
    if (last?.is === 'text') return last;
    const part: StagedPart = { is: 'text', path, start: end, length: 0 };
    parts.push(part);
    return part;
  };

  function* texts(): Generator<string | Uint8Array> {
    for (const piece of pieces) {
      if (typeof piece !== 'string' && !whole && piece.length >= MIN_PART_BYTES) {
        parts.push({ is: 'items', path: piece.file.path, start: piece.start, length: piece.length });
        continue;
      }
      const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
      textPart().length += length;
      end += length;
      yield typeof piece === 'string' ? piece : piece.file.read(piece.start, piece.length);
    }
  }

  try {
    writePieces(file, texts());
  } finally {
    closeSync(file);
  }
  return parts;
}
