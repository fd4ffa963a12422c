import { createNotesStore } from 'agent-replay-kit/loading';
import type { Note } from 'agent-replay-kit/session';
import { useEffect, useMemo, useState } from 'react';

/** The notes that the server keeps of a session; undefined until they are there, and where no address is given. */
export function useNotes(address: string | undefined, session: string | undefined) {
  const [kept, setKept] = useState<{ of: string | undefined; notes?: readonly Note[]; problem?: string }>();
  const store = useMemo(
    () => (address === undefined || session === undefined ? undefined : createNotesStore({ address, session })),
    [address, session],
  );
  // Another session may have been opened meanwhile.
  const say = (problem: string | undefined): void =>
    setKept((now) => (now !== undefined && now.of === address ? { ...now, problem } : now));
  useEffect(() => {
    let left = false;
    store?.load().then(
      (notes) => left || setKept({ of: address, notes }),
      (reason: unknown) => left || setKept({ of: address, problem: messageOf(reason) }),
    );
    return () => {
      left = true;
    };
  }, [store, address]);
  const current = kept?.of === address && store !== undefined ? kept : undefined;
  const change = (notes: readonly Note[]): void => {
    setKept({ ...current, of: address, notes });
    store?.save(notes).then(
      () => say(undefined),
      (reason: unknown) => say(messageOf(reason)),
    );
  };
  return { notes: current?.notes, problem: current?.problem, change };
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
