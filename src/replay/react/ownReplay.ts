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

/** A session that is being shown: as it should be shown at last, and what ends it. */
interface Growing {
  wanted: Session;
  readonly controller: AbortController;
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
  const growing = useRef<Growing>(undefined);
  useEffect(() => {
    const going = growing.current;
    if (going !== undefined && going.wanted.session_id === session?.session_id) {
      // Taken up once what came before is shown: what that showing adds to the page then prepares itself for this one.
      going.wanted = session;
      return;
    }
    going?.controller.abort();
    growing.current = undefined;
    if (session === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const own: Growing = { wanted: session, controller };
    growing.current = own;
    const show = async (shown: Session): Promise<void> => {
      const { idle } = latest.current.options;
      const index = await indexInSlices(shown, { signal, ...(idle === undefined ? {} : { idle }) });
      const known = latest.current.made;
      if (known?.id === shown.session_id) {
        await runInSlices(known.replay.prepare(index), { signal });
        await rest();
        if (!signal.aborted) known.replay.update(index);
      } else {
        const replay = createReplay(index, { clock: createSystemClock(), ...latest.current.options });
        latest.current = { ...latest.current, made: { id: shown.session_id, replay } };
        setMade(latest.current.made);
      }
    };
    const showAll = async (): Promise<void> => {
      let shown: Session;
      do {
        shown = own.wanted;
        await show(shown);
      } while (shown !== own.wanted && !signal.aborted);
      if (growing.current === own) growing.current = undefined;
    };
    showAll().catch((reason: unknown) => {
      if (growing.current === own) growing.current = undefined;
      // Another session, or none, is shown by now.
      if (!signal.aborted) throw reason;
    });
  }, [session]);
  useEffect(
    () => () => {
      growing.current?.controller.abort();
      growing.current = undefined;
    },
    [],
  );
  const replay = made?.id === session?.session_id ? made?.replay : undefined;
  useEffect(
    () => () => {
      if (replay?.getState().status === 'playing') replay.pause();
    },
    [replay],
  );
  return replay;
}
