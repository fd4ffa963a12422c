import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  axisOf,
  countsAt,
  endOf,
  hasClock,
  playbackMs,
  type Replay,
  type ReplayState,
  type SessionIndex,
  type TimeAxis,
} from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import type { PhaseType } from '../../session/index.ts';
import { useWidth } from '../hooks/useSize.ts';
import { phasesWords } from '../language/english/phases.ts';
import { transportWords } from '../language/english/transport.ts';
import { FoundMarks } from '../shared/FoundMarks.tsx';
import { useKit } from '../theme/useKit.ts';
import {
  layoutTrack,
  markNear,
  seekToShare,
  shareAfterKey,
  shareOf,
  type Track,
  type TrackMark,
  type TrackSpan,
  thinMarks,
} from './layoutTrack.ts';
import { PlayheadMark } from './PlayheadMark.tsx';

const ownWords = { ...phasesWords, ...transportWords };

/** Props of {@link ScrubHover}. */
interface ScrubHoverProps {
  index: SessionIndex;
  axis: TimeAxis;
  /** What is marked on the bar. */
  marks: readonly TrackMark[];
  /** Where the pointer is, 0…1 of the playback. */
  share: number;
}

/** Fraction of the bar within which the pointer hits a mark. */
const reach = 0.005;

/** The time under the pointer, and what is there: a mark, idle time, or a phase. */
function ScrubHover({ index, axis, marks, share }: ScrubHoverProps): ReactElement | null {
  const { t, formatters } = useKit(ownWords);
  if (axis.playbackDuration <= 0) return null;
  const at = axis.fromPlayback(playbackMs(share * axis.playbackDuration));
  const mark = markNear(marks, share, reach);
  const { phases, gaps } = layoutTrack(index, axis);
  const within = ({ from, to }: TrackSpan): boolean => from <= share && share < to;
  const phase = phases.find(within);
  const what = (): string | undefined => {
    if (mark !== undefined) return t(`transport.mark.${mark.is}`);
    if (gaps.some(within)) return t('transport.mark.idle');
    return phase === undefined ? undefined : t(`phase.${phase.type}`);
  };
  const said = what();
  return (
    <span className="ark-scrub__hover" aria-hidden="true" style={{ '--ark-at': share } as CSSProperties}>
      {formatters.clock(at)}
      {said === undefined ? null : <span className="ark-scrub__what">{said}</span>}
    </span>
  );
}

/** Draws one mark around `x`, in a line 7 px high. */
const shapes: Readonly<Record<TrackMark['is'], (x: string) => string>> = {
  note: (x) => `M${x} 0l3.5 3.5l-3.5 3.5l-3.5-3.5z`,
  prompt: (x) => `M${x} .5a3 3 0 0 1 0 6a3 3 0 0 1 0-6z`,
  error: (x) => `M${x} 6l-4-6h8z`,
  compaction: (x) => `M${x} 1h3.5v1.5h-7v-1.5zm0 4h3.5v1.5h-7v-1.5z`,
};

/** All marks of one kind as one path, on a bar of the given width in pixels: there may be hundreds, and each node costs time. */
export function markPath(marks: readonly TrackMark[], kind: TrackMark['is'], widthPx: number): string {
  return marks.reduce((path, { is, at }) => (is === kind ? path + shapes[is]((at * widthPx).toFixed(2)) : path), '');
}

/** Props of {@link ScrubMarks}. */
interface ScrubMarksProps {
  marks: readonly TrackMark[];
  /** Width of the bar, in pixels. */
  widthPx: number;
}

/** In order of drawing: the last lies on top. */
const kinds = ['compaction', 'prompt', 'error', 'note'] as const;

/** Prompts, errors and compactions above the bar. Decorative: keys step through them, and rows say what they are. */
const ScrubMarks = memo(function ScrubMarks({ marks, widthPx }: ScrubMarksProps): ReactElement {
  return (
    <svg
      className="ark-scrub__marks"
      viewBox={`0 0 ${Math.max(1, widthPx)} 7`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {kinds.map((kind) => (
        <path key={kind} data-mark={kind} d={markPath(marks, kind, widthPx)} />
      ))}
    </svg>
  );
});

/** Props of {@link ScrubTrack}. */
interface ScrubTrackProps {
  track: Track;
}

const box = { viewBox: '0 0 1 1', preserveAspectRatio: 'none' } as const;

/** The bar itself: phases in their colours, paler ahead of the playhead; idle ranges hatched. Decorative. */
const ScrubTrack = memo(function ScrubTrack({ track: { phases, gaps } }: ScrubTrackProps): ReactElement {
  const types: readonly PhaseType[] = [...new Set(phases.map(({ type }) => type))];
  return (
    <span className="ark-scrub__track" aria-hidden="true" data-plain={phases.length === 0 ? '' : undefined}>
      {phases.length === 0 ? null : (
        <>
          <svg className="ark-scrub__phases" {...box} aria-hidden="true">
            {types.map((type) => (
              <path key={type} data-phase={type} d={spanPath(phases.filter((phase) => phase.type === type))} />
            ))}
          </svg>
          <svg className="ark-scrub__seams" {...box} aria-hidden="true">
            <path d={seamPath(phases)} />
          </svg>
        </>
      )}
      <PlayheadMark className="ark-scrub__done" />
      <PlayheadMark className="ark-scrub__ahead" />
      {gaps.length === 0 ? null : <span className="ark-scrub__gaps" style={spanClip(gaps)} />}
    </span>
  );
});

/** Props of {@link Scrubber}. */
interface ScrubberProps {
  scrub: Scrub;
  /** Matches of a search, as positions in `SessionIndex.items`. */
  found: Uint32Array | undefined;
  /** What is marked on the bar, and the ranges that notes are about. */
  marks: readonly TrackMark[];
  ranges: readonly TrackSpan[];
  loading: boolean;
}

/** Room for each mark, and the width assumed for the bar until it is known; in pixels. */
const markPx = 7;
const assumedPx = 1100;

/** The whole playback as one bar: phases, idle ranges, marks, and a knob moved by dragging or keys. */
export function Scrubber({
  scrub: { held, handlers },
  found,
  marks: all,
  ranges,
  loading,
}: ScrubberProps): ReactElement {
  const { t, formatters } = useKit(transportWords);
  const index = useReplay((state) => state.index);
  const axis = useReplay(axisOf);
  const position = useReplay((state) => state.position);
  const step = useStepText();
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const [pointedAt, setPointedAt] = useState<number>();
  const widthPx = useWidth(bar) ?? assumedPx;
  const marks = useMemo(() => thinMarks(all, markPx / Math.max(1, widthPx)), [all, widthPx]);

  const timed = axis.playbackDuration > 0;
  const clock = formatters.clock(position.at);
  const where = !hasClock(index)
    ? t('transport.noClock')
    : loading
      ? clock
      : t('transport.position', { time: clock, duration: formatters.clock(axis.duration) });
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
      aria-valuetext={[where, loading ? t('beingRead') : step].filter((text) => text !== '').join(t('listSeparator'))}
      data-held={held === 'no' ? undefined : ''}
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
      {ranges.length === 0 ? null : (
        <svg className="ark-scrub__ranges" {...box} aria-hidden="true">
          <path d={spanPath(ranges)} />
        </svg>
      )}
      <ScrubMarks marks={marks} widthPx={widthPx} />
      <PlayheadMark className="ark-scrub__knob" />
      {pointedAt === undefined ? null : <ScrubHover index={index} axis={axis} marks={all} share={pointedAt} />}
    </div>
  );
}

/** A fraction of the bar, exact to a hundredth of a pixel on any screen. */
function coordinate(share: number): string {
  return String(Math.round(share * 1e6) / 1e6);
}

/** Ranges as one path in a unit square. */
export function spanPath(spans: readonly TrackSpan[]): string {
  return spans.map(({ from, to }) => `M${coordinate(from)} 0H${coordinate(to)}V1H${coordinate(from)}z`).join('');
}

/** Starts of all ranges but one at the left end, as lines in a unit square. */
export function seamPath(spans: readonly TrackSpan[]): string {
  return spans
    .slice(1)
    .map(({ from }) => `M${coordinate(from)} 0V1`)
    .join('');
}

/**
 * The bounding box of ranges, and the clip path that cuts it to them; the parts are connected along the lower edge, where nothing is
 * visible.
 */
export function spanClip(spans: readonly TrackSpan[]): { left: string; right: string; clipPath: string } {
  const from = spans[0]?.from ?? 0;
  const to = spans.at(-1)?.to ?? 1;
  const within = (share: number): string => `${coordinate(to > from ? (100 * (share - from)) / (to - from) : 0)}%`;
  const corners = spans.flatMap((span) => {
    const [left, right] = [within(span.from), within(span.to)];
    return [`${left} 100%`, `${left} 0`, `${right} 0`, `${right} 100%`];
  });
  return {
    left: `${coordinate(100 * from)}%`,
    right: `${coordinate(100 * (1 - to))}%`,
    clipPath: `polygon(${corners.join(',')})`,
  };
}

/** Behaviour of the scrub bar. */
interface Scrub {
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
  // A bar that goes while it is held, or gets another replay, leaves none held.
  useEffect(() => () => replay.hold(false), [replay]);

  const shareAt = (event: PointerEvent<HTMLElement>): { share: number; widthPx: number } => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return { share: width > 0 ? (event.clientX - left) / width : 0, widthPx: Math.max(1, width) };
  };
  const letGo = (): void => {
    if (held === 'no') return;
    setHeld('no');
    replay.hold(false);
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
        // What the press itself leads to is shown at once.
        replay.hold(true);
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

interface StepCount {
  readonly of: 'callOf' | 'messageOf' | 'step';
  readonly done: number;
  readonly n: number;
}

/** What is counted: the session's own calls; without any, its messages; without those, all items. */
function countSteps({ index, position }: ReplayState): StepCount {
  const { call = [], message = [] } = index.runs[0]?.landmarks ?? {};
  const reached = countsAt(index, position, 0);
  if (call.length > 0) return { of: 'callOf', done: reached.call, n: call.length };
  if (message.length > 0) return { of: 'messageOf', done: reached.message, n: message.length };
  return { of: 'step', done: position.item + 1, n: index.items.length };
}

/** The number of the current call and of all calls, in words; undefined for an empty session. */
export function useStepText(): string {
  const { t } = useKit(transportWords);
  const { of, done, n } = useReplay(countSteps, (a, b) => a.done === b.done && a.n === b.n && a.of === b.of);
  return n === 0 ? '' : t(`transport.${of}`, { done, n });
}
