'use client';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../session/index.ts';
import { createSystemClock } from '../clock.ts';
import { createReplay, type Replay } from '../createReplay.ts';
import { indexInSlices } from '../indexInSlices.ts';
import { rest } from '../rest.ts';
import { runInSlices } from '../search/runInSlices.ts';
import type { OwnReplayOptions } from './useOwnReplay.ts';

/**
 * A replay of a session of any size, made without holding up the page; undefined until it is ready, and without a session. A
 * session that grows under the same id feeds the same replay; another one makes another. Options count when it is made.
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
      // Another session, or none, has taken its place.
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
