'use client';
import { type ComponentPropsWithoutRef, forwardRef, useState } from 'react';
import { axisOf, markersOf, type ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { KeyHints } from './KeyHints.tsx';
import { layoutMarkers } from './layoutMarkers.ts';
import { layoutTrack } from './layoutTrack.ts';
import { PlayButtons } from './PlayButtons.tsx';
import { PlaybackClock } from './PlaybackClock.tsx';
import { RateChoice } from './RateChoice.tsx';
import { Scrubber } from './Scrubber.tsx';
import { SkipIdleSwitch } from './SkipIdleSwitch.tsx';
import { StepChoice, type StepKind } from './StepChoice.tsx';
import { useScrub } from './useScrub.ts';

/** Props of {@link TransportBar}. `open` is whether the panel of keys is shown. */
export interface TransportBarProps extends OpenProps, Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The reader moved the playhead, or started or stopped it: with a button, a key, or on the scrub bar. */
  onMove?: () => void;
  /** What a search found, as positions in `SessionIndex.items`: marked on the scrub bar. */
  found?: Uint32Array | undefined;
  /** Whose keys its panel shows. @default 'replay' */
  keysOf?: 'replay' | 'comparison';
}

function* prepare(coming: ReplayState): Generator<undefined, void> {
  markersOf(coming.index);
  yield;
  layoutMarkers(coming.index, axisOf(coming));
  layoutTrack(coming.index, axisOf(coming));
  yield;
}

/**
 * When to use it: inside a `ReplayProvider`, wherever the reader is to play, pause and seek; `SessionReplay` has one.
 *
 * Plays the replay around it: play and pause, steps by call, message, error or phase, pace, scrub bar with phases, idle time
 * and marks, clock. Seeking never pauses a replay that plays. `useReplayKeys` gives its keys to whatever stands around it.
 */
export const TransportBar = forwardRef<HTMLElement, TransportBarProps>(function TransportBar(
  { open: given, defaultOpen, onOpenChange, onMove, found, keysOf = 'replay', className, ...rest },
  ref,
) {
  usePreparation(prepare);
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const axis = useReplay(axisOf);
  const [helpOpen, toggleHelp] = useOpen({ open: given, defaultOpen, onOpenChange });
  const [by, setBy] = useState<StepKind>('call');
  const scrub = useScrub(replay, layoutMarkers(index, axis), onMove);
  return (
    <section ref={ref} className={joinClasses('ark', 'ark-transport', className)} aria-label={t('transport')} {...rest}>
      <div className="ark-transport__frame">
        <Scrubber scrub={scrub} found={found} />
        <div className="ark-transport__controls">
          <PlayButtons by={by} goesOn={scrub.held === 'goes on'} onMove={onMove} />
          <StepChoice by={by} onChange={setBy} />
          <RateChoice />
          <SkipIdleSwitch />
          <PlaybackClock />
          <KeyHints helpOpen={helpOpen} onHelp={toggleHelp} />
        </div>
      </div>
      {helpOpen ? <KeyHelp of={keysOf} onClose={toggleHelp} /> : null}
    </section>
  );
});
