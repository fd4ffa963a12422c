'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Position, SessionIndex } from '../../replay/index.ts';
import { drivePlayhead, useReplayStore } from '../../replay/react/index.ts';

/** Props of {@link RunningText}. */
export interface RunningTextProps {
  /** What is said at a position; asked in every frame while the replay plays. */
  text: (position: Position, index: SessionIndex) => string;
}

/** A text that goes with the playhead in every frame, without any render. */
export function RunningText({ text }: RunningTextProps): ReactElement {
  const replay = useReplayStore();
  const element = useRef<HTMLSpanElement>(null);
  // Stays what it was, so that React leaves the text alone that is written below.
  const [first] = useState(() => {
    const { position, index } = replay.getInitialState();
    return text(position, index);
  });
  useEffect(
    () =>
      drivePlayhead(replay, {
        show() {
          const now = text(replay.position(), replay.getState().index);
          if (element.current !== null && element.current.textContent !== now) element.current.textContent = now;
        },
        nextFrame(callback) {
          const frame = requestAnimationFrame(callback);
          return () => cancelAnimationFrame(frame);
        },
        reducesMotion: () => false,
      }),
    [replay, text],
  );
  return <span ref={element}>{first}</span>;
}
