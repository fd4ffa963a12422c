import { useMemo } from 'react';
import { createNotesStore, type NotesStore } from '../loading/index.ts';

/** The notes of a session behind an address, the same object for as long as both are; undefined until both are known. */
export function useNotesStore(address: string | undefined, session: string | undefined): NotesStore | undefined {
  return useMemo(
    () => (address === undefined || session === undefined ? undefined : createNotesStore({ address, session })),
    [address, session],
  );
}
