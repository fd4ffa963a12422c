'use client';

import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../session/index.ts';
import { createSystemClock } from '../clock.ts';
import { createReplay, type Replay, type ReplayOptions } from '../createReplay.ts';
import { indexInSlices } from '../indexSession.ts';
import { rest, runInSlices } from '../slices.ts';

/** How a component starts the replay it owns. Default clock: real time. */
export type OwnReplayOptions = Partial<ReplayOptions>;

/**
 * A replay owned by a component: created at the first render, updated when the session grows, replaced for another session, and stopped
 * when the component unmounts. Options count at creation only.
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

/**
 * A replay of a session of any size, created without blocking the page; undefined until it is ready, and without a session. A session that
 * grows under the same id updates the same replay; another session gets another replay. Options count at creation only.
 */
export function useSlicedReplay(session: Session | undefined, options: OwnReplayOptions = {}): Replay | undefined {
  const [made, setMade] = useState<{ readonly id: string; readonly replay: Replay }>();
  const latest = useRef({ made, options });
  useEffect(() => {
    latest.current = { made, options };
  });
  useEffect(() => {
    if (session === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const make = async (): Promise<void> => {
      const { idle } = latest.current.options;
      const index = await indexInSlices(session, { signal, ...(idle === undefined ? {} : { idle }) });
      const known = latest.current.made;
      if (known?.id === session.session_id) {
        await runInSlices(known.replay.prepare(index), { signal });
        await rest();
        if (!signal.aborted) known.replay.update(index);
      } else {
        const replay = createReplay(index, { clock: createSystemClock(), ...latest.current.options });
        setMade({ id: session.session_id, replay });
      }
    };
    make().catch((reason: unknown) => {
      // Another session, or none, is shown by now.
      if (!signal.aborted) throw reason;
    });
    return () => controller.abort();
  }, [session]);
  const replay = made?.id === session?.session_id ? made?.replay : undefined;
  useEffect(
    () => () => {
      if (replay?.getState().status === 'playing') replay.pause();
    },
    [replay],
  );
  return replay;
}
