'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  axisOf,
  hasClock,
  markersOf,
  type PlacedNote,
  type Position,
  phaseBlocks,
  type ReplayState,
  type SessionIndex,
  type Step,
} from '../../replay/index.ts';
import { drivePlayhead, usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { knownStart } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { transportWords } from '../language/english/transport.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { layoutMarkers, layoutNotes, layoutTrack } from './layoutTrack.ts';
import { RateChoice } from './RateChoice.tsx';
import { stepReplay } from './replayCommand.ts';
import { Scrubber, useScrub, useStepText } from './Scrubber.tsx';

/** Props of {@link TransportBar}. `open` says whether the panel of keys is shown. */
export interface TransportBarProps extends OpenProps, Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** Called when the reader moves the playhead, or starts or stops it: by button, key or scrub bar. */
  onMove?: () => void;
  /** Matches of a search to mark on the scrub bar, as positions in `SessionIndex.items`. */
  found?: Uint32Array | undefined;
  /** Notes to mark on the scrub bar, as `placeNotes` gives them. @default none */
  notes?: readonly PlacedNote[] | undefined;
  /** Whether more of the session is still to come, so that its length is not known. @default false */
  loading?: boolean | undefined;
  /** Whose keys the panel shows. @default 'replay' */
  keysOf?: 'replay' | 'comparison';
}

const none: readonly PlacedNote[] = [];

function* prepare(coming: ReplayState): Generator<undefined, void> {
  yield* phaseBlocks.steps(coming.index);
  markersOf(coming.index);
  yield;
  layoutMarkers(coming.index, axisOf(coming));
  yield;
  layoutTrack(coming.index, axisOf(coming));
  yield;
}

/**
 * When to use it: inside a `ReplayProvider`, wherever the reader is to play, pause and seek; `SessionReplay` includes one.
 *
 * Plays the surrounding replay: play and pause, steps by call, message, error or phase, rate, scrub bar with phases, idle time and marks,
 * clock. Seeking does not pause a playing replay. To make its keys work in an element around it, use `useReplayKeys`.
 */
export const TransportBar = forwardRef<HTMLElement, TransportBarProps>(function TransportBar(
  {
    open: given,
    defaultOpen,
    onOpenChange,
    onMove,
    found,
    notes = none,
    loading = false,
    keysOf = 'replay',
    className,
    ...rest
  },
  ref,
) {
  usePreparation(prepare);
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const axis = useReplay(axisOf);
  const [helpOpen, toggleHelp] = useOpen({ open: given, defaultOpen, onOpenChange });
  const [by, setBy] = useState<StepKind>('call');
  const noted = layoutNotes(index, axis, notes);
  const marks = useMemo(() => [...layoutMarkers(index, axis), ...noted.marks], [index, axis, noted]);
  const scrub = useScrub(replay, marks, onMove);
  return (
    <section ref={ref} className={joinClasses('ark', 'ark-transport', className)} aria-label={t('transport')} {...rest}>
      <div className="ark-transport__frame">
        <Scrubber {...{ scrub, found, marks, loading }} ranges={noted.ranges} />
        <div className="ark-transport__controls">
          <PlayButtons by={by} goesOn={scrub.held === 'goes on'} onMove={onMove} />
          <StepChoice by={by} onChange={setBy} />
          <RateChoice offersPaced={keysOf === 'replay'} />
          <SkipIdleSwitch />
          <PlaybackClock loading={loading} />
          <KeyHints helpOpen={helpOpen} onHelp={toggleHelp} />
        </div>
      </div>
      {helpOpen ? <KeyHelp of={keysOf} onClose={toggleHelp} /> : null}
    </section>
  );
});

/** A switch for squeezing idle ranges; absent if the session has none, or while the replay plays by content. */
function SkipIdleSwitch(): ReactElement | null {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const skipIdle = useReplay((state) => state.skipIdle);
  const idles = useReplay((state) => state.index.axes.squeezed.gaps.length > 0 && state.playback !== 'paced');
  if (!idles) return null;
  return (
    <button
      type="button"
      className="ark-switch"
      role="switch"
      aria-checked={skipIdle}
      aria-label={t('transport.skipIdle')}
      onClick={() => replay.setSkipIdle(!skipIdle)}
    >
      <span className="ark-switch__track" />
      <span className="ark-switch__words" data-length="long">
        {t('transport.skipIdle')}
      </span>
      <span className="ark-switch__words" data-length="short">
        {t('transport.skipIdleShort')}
      </span>
    </button>
  );
}

/** Where the playhead is: the time from the start, the total length, the time of day if known, and the call. */
function PlaybackClock({ loading }: { loading: boolean }): ReactElement {
  const { t, formatters } = useKit(transportWords);
  const { duration, origin } = useReplay((state) => state.index.axes.full);
  const clocked = useReplay((state) => hasClock(state.index));
  const dated = useReplay((state) => knownStart(state.index.session) !== undefined);
  const counted = dated ? t('transport.clockFrom', { time: formatters.timeOfDay(origin) }) : t('transport.clock');
  const step = useStepText();
  const elapsed = useCallback(({ at }: Position) => formatters.clock(at), [formatters]);
  const timeOfDay = useCallback(
    ({ at }: Position, { axes }: SessionIndex) => formatters.timeOfDay(axes.full.toWall(at)),
    [formatters],
  );
  if (!clocked) {
    return (
      <div className="ark-clock ark-figures" data-clock="none">
        <span className="ark-clock__time">{step}</span>
        <span className="ark-clock__quiet" title={t('transport.noClockWhy')}>
          {t('transport.noClock')}
        </span>
      </div>
    );
  }
  return (
    <div className="ark-clock ark-figures">
      <span className="ark-clock__time" title={counted}>
        <span className="ark-clock__now">
          <RunningText text={elapsed} />
        </span>{' '}
        <span className="ark-clock__quiet">/ {loading ? '…' : formatters.clock(duration)}</span>
      </span>
      {dated ? (
        <span className="ark-clock__day" title={t('transport.timeOfDay')}>
          <RunningText text={timeOfDay} />
        </span>
      ) : null}
      {step === '' || loading ? null : <span className="ark-clock__step">{step}</span>}
    </div>
  );
}

/** Props of {@link RunningText}. */
interface RunningTextProps {
  /** Returns the text for a position; called in every frame while the replay plays. */
  text: (position: Position, index: SessionIndex) => string;
}

/** A text that follows the playhead in every frame, without rendering. */
function RunningText({ text }: RunningTextProps): ReactElement {
  const replay = useReplayStore();
  const element = useRef<HTMLSpanElement>(null);
  // Never changes, so that React leaves alone the text that is written below.
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

/** Props of {@link KeyHints}. */
interface KeyHintsProps {
  helpOpen: boolean;
  onHelp: () => void;
}

/** The most useful keys, and a button for the others. */
function KeyHints({ helpOpen, onHelp }: KeyHintsProps): ReactElement {
  const { t } = useKit(transportWords);
  const hints = [
    { keys: [t('key.space')], what: 'key.play', rank: 'first' },
    { keys: ['\u2190', '\u2192'], what: 'key.step', rank: 'first' },
    { keys: ['[', ']'], what: 'key.phase', rank: 'second' },
    { keys: ['E'], what: 'key.error', rank: 'second' },
  ] as const;
  return (
    <div className="ark-keys">
      {hints.map(({ keys, what, rank }) => (
        <span key={what} className="ark-keys__hint" data-rank={rank}>
          {keys.map((key) => (
            <kbd key={key} className="ark-keys__key">
              {key}
            </kbd>
          ))}
          {t(what)}
        </span>
      ))}
      <button
        type="button"
        className="ark-keys__help"
        aria-label={t('transport.keys')}
        aria-expanded={helpOpen}
        title={t('transport.keys')}
        onClick={onHelp}
      >
        <kbd className="ark-keys__key">?</kbd>
      </button>
    </div>
  );
}

/** Props of {@link PlayButtons}. */
interface PlayButtonsProps {
  /** What the step buttons step by. */
  by: StepKind;
  /** Whether playback is merely interrupted, because the scrub bar is held. */
  goesOn: boolean;
  onMove: (() => void) | undefined;
}

/** Buttons: to the start, step back, play or pause, step forward. */
function PlayButtons({ by, goesOn, onMove }: PlayButtonsProps): ReactElement {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const status = useReplay((state) => state.status);
  const moving = status === 'playing' || status === 'following' || goesOn;
  const act = (action: () => void) => () => {
    action();
    onMove?.();
  };
  const play = moving ? 'transport.pause' : status === 'ended' ? 'transport.playAgain' : 'transport.play';
  return (
    <div className="ark-transport__buttons">
      <ActionButton
        className="ark-transport__rewind"
        look="icon"
        icon="skipBack"
        label={t('transport.toStart')}
        onClick={act(() => replay.toStart())}
      />
      <ActionButton
        look="icon"
        icon="stepBack"
        label={t('transport.stepBack', { what: t(`transport.by.${by}`) })}
        onClick={act(() => stepReplay(replay, by, 'backward'))}
      />
      <button
        type="button"
        className="ark-transport__play"
        aria-label={t(play)}
        title={t(play)}
        onClick={act(() => replay.toggle())}
      >
        <Icon name={moving ? 'pause' : 'play'} />
      </button>
      <ActionButton
        look="icon"
        icon="stepForward"
        label={t('transport.stepForward', { what: t(`transport.by.${by}`) })}
        onClick={act(() => stepReplay(replay, by, 'forward'))}
      />
    </div>
  );
}

/** What the step buttons can step by. */
const stepKinds = ['call', 'message', 'error', 'phase'] as const satisfies readonly Step[];

/** One of {@link stepKinds}. */
type StepKind = (typeof stepKinds)[number];

/** Props of {@link StepChoice}. */
interface StepChoiceProps {
  by: StepKind;
  onChange: (by: StepKind) => void;
}

/** Chooses what the step buttons beside it step by: calls, messages, errors or phases. */
function StepChoice({ by, onChange }: StepChoiceProps): ReactElement {
  const { t } = useKit(transportWords);
  return (
    <select
      className="ark-select ark-transport__by"
      aria-label={t('transport.stepBy')}
      title={t('transport.stepBy')}
      value={by}
      onChange={({ target }) => {
        const chosen = stepKinds.find((kind) => kind === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {stepKinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`transport.by.${kind}`)}
        </option>
      ))}
    </select>
  );
}
