import { toolLabel } from '../facts/toolFacts.ts';
import { NumberColumn } from '../numberColumn.ts';
import type { PhaseAnnotation } from '../schema/std001v31.ts';
import { type ClearPhase, classifyCall, type PhaseCall } from './classifyCall.ts';
import { type CallEvidence, type PhaseRun, segmentCalls } from './segmentCalls.ts';

/** A session with fewer calls needs no annotations (STD-001: simple). */
const MIN_CALLS = 5;

/** A session with more calls always needs annotations (STD-001: complex). */
const MANY_CALLS = 20;

/** Maximum number of tools, and of files, that a phase's description names. */
const MAX_TOOLS = 3;
const MAX_FILES = 3;

/** Maximum thinking time between two calls, ms; a longer gap is idle time, as on a replay's time axis. */
const LONGEST_THOUGHT_MS = 60_000;

/** The phases that a call can indicate, by their numbers in a column, from 1; 0 where it indicates none. */
const phases: readonly ClearPhase[] = ['explore', 'plan', 'execute', 'verify'];
/** Flags beside the number: the indication is clear; the call is the first after a prompt. */
const CLEAR = 8;
const AFTER_PROMPT = 16;

/**
 * What phase inference stores about the calls of a run, added one by one as they are made: a few numbers per call, so that a run of any
 * length fits. Positions count from 0.
 */
export class PhaseLog {
  private count = 0;
  /** By position: index into `names` of the call's tool, and of its file; 0 where it names no file. */
  private readonly tools = new NumberColumn();
  private readonly files = new NumberColumn();
  private readonly names: string[] = [''];
  private readonly numbers = new Map<string, number>([['', 0]]);
  /** By position: the phase that a call indicates, with its flags. */
  private readonly votes = new NumberColumn('narrow');
  /** By position, ms; the start of a call is -1 where it is not known. */
  private readonly starts = new NumberColumn('wide');
  private readonly durations = new NumberColumn('wide');
  private hasExecuted = false;
  private hasPrompt = false;

  get size(): number {
    return this.count;
  }

  /** Records a prompt of the user: a new phase begins with the next call. */
  prompt(): void {
    this.hasPrompt = true;
  }

  add(call: PhaseCall): void {
    const callIndex = this.count;
    this.count += 1;
    this.tools.set(callIndex, this.numberOf(call.tool_name));
    this.files.set(callIndex, this.numberOf(call.path?.split(/[/\\]/).at(-1) ?? ''));
    this.starts.set(callIndex, call.startedMs ?? -1);
    if (call.durationMs !== undefined) this.end(callIndex, call.durationMs);
    const { phase, clear } = classifyCall(call, { hasExecuted: this.hasExecuted });
    this.hasExecuted ||= phase === 'execute';
    const vote = phase === undefined ? 0 : phases.indexOf(phase) + 1 + (clear ? CLEAR : 0);
    this.votes.set(callIndex, vote + (this.hasPrompt || call.afterPrompt === true ? AFTER_PROMPT : 0));
    this.hasPrompt = false;
  }

  /** Records the duration of a call, ms. */
  end(callIndex: number, durationMs: number): void {
    this.durations.set(callIndex, Math.max(0, durationMs));
  }

  toolAt(callIndex: number): string {
    return this.names[this.tools.get(callIndex)] ?? '';
  }

  /** The phases of the calls so far; `annotatedAt` is ISO 8601. See `inferPhases`. */
  *infer(
    annotatedAt: string,
    idAt: (callIndex: number) => string,
    hasFailed: (callIndex: number) => boolean,
  ): Generator<PhaseAnnotation> {
    if (this.size < MIN_CALLS) return;
    // One phase over so few calls would say no more than the calls do.
    const runs = segmentCalls(this.size, [...this.requests()], (callIndex) => this.evidenceAt(callIndex));
    if (this.size <= MANY_CALLS && runs.length < 2) return;
    for (const { run, index, loop } of withLoops(runs, hasFailed, annotationId)) {
      yield {
        annotation_id: annotationId(index),
        phase_type: run.phase,
        tool_call_range: { start_call_id: idAt(run.first), end_call_id: idAt(run.last) },
        annotated_by: 'auto',
        annotated_at: annotatedAt,
        confidence: confidenceOf(run),
        description: describeRun(this.namesOf(this.tools, run), this.namesOf(this.files, run)),
        ...(loop === undefined ? {} : { loop_info: loop }),
        inferred: ['phase_type', 'tool_call_range', 'annotated_at', ...(loop === undefined ? [] : ['loop_info'])],
      };
    }
  }

  private evidenceAt(callIndex: number): CallEvidence {
    const vote = this.votes.get(callIndex);
    return { phase: phases[(vote & 7) - 1], clear: (vote & CLEAR) !== 0, activeMs: this.activeMs(callIndex) };
  }

  private isFirstOfRequest(callIndex: number): boolean {
    return (this.votes.get(callIndex) & AFTER_PROMPT) !== 0;
  }

  private *requests(): Generator<number> {
    for (let callIndex = 1; callIndex < this.count; callIndex += 1)
      if (this.isFirstOfRequest(callIndex)) yield callIndex;
  }

  /** The duration of a call plus the thinking time since the previous call, if there is one. */
  private activeMs(callIndex: number): number {
    const start = this.starts.get(callIndex);
    const before = callIndex === 0 ? -1 : this.starts.get(callIndex - 1);
    const duration = this.durations.get(callIndex);
    if (start < 0 || before < 0 || this.isFirstOfRequest(callIndex)) return duration;
    const thought = start - before - this.durations.get(callIndex - 1);
    return thought > 0 && thought <= LONGEST_THOUGHT_MS ? duration + thought : duration;
  }

  private *namesOf(numbers: NumberColumn, { first, last }: PhaseRun): Generator<string> {
    for (let callIndex = first; callIndex <= last; callIndex += 1) yield this.names[numbers.get(callIndex)] ?? '';
  }

  private numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const own = ownText(name);
    const number = this.names.push(own) - 1;
    this.numbers.set(own, number);
    return number;
  }
}

/** Describes a run of calls by the names of its tools and files only: `Edit ×3, Write: agent.ts, App.tsx, +2`. An MCP tool has its own name, without its server's; an empty name is no file. */
function describeRun(tools: Iterable<string>, files: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const named = new Set(files);
  named.delete('');
  const counted = [...counts].map(([tool, count]) => {
    const { name } = toolLabel(tool);
    return count === 1 ? name : `${name} ×${count}`;
  });
  const listed = listOf(counted, MAX_TOOLS);
  return named.size === 0 ? listed : `${listed}: ${listOf([...named], MAX_FILES)}`;
}

function listOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return [...names.slice(0, most), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

/**
 * Copies a text. Texts cut out of a log's lines are slices that keep the megabyte they were read with in memory; prepending something and
 * removing it again makes a copy.
 */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

function annotationId(index: number): string {
  return `ann-${String(index + 1).padStart(3, '0')}`;
}

/** Never high: the calls show what was done, not why. */
function confidenceOf({ first, last, clear }: PhaseRun): 'medium' | 'low' {
  return clear / (last - first + 1) >= 0.75 ? 'medium' : 'low';
}

type LoopInfo = NonNullable<PhaseAnnotation['loop_info']>;

/** A segment of calls with its position among the segments, from 0, and its attempt number if it is part of a loop. */
interface LoopedRun {
  run: PhaseRun;
  index: number;
  loop?: LoopInfo;
}

/**
 * Finds retries among segments: work after a failed check is another attempt at the work before it. Holds only the segments since the last
 * work, because a first attempt is recognised only when another follows.
 */
function* withLoops(
  runs: Iterable<PhaseRun>,
  hasFailed: (callIndex: number) => boolean,
  idOf: (index: number) => string,
): Generator<LoopedRun> {
  let index = 0;
  let failed = false;
  /** The last work, and what came after it. */
  let held: LoopedRun[] = [];
  for (const run of runs) {
    const looped: LoopedRun = { run, index };
    index += 1;
    const [work] = held;
    if (run.phase === 'verify') failed = work !== undefined && hasFailed(run.lastCheck);
    if (run.phase !== 'execute') {
      if (work === undefined) yield looped;
      else held.push(looped);
      continue;
    }
    if (failed && work !== undefined) {
      work.loop ??= { attempt_number: 1, is_retry: false };
      const attempt_number = work.loop.attempt_number + 1;
      looped.loop = { attempt_number, is_retry: true, previous_attempt_id: idOf(work.index) };
    }
    failed = false;
    yield* held;
    held = [looped];
  }
  yield* held;
}

/**
 * Annotates the phases of a session without annotations, by the standard's scale: none under 5 calls, from 5 to 20 only if at least two
 * phases show, above 20 always. Every call is covered once. A phase has at least 5 calls or takes 90 s, unless the user's next prompt ends
 * it earlier. There are at most 12 phases, unless more prompts than that have work of their own; a prompt with less work then belongs to
 * the phase before it. `annotatedAt` is ISO 8601.
 */
export function inferPhases(calls: readonly PhaseCall[], annotatedAt: string): PhaseAnnotation[] {
  const log = new PhaseLog();
  for (const call of calls) log.add(call);
  const idAt = (callIndex: number): string => calls[callIndex]?.call_id ?? '';
  return [...log.infer(annotatedAt, idAt, (callIndex) => calls[callIndex]?.outcome === 'failed')];
}
