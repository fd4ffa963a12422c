'use client';
import { type RefObject, useEffect } from 'react';
import { clampView, isWhole, type LaneBounds } from '../../replay/internal.ts';
import { drivePlayhead, playheadProperty, useReplayStore, watchMotion } from '../../replay/react/index.ts';
import { useKit } from '../theme/useKit.ts';
import type { LaneStage } from './laneStage.ts';

/** Where the playhead is placed after it left the view, as a fraction of the view. */
const landing = 0.2;

/**
 * Moves the playhead with every frame, without rendering. While the playhead is in sight, the view follows it when it would leave. A reader
 * who has scrolled away during playback is left alone until the playhead jumps.
 */
export function useLanePlayhead(root: RefObject<HTMLElement | null>, stage: LaneStage, bounds: LaneBounds): void {
  const replay = useReplayStore();
  const { motion } = useKit();
  useEffect(() => {
    const style = root.current?.style;
    if (style === undefined) return undefined;
    let offset = 0;
    let inSight = true;
    const look = (): void => {
      const { from, to } = stage.view.get();
      inSight = offset >= from && offset <= to;
    };
    const unsubscribe = stage.view.subscribe(look);
    const stop = drivePlayhead(replay, {
      show(progress) {
        style.setProperty(playheadProperty, String(progress));
        const jumped = replay.getState().status !== 'playing' && progress * bounds.total !== offset;
        offset = progress * bounds.total;
        const view = stage.view.get();
        const left = offset < view.from || offset > view.to;
        if (!left) inSight = true;
        else if ((inSight || jumped) && !isWhole(view, bounds)) {
          const span = view.to - view.from;
          const from = offset - span * landing;
          stage.view.set(clampView({ from, to: from + span }, bounds));
        }
      },
      nextFrame(callback) {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
      reducesMotion: watchMotion(motion),
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [root, stage, bounds, replay, motion]);
}
