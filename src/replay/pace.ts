import { chaptersOf } from './chapters.ts';
import { countUpTo } from './countUpTo.ts';
import { memoize } from './memoize.ts';
import { endOf, type Position, startOf } from './position.ts';
import { isAnswer, isError, isPrompt, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { sessionMs } from './timeAxis.ts';
import { workOf } from './work.ts';

/** What a beat shows. Neighbouring looks and commands share one beat. */
export type BeatKind = 'prompt' | 'answer' | 'words' | 'change' | 'failure' | 'check' | 'looks' | 'commands' | 'other';

/** Milliseconds that each kind of beat is shown, unless the session is too long for it. */
const beatMs: Readonly<Record<BeatKind, number>> = {
  prompt: 3000,
  answer: 3000,
  failure: 3000,
  change: 2000,
  other: 2000,
  check: 1500,
  words: 1200,
  looks: 1000,
  commands: 1000,
};

/** Share of its time after which a call is over, so that its outcome is seen while it is shown; the call and the next item may overlap. */
const overAfter = 0.4;

/** Maximum playing time of a session, in milliseconds: all beats are shortened by the same factor to fit. */
const longestMs = 180_000;

/** The items shown at one time while a session is played by what it holds. */
export interface Beat {
  readonly kind: BeatKind;
  /** Items of the session's own run, ascending, as positions in `SessionIndex.items`. At least one. */
  readonly items: readonly number[];
}

/** The schedule by which a session is played according to what it holds rather than the clock. */
export interface Pace {
  /** Total playing time in milliseconds: three minutes at most. */
  readonly durationMs: number;
  readonly beats: readonly Beat[];
  /** The beat shown at an item, or at the last item before it that belongs to a beat; undefined before the first beat. */
  beatAt(item: number): Beat | undefined;
  /** The time at which a position is reached, in milliseconds from the start. */
  timeOf(position: Position): number;
  /** The position at a time, in milliseconds from the start. */
  positionAt(ms: number): Position;
  /** The time at which the next item is reached, or the call reached last is over; the end where there is neither. */
  nextChange(ms: number): number;
  /** How long a beat is shown, in milliseconds. */
  lengthOf(beat: Beat): number;
}

/** The pace of a session; computed once, in linear time. */
export const paceOf = memoize((index: SessionIndex): Pace => {
  const beats = beatsOf(index);
  const total = beats.reduce((sum, { kind }) => sum + beatMs[kind], 0);
  const scale = total > longestMs ? longestMs / total : 1;
  const durationMs = Math.min(total, longestMs);
  const { reached, beatOf } = timesOf(index, beats, scale, durationMs);
  const { starts, ends } = index;
  const end = endOf(index);
  const last = index.items.length - 1;
  /** The parts of an item's time: until its call is over, if it is over before the next item begins, and until the next item. */
  const partsOf = (item: number): readonly TimePart[] => {
    const whole: TimePart = {
      at: starts[item] as number,
      until: starts[item + 1] ?? end.at,
      ms: reached[item] as number,
      untilMs: reached[item + 1] ?? durationMs,
    };
    const over = ends[item] as number;
    if (item === last || over <= whole.at || over > whole.until || whole.untilMs <= whole.ms) return [whole];
    const overMs = whole.ms + overAfter * (whole.untilMs - whole.ms);
    return [
      { ...whole, until: over, untilMs: overMs },
      { ...whole, at: over, ms: overMs },
    ];
  };
  const itemAt = (ms: number): number => Math.max(countUpTo(reached, ms) - 1, startOf(index).item);
  return {
    durationMs,
    beats,
    beatAt: (item) => beats[(beatOf[item] ?? 0) - 1],
    timeOf({ at, item }) {
      if (item < 0) return 0;
      if (item === last && at >= end.at) return durationMs;
      const parts = partsOf(item);
      const within = parts.findLast((part) => at >= part.at) ?? (parts[0] as TimePart);
      return within.ms + shareOf(at, within.at, within.until) * (within.untilMs - within.ms);
    },
    positionAt(ms) {
      if (ms >= durationMs) return end;
      const item = itemAt(ms);
      const parts = partsOf(item);
      const within = parts.findLast((part) => ms >= part.ms) ?? (parts[0] as TimePart);
      const share = shareOf(ms, within.ms, within.untilMs);
      return { item, at: sessionMs(within.at + share * (within.until - within.at)) };
    },
    nextChange(ms) {
      const over = partsOf(itemAt(ms)).find((part) => part.ms > ms)?.ms;
      return over ?? reached[countUpTo(reached, ms)] ?? durationMs;
    },
    lengthOf: ({ kind }) => beatMs[kind] * scale,
  };
});

/** A part of an item's time: in the session, `at` to `until`; while playing, `ms` to `untilMs`. */
interface TimePart {
  readonly at: number;
  readonly until: number;
  readonly ms: number;
  readonly untilMs: number;
}

/** How far a value lies between two others, from 0 to 1. */
function shareOf(value: number, from: number, to: number): number {
  return to > from ? Math.min(Math.max((value - from) / (to - from), 0), 1) : 0;
}

/** The beats of a session, in order. Items that say nothing to a reader belong to no beat and do not end one. */
function beatsOf(index: SessionIndex): readonly Beat[] {
  const answers = new Set(chaptersOf(index).map(({ answer }) => answer));
  const beats: { kind: BeatKind; items: number[] }[] = [];
  for (const at of index.runs[0]?.items ?? []) {
    const item = index.items[at] as ReplayItem;
    const kind = answers.has(at) ? 'answer' : kindOfBeat(item);
    if (kind === undefined) continue;
    const before = beats.at(-1);
    if ((kind === 'looks' || kind === 'commands') && before?.kind === kind) before.items.push(at);
    else beats.push({ kind, items: [at] });
  }
  return beats;
}

function kindOfBeat(item: ReplayItem): BeatKind | undefined {
  if (isError(item)) return 'failure';
  if (item.is === 'event') {
    if (isPrompt(item)) return 'prompt';
    if (isAnswer(item)) return 'words';
    const { event } = item;
    if (event.type === 'notice') {
      return event.kind === 'compaction' || event.kind === 'interruption' ? 'other' : undefined;
    }
    return event.type === 'review' || event.type === 'plan' ? 'other' : undefined;
  }
  switch (workOf(item.call)) {
    case 'read':
    case 'searched':
    case 'web':
      return 'looks';
    case 'changed':
      return 'change';
    case 'checked':
      return 'check';
    case 'delegated':
    case 'asked':
      return 'other';
    case 'ran':
    case 'other':
      return 'commands';
  }
}

/**
 * The time at which each item is reached, and the beat shown then, counted from 1. Items of a beat share its time; items between two beats,
 * such as a subagent's run, are spread evenly.
 */
function timesOf(
  { items }: SessionIndex,
  beats: readonly Beat[],
  scale: number,
  durationMs: number,
): { reached: Float64Array; beatOf: Uint32Array } {
  const reached = new Float64Array(items.length);
  const beatOf = new Uint32Array(items.length);
  let time = 0;
  let next = 0;
  let from = 0;
  /** Spreads the items before this one evenly between the last time and its own. */
  const passTo = (item: number, at: number): void => {
    for (let passed = next; passed < item; passed += 1) {
      reached[passed] = from + ((at - from) * (passed - next + 1)) / (item - next + 1);
      beatOf[passed] = beatOf[next - 1] ?? 0;
    }
    if (item < items.length) reached[item] = at;
    from = at;
    next = item + 1;
  };
  for (const [n, { kind, items: shown }] of beats.entries()) {
    const ms = beatMs[kind] * scale;
    for (const [nth, item] of shown.entries()) {
      passTo(item, time + (ms * nth) / shown.length);
      beatOf[item] = n + 1;
    }
    time += ms;
  }
  passTo(items.length, durationMs);
  return { reached, beatOf };
}
