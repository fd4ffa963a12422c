import type { Session } from '../session/index.ts';
import { type IdleOptions, indexSteps } from './indexSession.ts';
import { rest } from './rest.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Options of {@link indexInSlices}. */
export interface SliceOptions {
  readonly idle?: Partial<IdleOptions>;
  readonly signal?: AbortSignal;
  /** Milliseconds of work between two rests. Default: 8, half a frame. */
  readonly budgetMs?: number;
}

/** Makes a session ready for replay while the page goes on: works in slices, and rests between them. Rejects on abort alone. */
export async function indexInSlices(
  session: Session,
  { idle, signal, budgetMs = 8 }: SliceOptions = {},
): Promise<SessionIndex> {
  const steps = indexSteps(session, idle);
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done !== true && performance.now() - begun < budgetMs) continue;
    // Also at the end: whoever waits for the index has work of its own.
    await rest();
    signal?.throwIfAborted();
    if (done === true) return value;
    begun = performance.now();
  }
}
