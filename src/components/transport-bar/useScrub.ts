'use client';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { endOf, type Replay } from '../../replay/index.ts';
import { markNear, type TrackMark } from './layoutMarkers.ts';
import { seekToShare, shareAfterKey, shareOf } from './scrubTarget.ts';

/** Behaviour of the scrub bar. */
export interface Scrub {
  /** Whether the bar is held; a replay that was playing resumes when it is released. */
  readonly held: 'no' | 'still' | 'goes on';
  readonly handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** Distance within which a press snaps to a mark, in pixels. */
const reachPx = 5;

/**
 * Moves the playhead with the pointer and the keyboard. While the bar is held the replay pauses, so that the knob stays under the pointer,
 * and so that holding it at the end does not end the replay.
 */
export function useScrub(replay: Replay, marks: readonly TrackMark[], onMove: (() => void) | undefined): Scrub {
  const [held, setHeld] = useState<Scrub['held']>('no');

  const shareAt = (event: PointerEvent<HTMLElement>): { share: number; widthPx: number } => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return { share: width > 0 ? (event.clientX - left) / width : 0, widthPx: Math.max(1, width) };
  };
  const letGo = (): void => {
    if (held === 'no') return;
    setHeld('no');
    const { position, index } = replay.getState();
    if (held === 'goes on' && position.at < endOf(index).at) replay.play();
  };

  return {
    held,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const played = replay.getState().status === 'playing';
        if (played) replay.pause();
        setHeld(played ? 'goes on' : 'still');
        const { share, widthPx } = shareAt(event);
        const mark = markNear(marks, share, reachPx / widthPx);
        if (mark === undefined) seekToShare(replay, share);
        else replay.seekToItem(mark.item);
        onMove?.();
      },
      onPointerMove(event) {
        if (held !== 'no' && event.currentTarget.hasPointerCapture(event.pointerId)) {
          seekToShare(replay, shareAt(event).share);
        }
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onKeyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const share = shareAfterKey(event.key, shareOf(replay));
        if (share === undefined) return;
        event.preventDefault();
        seekToShare(replay, share);
        onMove?.();
      },
    },
  };
}
