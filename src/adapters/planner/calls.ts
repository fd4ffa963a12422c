import { type PhaseType, type SourceRef, toIso } from '../../session/index.ts';
import type { SessionSink } from '../assembly.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { durationMsOf, type PlanRun, type ReportLine } from './records.ts';

const paramFields = ['query', 'step_id', 'applied_max_results', 'applied_max_notes'] as const;
const resultFields = ['result_count', 'note_count'] as const;

/** What a step of each type is to the standard's phases. */
const phases: ReadonlyMap<string, PhaseType> = new Map([
  ['RESEARCH', 'explore'],
  ['PROCESS', 'execute'],
  ['SYNTHESIZE', 'execute'],
  ['REVIEW', 'verify'],
]);

interface MadeCall {
  seq: number;
  step: JsonObject | undefined;
}

/** Puts the researcher's searches into the session, laid end to end up to the run's end, and their phases. */
export function convertCalls(run: PlanRun, sink: SessionSink, ref: SourceRef, report: ReportLine): void {
  const { calls, steps, telemetry, endedMs } = run;
  if (calls.length > 0) report('time-inferred');
  const stated = telemetry === undefined ? undefined : totalCallsOf(telemetry);
  if (stated !== undefined && stated !== calls.length) {
    report('count-mismatch', { actual: `${calls.length} calls`, expected: `${stated} calls` });
  }
  const writer = createNoteWriter(steps, calls);
  const stepById = new Map<unknown, JsonObject>(steps.map((step) => [step.id ?? step, step]));
  const made = calls.map((call): MadeCall => {
    const step = stepById.get(call.step_id);
    return { seq: convertCall(call, step, writer.take(call), sink, ref), step };
  });
  if (endedMs !== undefined) annotate(made, sink, toIso(endedMs));
}

function totalCallsOf(telemetry: JsonObject): number | undefined {
  const researcher = field.object(telemetry, 'researcher');
  return researcher === undefined ? undefined : field.number(researcher, 'total_calls');
}

function convertCall(
  call: JsonObject,
  step: JsonObject | undefined,
  notes: readonly unknown[],
  sink: SessionSink,
  ref: SourceRef,
): number {
  const results = field.number(call, 'result_count');
  const noteCount = field.number(call, 'note_count');
  const degradation = field.text(call, 'degradation_mode');
  const text = notes.length === 0 ? undefined : notes.map(renderNote).join('\n\n');
  const seq = sink.openCall({
    name: 'Researcher',
    params: pick(call, paramFields),
    description: step === undefined ? undefined : field.text(step, 'title'),
    ref,
    extensions: degradation === undefined ? undefined : { degradation_mode: degradation },
  });
  sink.closeCall(seq, {
    durationMs: durationMsOf(call, 'duration_seconds'),
    outcome: (results ?? 0) + (noteCount ?? 0) > 0 ? 'succeeded' : 'unknown',
    display: [counted(results, 'result'), counted(noteCount, 'note')].filter((each) => each !== '').join(', '),
    text,
    contributes: text === undefined ? undefined : 'search_result',
    fields: pick(call, resultFields),
    inferred: text === undefined ? [] : ['context_contribution'],
  });
  return seq;
}

function pick(call: JsonObject, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, call[key]]).filter(([, value]) => value != null));
}

function counted(count: number | undefined, thing: string): string {
  return count === undefined ? '' : `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** One annotation for each run of calls that serve one step: the plan itself says of what type the step is. */
function annotate(made: readonly MadeCall[], sink: SessionSink, annotatedAt: string): void {
  let from = 0;
  while (from < made.length) {
    const step = made[from]?.step;
    let to = from;
    while (made[to + 1] !== undefined && made[to + 1]?.step === step) to += 1;
    const phase = step === undefined ? undefined : phases.get(field.text(step, 'step_type')?.toUpperCase() ?? '');
    const [first, last] = [made[from], made[to]];
    if (step !== undefined && phase !== undefined && first !== undefined && last !== undefined) {
      const description = field.text(step, 'title');
      sink.annotate({
        from: first.seq,
        to: last.seq,
        phase_type: phase,
        annotated_by: 'agent',
        annotated_at: annotatedAt,
        confidence: 'high',
        ...(description === undefined ? {} : { description }),
      });
    }
    from = to + 1;
  }
}

/**
 * Hands the notes of the steps out to the calls that made them. The log keeps notes by step and counts them by call:
 * each call takes as many as it counts, the last one of a step what is left.
 */
interface NoteWriter {
  take(call: JsonObject): readonly unknown[];
}

function createNoteWriter(steps: readonly JsonObject[], calls: readonly JsonObject[]): NoteWriter {
  const left = new Map<unknown, unknown[]>();
  for (const step of steps) {
    if (!left.has(step.id)) left.set(step.id, [...field.list(step, 'notes')]);
  }
  const calling = new Map<unknown, number>();
  for (const { step_id } of calls) calling.set(step_id, (calling.get(step_id) ?? 0) + 1);
  return {
    take({ step_id, note_count }) {
      const notes = left.get(step_id) ?? [];
      const later = (calling.get(step_id) ?? 1) - 1;
      calling.set(step_id, later);
      return notes.splice(0, later === 0 || typeof note_count !== 'number' ? notes.length : note_count);
    },
  };
}

/** A research note as text: the claim, then what backs it. The first models wrote notes as plain strings. */
function renderNote(note: unknown): string {
  if (typeof note === 'string') return note;
  if (!isJsonObject(note)) return JSON.stringify(note);
  const claim = field.text(note, 'claim') ?? '';
  const rest = (['source', 'evidence', 'confidence', 'todo'] as const)
    .filter((key) => note[key] != null)
    .map((key) => `  ${key}: ${typeof note[key] === 'string' ? note[key] : JSON.stringify(note[key])}`);
  return [claim, ...rest].join('\n');
}
