import type { PhaseAnnotation } from '../schema/std001v31.ts';
import { classifyCall } from './classifyCall.ts';
import { describeRun } from './describeRun.ts';
import { loopInfos } from './loopInfos.ts';
import type { PhaseCall } from './phaseCall.ts';
import { type PhaseRun, smoothRuns } from './smoothRuns.ts';

/** Fewer calls than this are told by themselves (STD-001: simple). */
const MIN_CALLS = 5;

/** More calls than this need annotations in any case (STD-001: complex). */
const MANY_CALLS = 20;

/**
 * What phase inference keeps of the calls of a run, told one by one as they are made: a few numbers each, so that a
 * run of any length fits. Places count from 0.
 */
export class PhaseLog {
  private readonly runs: PhaseRun[] = [];
  /** By place: which of `names` its tool is, and which its file; 0 where it names no file. */
  private readonly tools: number[] = [];
  private readonly files: number[] = [];
  private readonly names: string[] = [''];
  private readonly numbers = new Map<string, number>([['', 0]]);
  private hasExecuted = false;

  get size(): number {
    return this.tools.length;
  }

  add(call: PhaseCall): void {
    const place = this.size;
    this.tools.push(this.numberOf(call.tool_name));
    this.files.push(this.numberOf(call.path?.split(/[/\\]/).at(-1) ?? ''));
    const { phase, clear } = classifyCall(call, { hasExecuted: this.hasExecuted });
    this.hasExecuted ||= phase === 'execute';
    const before = this.runs.at(-1);
    // A call that speaks for no phase goes with the one before it, or the first that does.
    if (before !== undefined && (phase === undefined || phase === before.phase)) {
      before.last = place;
      before.clear += clear ? 1 : 0;
    } else if (phase !== undefined) {
      const first = before === undefined ? 0 : place;
      this.runs.push({ phase, first, last: place, clear: clear ? 1 : 0 });
    }
  }

  toolAt(place: number): string {
    return this.names[this.tools[place] ?? 0] ?? '';
  }

  /** The phases of the calls so far; `annotatedAt` is ISO 8601. See `inferPhases`. */
  *infer(
    annotatedAt: string,
    idAt: (place: number) => string,
    hasFailed: (place: number) => boolean,
  ): Generator<PhaseAnnotation> {
    if (this.size < MIN_CALLS) return;
    const runs = smoothRuns(this.runs.length > 0 ? this.runs : [this.unclear()]);
    // One phase over so few calls would say no more than the calls do.
    if (this.size <= MANY_CALLS && runs.length < 2) return;
    const loops = loopInfos(runs, hasFailed, annotationId);
    for (const [index, run] of runs.entries()) {
      const loop = loops[index];
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

  private unclear(): PhaseRun {
    return { phase: 'mixed', first: 0, last: this.size - 1, clear: 0 };
  }

  private *namesOf(numbers: readonly number[], { first, last }: PhaseRun): Generator<string> {
    for (let place = first; place <= last; place += 1) yield this.names[numbers[place] ?? 0] ?? '';
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
