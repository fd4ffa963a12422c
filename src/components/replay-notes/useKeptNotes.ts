'use client';
import { useEffect, useState } from 'react';
import type { Note } from '../../session/index.ts';
import { errorText } from '../../session/text/errorText.ts';

/** Where the notes on one session are kept, such as `createNotesStore` of `agent-replay-kit/loading`. */
export interface NotesKeeper {
  /** Rejects where they cannot be read; its message is for the reader. */
  load: () => Promise<readonly Note[]>;
  /**
   * Replaces all notes, and may give those that are kept now, such as others that another page wrote. Rejects where they were not kept.
   * Without it, changes stay on the page.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: keepers that give nothing back are keepers too.
  save?: ((notes: readonly Note[]) => Promise<readonly Note[] | void>) | undefined;
}

/** The notes of a session for `SessionReplay`, and what went wrong with them. */
export interface KeptNotes {
  /** Undefined until they are there. */
  readonly notes: readonly Note[] | undefined;
  /** Undefined until the notes are there: what is written before would replace those that are kept. */
  readonly onNotesChange: ((notes: readonly Note[]) => void) | undefined;
  /** Why they could not be read, or the last change not be kept; undefined once a change is kept. */
  readonly problem: string | undefined;
}

interface Kept {
  readonly by: NotesKeeper;
  readonly notes?: readonly Note[];
  readonly problem?: string | undefined;
}

/**
 * The notes of a session that somebody else keeps, such as a server. The keeper must stay the same object as long as the session does;
 * undefined for none. What another keeper answers late is left alone.
 */
export function useKeptNotes(keeper: NotesKeeper | undefined): KeptNotes {
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    if (keeper === undefined) return undefined;
    let left = false;
    keeper.load().then(
      (notes) => left || setKept({ by: keeper, notes }),
      (reason: unknown) => left || setKept({ by: keeper, problem: errorText(reason) }),
    );
    return () => {
      left = true;
    };
  }, [keeper]);
  const current = keeper !== undefined && kept?.by === keeper ? kept : undefined;
  const onNotesChange = (notes: readonly Note[]): void => {
    if (current === undefined) return;
    const { by, problem } = current;
    const change = (part: Partial<Kept>): void => setKept((now) => (now?.by === by ? { ...now, ...part } : now));
    // What was changed since is saved after this, and then given as a whole.
    const take = (all: readonly Note[]): void =>
      setKept((now) => (now?.by === by && now.notes === notes ? { ...now, notes: all } : now));
    setKept({ by, notes, problem });
    by.save?.(notes).then(
      (all) => {
        change({ problem: undefined });
        if (all !== undefined) take(all);
      },
      (reason: unknown) => change({ problem: errorText(reason) }),
    );
  };
  return {
    notes: current?.notes,
    onNotesChange: current?.notes === undefined ? undefined : onNotesChange,
    problem: current?.problem,
  };
}
