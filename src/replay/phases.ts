import type { Phase, PhaseAnnotation, PhaseType, Session } from '../session/index.ts';
import { countUpTo } from './countUpTo.ts';
import { NO_PHASE } from './landmarks.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { hasFailed } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';
import { createTimeAxis, type SessionMs, sessionMs, type TimeAxis } from './timeAxis.ts';

/** A range of the session's own items that one annotation covers, or that none covers. */
export interface PhaseBlock {
  /** Undefined where no annotation covers the range. */
  readonly annotation: PhaseAnnotation | undefined;
  readonly type: PhaseType;
  /**
   * For a phase without calls, in which the agent only thought: whether it stands before the item `first` or after all items. Such a block
   * holds no item, so its `last` is less than its `first`.
   */
  readonly empty?: 'before' | 'after';
  /** First and last item of the session's own run, as positions in `SessionIndex.items`. */
  readonly first: number;
  readonly last: number;
  /** The item above which its header stands: a prompt begins a chapter, and the chapter's phases follow it. */
  readonly head: number;
  readonly start: SessionMs;
  /** When the last of its calls ends, or its last item starts. */
  readonly end: SessionMs;
  /** The session's own calls in it. */
  readonly calls: number;
  /** The failed calls among them; denied calls did not fail. */
  readonly failed: number;
  /** Time from start to end without the gaps in it. */
  readonly activeMs: number;
  readonly attempt: Attempt;
}

/** The number of the attempt at one request that the phase belongs to, from 1. */
export interface Attempt {
  readonly number: number;
  /**
   * `inferred`: not stated by the session. Where an automatic annotator made the phases, it found the retry; where a person or agent made
   * them without stating attempts, each return to an earlier stage before the next prompt counts as one.
   */
  readonly from: 'recorded' | 'inferred';
}

/** The figures of all phases of one kind. */
export interface PhaseTotal {
  readonly type: PhaseType;
  readonly blocks: number;
  readonly calls: number;
  readonly failed: number;
  readonly activeMs: number;
  /** Number of blocks that are not a first attempt. */
  readonly retries: number;
}

/** Going back from one of these phases to an earlier one is a new attempt; agents switch freely between the others. */
const stages: readonly PhaseType[] = ['plan', 'execute', 'verify'];

/** Blocks made between two pauses. */
const blocksPerStep = 128;

/** The phases of a session in order, with ranges outside any phase between them; empty where nothing is annotated. */
export const phaseBlocks = memoizeSteps(function* (index: SessionIndex): Generator<undefined, readonly PhaseBlock[]> {
  const found = index.phases.length === 0 ? [] : yield* ranges(index);
  const empty = emptyPhases(index.session);
  if (found.length === 0 && empty.after.length === 0) return [];
  const attempts = createAttempts(index);
  const active = activeAxis(index);
  const blocks: PhaseBlock[] = [];
  for (const [n, { phase, first, last }] of found.entries()) {
    if (n % blocksPerStep === 0) yield;
    const annotation = index.phases[phase];
    const type = annotation?.phase_type ?? 'unclassified';
    const span = spanOf(index, first, last);
    const before = empty.before.get(annotation?.annotation_id ?? '') ?? [];
    empty.before.delete(annotation?.annotation_id ?? '');
    const head = headOf(index, first, last);
    const ahead = before.map((each) => emptyBlock(each, { first, head, at: span.start, empty: 'before' }, attempts));
    const attempt = attempts(annotation, type, first);
    const activeMs = active.toPlayback(span.end) - active.toPlayback(span.start);
    const counts = countsBetween(index, first, last);
    for (const block of ahead) blocks.push(block);
    blocks.push({ annotation, type, first, last, head, ...span, ...counts, activeMs, attempt });
  }
  // Without annotations, the phases (none of which has calls) come after everything that was said.
  const rest = [...empty.before.values()].flat();
  const first = Math.max(0, index.items.length - 1);
  const end = { first, head: first, at: index.axes.full.duration, empty: 'after' } as const;
  return [...blocks, ...[...rest, ...empty.after].map((each) => emptyBlock(each, end, attempts))];
});

/** The phases of v2 that have no calls: by the phase with calls that follows each, and those after the last one. */
function emptyPhases({ phases = [] }: Session): { before: Map<string, Phase[]>; after: Phase[] } {
  const before = new Map<string, Phase[]>();
  let waiting: Phase[] = [];
  for (const phase of phases) {
    if (phase.tool_call_ids.length === 0) waiting.push(phase);
    else {
      if (waiting.length > 0) before.set(phase.phase_id, [...(before.get(phase.phase_id) ?? []), ...waiting]);
      waiting = [];
    }
  }
  return { before, after: waiting };
}

function emptyBlock(
  phase: Phase,
  { first, head, at, empty }: { first: number; head: number; at: SessionMs; empty: 'before' | 'after' },
  attempts: ReturnType<typeof createAttempts>,
): PhaseBlock {
  const { phase_id, phase_type, context_used, decisions, description, loop_info, exploration_record } = phase;
  const annotation: PhaseAnnotation = {
    annotation_id: phase_id,
    phase_type,
    tool_call_range: { start_call_id: '', end_call_id: '' },
    annotated_by: 'agent',
    annotated_at: '',
    confidence: 'high',
    context_used,
    decisions,
    ...(description === undefined ? {} : { description }),
    ...(loop_info === undefined ? {} : { loop_info }),
    ...(exploration_record === undefined ? {} : { exploration_record }),
    inferred: ['tool_call_range', 'annotated_by', 'annotated_at', 'confidence'],
  };
  const attempt = attempts(annotation, phase_type, first);
  const nothing = { start: at, end: at, calls: 0, failed: 0, activeMs: 0 };
  return { annotation, type: phase_type, empty, first, last: first - 1, head, ...nothing, attempt };
}

/** Figures per kind of phase, in the order in which the kinds first occur. */
export const phaseTotals = memoize((index: SessionIndex): readonly PhaseTotal[] => {
  const totals = new Map<PhaseType, PhaseTotal>();
  for (const { type, calls, failed, activeMs, attempt } of phaseBlocks(index)) {
    const sum = totals.get(type) ?? { type, blocks: 0, calls: 0, failed: 0, activeMs: 0, retries: 0 };
    totals.set(type, {
      type,
      blocks: sum.blocks + 1,
      calls: sum.calls + calls,
      failed: sum.failed + failed,
      activeMs: sum.activeMs + activeMs,
      retries: sum.retries + (attempt.number > 1 ? 1 : 0),
    });
  }
  return [...totals.values()];
});

interface Range {
  readonly phase: number;
  readonly first: number;
  last: number;
}

function* ranges({ phaseOf, runs }: SessionIndex): Generator<undefined, Range[]> {
  const found: Range[] = [];
  for (const [n, item] of (runs[0]?.items ?? new Uint32Array()).entries()) {
    if (n % itemsPerStep === 0) yield;
    const phase = phaseOf[item] ?? NO_PHASE;
    const open = found.at(-1);
    if (open?.phase === phase) open.last = item;
    else found.push({ phase, first: item, last: item });
  }
  return found;
}

/** The first of a block's own items that is no prompt; its first item where all are prompts. */
function headOf({ runs, landmarks }: SessionIndex, first: number, last: number): number {
  const own = runs[0]?.items ?? new Uint32Array();
  for (let n = countUpTo(own, first) - 1; n < own.length && (own[n] as number) <= last; n += 1) {
    const item = own[n] as number;
    if (countUpTo(landmarks.prompt, item) === countUpTo(landmarks.prompt, item - 1)) return item;
  }
  return first;
}

function spanOf(
  { starts, ends, runs, axes }: SessionIndex,
  first: number,
  last: number,
): { start: SessionMs; end: SessionMs } {
  const own = runs[0]?.items ?? new Uint32Array();
  let end = starts[last] as number;
  for (let n = countUpTo(own, first) - 1; n < own.length && (own[n] as number) <= last; n += 1) {
    end = Math.max(end, Math.min(ends[own[n] as number] as number, axes.full.duration));
  }
  return { start: sessionMs(starts[first] as number), end: sessionMs(end) };
}

function countsBetween({ items, runs }: SessionIndex, first: number, last: number): { calls: number; failed: number } {
  const own = runs[0]?.landmarks;
  if (own === undefined) return { calls: 0, failed: 0 };
  const wrong = own.error.subarray(countUpTo(own.error, first - 1), countUpTo(own.error, last));
  const failed = wrong.reduce((sum, at) => sum + (hasFailed(items[at]) ? 1 : 0), 0);
  return { calls: countUpTo(own.call, last) - countUpTo(own.call, first - 1), failed };
}

/** Session time without the gaps. */
export const activeAxis = memoize(({ axes }: SessionIndex): TimeAxis => {
  const { origin, duration, gaps } = axes.squeezed;
  return createTimeAxis({ origin, duration, gaps: gaps.map((gap) => ({ ...gap, squeezedMs: 0 })) });
});

function createAttempts(
  index: SessionIndex,
): (annotation: PhaseAnnotation | undefined, type: PhaseType, first: number) => Attempt {
  // An automatic annotator has looked for retries, so where it states none there are none.
  const isStated = index.phases.some(
    ({ loop_info, annotated_by }) => loop_info !== undefined || annotated_by === 'auto',
  );
  let request = -1;
  let reached = -1;
  let number = 1;
  return (annotation, type, first) => {
    if (isStated) {
      const from = annotation?.annotated_by === 'auto' ? 'inferred' : 'recorded';
      return { number: annotation?.loop_info?.attempt_number ?? 1, from };
    }
    const prompts = countUpTo(index.landmarks.prompt, first);
    if (prompts !== request) {
      request = prompts;
      reached = -1;
      number = 1;
    }
    const stage = stages.indexOf(type);
    if (stage < 0) return { number: 1, from: 'inferred' };
    if (stage < reached) number += 1;
    reached = stage;
    return { number, from: 'inferred' };
  };
}
