'use client';
import { type CSSProperties, type ReactElement, useMemo, useState } from 'react';
import { axisOf, progressAt } from '../../replay/index.ts';
import { playheadProperty, usePlayhead, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { useWidth } from '../hooks/useWidth.ts';
import { transportWords } from '../language/english/transport.ts';
import { FoundMarks } from '../shared/FoundMarks.tsx';
import { useKit } from '../theme/useKit.ts';
import { layoutMarkers, thinMarks } from './layoutMarkers.ts';
import { layoutTrack } from './layoutTrack.ts';
import { ScrubHover } from './ScrubHover.tsx';
import { ScrubMarks } from './ScrubMarks.tsx';
import { ScrubTrack } from './ScrubTrack.tsx';
import type { Scrub } from './useScrub.ts';
import { useStepText } from './useStepText.ts';

/** Props of {@link Scrubber}. */
export interface ScrubberProps {
  scrub: Scrub;
  /** What a search found, as positions in `SessionIndex.items`. */
  found: Uint32Array | undefined;
}

/** Room that a mark needs beside another one, and the width of the bar until it is known; in pixels. */
const markPx = 7;
const assumedPx = 1100;

/** The whole playback as one bar: phases, idle stretches, marks, and a knob that is dragged or moved by keys. */
export function Scrubber({ scrub: { held, handlers }, found }: ScrubberProps): ReactElement {
  const { t, formatters, motion } = useKit(transportWords);
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const axis = useReplay(axisOf);
  const position = useReplay((state) => state.position);
  const step = useStepText();
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const [pointedAt, setPointedAt] = useState<number>();
  // What the server draws; from then on the property moves by itself, with every frame.
  const [first] = useState(() => progressAt(index, axis, replay.getInitialState().position));
  usePlayhead(
    useMemo(() => ({ current: bar }), [bar]),
    { motion },
  );
  const widthPx = useWidth(bar) ?? assumedPx;
  const marks = useMemo(
    () => thinMarks(layoutMarkers(index, axis), markPx / Math.max(1, widthPx)),
    [index, axis, widthPx],
  );

  const timed = axis.playbackDuration > 0;
  const where = t('transport.position', {
    time: formatters.clock(position.at),
    duration: formatters.clock(axis.duration),
  });
  return (
    <div
      ref={setBar}
      className="ark-scrub"
      role="slider"
      tabIndex={0}
      aria-label={t('transport.scrub')}
      aria-valuemin={0}
      aria-valuemax={timed ? Math.round(axis.playbackDuration / 1000) : Math.max(0, index.items.length - 1)}
      aria-valuenow={timed ? Math.round(axis.toPlayback(position.at) / 1000) : Math.max(0, position.item)}
      aria-valuetext={[where, step].filter((text) => text !== '').join(t('listSeparator'))}
      data-held={held === 'no' ? undefined : ''}
      style={{ [playheadProperty]: first } as CSSProperties}
      {...handlers}
      onPointerMove={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        setPointedAt(width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : undefined);
        handlers.onPointerMove(event);
      }}
      onPointerLeave={() => setPointedAt(undefined)}
    >
      <ScrubTrack track={layoutTrack(index, axis)} />
      {found === undefined ? null : (
        <span className="ark-scrub__found">
          <FoundMarks {...{ index, axis, found }} />
        </span>
      )}
      <ScrubMarks marks={marks} widthPx={widthPx} />
      <span className="ark-scrub__knob" />
      {pointedAt === undefined ? null : <ScrubHover index={index} axis={axis} share={pointedAt} />}
    </div>
  );
}
