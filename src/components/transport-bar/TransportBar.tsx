'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import { axisOf } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { KeyHints } from './KeyHints.tsx';
import { layoutMarkers } from './layoutMarkers.ts';
import { PlayButtons } from './PlayButtons.tsx';
import { PlaybackClock } from './PlaybackClock.tsx';
import { RateChoice } from './RateChoice.tsx';
import { Scrubber } from './Scrubber.tsx';
import { SkipIdleSwitch } from './SkipIdleSwitch.tsx';
import { useScrub } from './useScrub.ts';

/** Props of {@link TransportBar}. `open` is whether the panel of keys is shown. */
export interface TransportBarProps extends OpenProps, Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The reader moved the playhead, or started or stopped it: with a button, a key, or on the scrub bar. */
  onMove?: () => void;
}

/**
 * Plays the replay around it: play and pause, step, pace, scrub bar with phases, idle time and marks, clock. Use it inside a
 * `ReplayProvider`.
 */
export const TransportBar = forwardRef<HTMLElement, TransportBarProps>(function TransportBar(
  { open: given, defaultOpen, onOpenChange, onMove, className, ...rest },
  ref,
) {
  const { t } = useKit();
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const axis = useReplay(axisOf);
  const [helpOpen, toggleHelp] = useOpen({ open: given, defaultOpen, onOpenChange });
  const scrub = useScrub(replay, layoutMarkers(index, axis), onMove);
  return (
    <section ref={ref} className={joinClasses('ark', 'ark-transport', className)} aria-label={t('transport')} {...rest}>
      <div className="ark-transport__frame">
        <Scrubber scrub={scrub} />
        <div className="ark-transport__controls">
          <PlayButtons goesOn={scrub.held === 'goes on'} onMove={onMove} />
          <RateChoice />
          <SkipIdleSwitch />
          <PlaybackClock />
          <KeyHints helpOpen={helpOpen} onHelp={toggleHelp} />
        </div>
      </div>
      {helpOpen ? <KeyHelp onClose={toggleHelp} /> : null}
    </section>
  );
});
