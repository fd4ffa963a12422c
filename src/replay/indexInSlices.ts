import type { Session } from '../session/index.ts';
import { type IdleOptions, indexSteps } from './indexSession.ts';
import { rest } from './rest.ts';
import { runInSlices } from './search/runInSlices.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Options of {@link indexInSlices}. */
export interface SliceOptions {
  readonly idle?: Partial<IdleOptions>;
  readonly signal?: AbortSignal;
  /** Milliseconds of work between two rests. Default: 8, half a frame. */
  readonly budgetMs?: number;
}

/** Makes a session ready for replay while the page goes on: works in slices, and rests between them. Rejects on abort alone. */
export async function indexInSlices(session: Session, { idle, ...slices }: SliceOptions = {}): Promise<SessionIndex> {
  // At both ends: whoever asks for the index has work of its own to finish, and then some to do with it.
  const restOnce = async (): Promise<void> => {
    await rest();
    slices.signal?.throwIfAborted();
  };
  await restOnce();
  const index = await runInSlices(indexSteps(session, idle), slices);
  await restOnce();
  return index;
}
