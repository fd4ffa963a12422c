import { NumberColumn } from '../NumberColumn.ts';
import type { PhaseAnnotation } from '../schema/std001v31.ts';
import { classifyCall, type Evidence } from './classifyCall.ts';
import { describeRun } from './describeRun.ts';
import type { PhaseCall } from './phaseCall.ts';
import { type PhaseRun, smoothRuns } from './smoothRuns.ts';
import { withLoops } from './withLoops.ts';

/** Fewer calls than this are told by themselves (STD-001: simple). */
const MIN_CALLS = 5;

/** More calls than this need annotations in any case (STD-001: complex). */
const MANY_CALLS = 20;

type Phase = NonNullable<Evidence['phase']>;

/** The phases that a call can speak for, as a column keeps them. */
const phaseNumbers: Readonly<Record<Phase, number>> = { explore: 0, plan: 1, execute: 2, verify: 3 };
const phases = Object.keys(phaseNumbers) as Phase[];

/**
 * What phase inference keeps of the calls of a run, told one by one as they are made: a few numbers each, so that a
 * run of any length fits. Places count from 0.
 */
export class PhaseLog {
  private count = 0;
  /** By place: which of `names` its tool is, and which its file; 0 where it names no file. */
  private readonly tools = new NumberColumn();
  private readonly files = new NumberColumn();
  private readonly names: string[] = [''];
  private readonly numbers = new Map<string, number>([['', 0]]);
  /** Runs of calls that speak for one phase: which it is, where each begins, and how many of its calls are clear. */
  private runCount = 0;
  private readonly runPhases = new NumberColumn('narrow');
  private readonly runFirsts = new NumberColumn();
  private readonly runClears = new NumberColumn();
  private hasExecuted = false;

  get size(): number {
    return this.count;
  }

  add(call: PhaseCall): void {
    const place = this.count;
    this.count += 1;
    this.tools.set(place, this.numberOf(call.tool_name));
    this.files.set(place, this.numberOf(call.path?.split(/[/\\]/).at(-1) ?? ''));
    const { phase, clear } = classifyCall(call, { hasExecuted: this.hasExecuted });
    this.hasExecuted ||= phase === 'execute';
    const last = this.runCount - 1;
    // A call that speaks for no phase goes with the one before it, or the first that does.
    if (last >= 0 && (phase === undefined || phase === this.phaseOf(last))) {
      if (clear) this.runClears.set(last, this.runClears.get(last) + 1);
    } else if (phase !== undefined) {
      this.runPhases.set(this.runCount, phaseNumbers[phase]);
      this.runFirsts.set(this.runCount, last < 0 ? 0 : place);
      this.runClears.set(this.runCount, clear ? 1 : 0);
      this.runCount += 1;
    }
  }

  toolAt(place: number): string {
    return this.names[this.tools.get(place)] ?? '';
  }

  /** The phases of the calls so far; `annotatedAt` is ISO 8601. See `inferPhases`. */
  *infer(
    annotatedAt: string,
    idAt: (place: number) => string,
    hasFailed: (place: number) => boolean,
  ): Generator<PhaseAnnotation> {
    if (this.size < MIN_CALLS) return;
    // One phase over so few calls would say no more than the calls do.
    if (this.size <= MANY_CALLS && [...smoothRuns(this.runs())].length < 2) return;
    for (const { run, index, loop } of withLoops(smoothRuns(this.runs()), hasFailed, annotationId)) {
      yield {
        annotation_id: annotationId(index),
        phase_type: run.phase,
        tool_call_range: { start_call_id: idAt(run.first), end_call_id: idAt(run.last) },
        annotated_by: 'auto',
        annotated_at: annotatedAt,
        confidence: confidenceOf(run),
        description: describeRun(this.namesOf(this.tools, run), this.namesOf(this.files, run)),
        ...(loop === undefined ? {} : { loop_info: loop }),
        inferred: ['phase_type', 'tool_call_range', ...(loop === undefined ? [] : ['loop_info'])],
      };
    }
  }

  /** All calls lie in runs: each goes as far as the next one begins. */
  private *runs(): Generator<PhaseRun> {
    if (this.runCount === 0) yield { phase: 'mixed', first: 0, last: this.size - 1, clear: 0 };
    for (let run = 0; run < this.runCount; run += 1) {
      const end = run + 1 < this.runCount ? this.runFirsts.get(run + 1) : this.size;
      yield { phase: this.phaseOf(run), first: this.runFirsts.get(run), last: end - 1, clear: this.runClears.get(run) };
    }
  }

  private phaseOf(run: number): PhaseRun['phase'] {
    return phases[this.runPhases.get(run)] ?? 'mixed';
  }

  private *namesOf(numbers: NumberColumn, { first, last }: PhaseRun): Generator<string> {
    for (let place = first; place <= last; place += 1) yield this.names[numbers.get(place)] ?? '';
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

/**
 * A copy: a slice, as are all texts that were cut out of a log's lines, would keep the megabyte that was read with it in
 * memory. Putting something before it and taking that off again copies.
 */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

function annotationId(index: number): string {
  return `ann-${String(index + 1).padStart(3, '0')}`;
}

/** Never high: the calls show what was done, not what it was for. */
function confidenceOf({ first, last, clear }: PhaseRun): 'medium' | 'low' {
  return clear / (last - first + 1) >= 0.75 ? 'medium' : 'low';
}
