'use client';

import { useEffect, useState } from 'react';
import type { Session } from '../../session/index.ts';
import { createSystemClock } from '../clock.ts';
import { createReplay, type Replay, type ReplayOptions } from '../createReplay.ts';

/** How a component starts the replay it owns; the clock is real time unless another one is given. */
export type OwnReplayOptions = Partial<ReplayOptions>;

/**
 * A replay that belongs to a component: made at its first render, fed when the session changes under it, made anew for
 * another session, and at rest when the component is gone. The options count when the replay is made.
 */
export function useOwnReplay(session: Session, options: OwnReplayOptions = {}): Replay {
  const [owned, setOwned] = useState(() => own(session, options));
  const current = owned.sessionId === session.session_id ? owned : own(session, options);
  if (current !== owned) setOwned(current);
  const { replay } = current;
  useEffect(() => {
    if (replay.getState().index.session !== session) replay.update(session);
  }, [replay, session]);
  useEffect(
    () => () => {
      if (replay.getState().status === 'playing') replay.pause();
    },
    [replay],
  );
  return replay;
}

function own(session: Session, options: OwnReplayOptions): { sessionId: string; replay: Replay } {
  return { sessionId: session.session_id, replay: createReplay(session, { clock: createSystemClock(), ...options }) };
}
