import {
  type DiagnosticCode,
  diagnose,
  type Outcome,
  type SessionStatus,
  type SourceRef,
  toMillis,
} from '../../session/index.ts';
import type { Assembly, SessionFacts, SessionSink } from '../assembly.ts';
import { claudeCode } from '../claude-code/index.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { hostAsSession, hostConverter } from '../hosted.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { localTimeInZone } from '../recordTimes.ts';
import { createOpenCalls, readResultSummary, readToolSummary } from './calls.ts';
import type { FragoReason } from './detect.ts';
import { baseName, type FragoRecord, folderOf, stepKindOf } from './records.ts';
import { createStepConverter, type StepCount } from './steps.ts';
import { createFragoRules, type SessionStep, type ToolCallRecord } from './validateFrago.ts';

/** One session folder becomes one session: of its steps, or of the transcript they digest where that is at hand. */
export function createFragoConverter(
  assembly: Assembly,
  { names, joined = [], hints }: SourceOutline,
): Converter<FragoRecord, FragoReason> {
  const [transcript] = joined;
  const store: Store = { metadata: undefined, summary: undefined, report: undefined };
  let key: string | undefined;
  const keyOf = (record: unknown): string => {
    const id = isJsonObject(record) ? field.text(record, 'session_id') : undefined;
    key ??= id ?? (baseName(folderOf(names[0] ?? '')) || 'session');
    return key;
  };
  const report = (code: DiagnosticCode, ref: SourceRef): void => {
    const at = { file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
    assembly.report(diagnose(code, { at }));
  };
  const steps = createStepConverter(report, hints?.zone ?? 'UTC');
  let last: SourceRef | undefined;
  const rules = createFragoRules(hints?.world ?? {}, (diagnostic) => {
    // The assembly says that of every time that it is given.
    if (diagnostic.code === 'invalid-time') return;
    const { source = 0, line = 1, byte_offset = 0 } = last ?? {};
    assembly.report({
      ...diagnostic,
      at: { file: names[source] ?? '', line, byteOffset: byte_offset, ...diagnostic.at },
    });
  });
  const results: CallCount = { success: 0, error: 0 };
  const calls = createToolCallLog((call) => {
    rules.toolCall(call, '');
    if (call.status !== 'pending') results[call.status] += 1;
  });
  let hosted: Converter<unknown, FragoReason> | undefined;
  let transcriptUsed = false;

  return {
    record(record, ref): Verdict<FragoReason> {
      last = ref;
      switch (record.is) {
        case 'step': {
          const step = rules.step(record.value, '');
          if (transcriptUsed) return { ignored: 'transcript_used' };
          const verdict = steps.convert(record.value, ref, () => assembly.session(keyOf(record.value)));
          if (verdict === 'converted' && step !== undefined) calls.step(step);
          return verdict;
        }
        case 'joined': {
          if (transcript === undefined || record.run > 0) return { ignored: 'transcript_copy' };
          hosted ??= hostConverter(
            claudeCode,
            hostAsSession(assembly, keyOf(undefined), transcript),
            transcript,
            names,
          );
          const verdict = hosted.record(record.value, ref);
          transcriptUsed ||= verdict === 'converted';
          return verdict;
        }
        case 'report':
          store.report = record.value;
          return 'converted';
        case 'metadata':
        case 'summary':
          if (!isJsonObject(record.value)) return { dropped: 'malformed-record', message: 'The file holds no object.' };
          store[record.is] = record.value;
          if (record.is === 'metadata') rules.session(record.value, '');
          else rules.summary(record.value, '');
          assembly.session(keyOf(record.value), transcript?.format);
          return 'converted';
      }
    },
    end() {
      hosted?.end();
      if (key === undefined) return;
      const sink = assembly.session(key, transcript?.format);
      describeStore(
        store,
        transcriptUsed ? undefined : { ...steps.count, results },
        hints?.zone,
        sink,
        (code, detail) => assembly.report(diagnose(code, detail)),
      );
    },
  };
}

/** Longest summary of a result, in characters. */
const MAX_RESULT = 100;

/** Puts tool calls together, step by step; it holds only those that wait for their result. */
export interface ToolCallLog {
  step(step: SessionStep): void;
  /** The calls that nothing answered, in order. */
  pending(): ToolCallRecord[];
}

/**
 * The tool calls of a session as the monitor holds them in memory: each call with its result, given away when that is
 * there. The beginning of its result says whether a call failed.
 */
export function createToolCallLog(done: (record: ToolCallRecord) => void): ToolCallLog {
  const waiting = createOpenCalls();
  const open = new Map<number, ToolCallRecord>();
  let seq = 0;
  return {
    step(step) {
      const kind = stepKindOf(step);
      if (kind === 'call') {
        const record = recordOf(step);
        const id = step.tool_call_id ?? undefined;
        waiting.add({ seq, name: record.tool_name, path: undefined, id, uuid: step.raw_uuid });
        open.set(seq, record);
        seq += 1;
      } else if (kind === 'result') {
        const found = waiting.take(step.tool_call_id ?? undefined, step.parent_uuid ?? undefined);
        const record = found === undefined ? undefined : open.get(found.call.seq);
        if (found === undefined || record === undefined) return;
        open.delete(found.call.seq);
        done(Object.assign(record, resultOf(record, step)));
      }
    },
    pending: () => [...open.values()],
  };
}

/** The tool calls of a session as the monitor holds them in memory, in the order in which they were made. */
export function toolCallRecords(steps: readonly SessionStep[]): ToolCallRecord[] {
  const records: ToolCallRecord[] = [];
  const log = createToolCallLog((record) => records.push(record));
  for (const step of steps) log.step(step);
  const order = new Map(steps.map((step, nth) => [step.step_id, nth]));
  return [...records, ...log.pending()].sort((a, b) => (order.get(a.step_id) ?? 0) - (order.get(b.step_id) ?? 0));
}

function recordOf(step: SessionStep): ToolCallRecord {
  const { names } = readToolSummary(step.content_summary);
  const bracket = step.content_summary.indexOf('] ');
  return {
    tool_call_id: step.tool_call_id ?? step.raw_uuid,
    session_id: step.session_id,
    step_id: step.step_id,
    tool_name: step.tool_name ?? names[0] ?? 'unknown',
    input_summary: bracket === -1 ? '' : step.content_summary.slice(bracket + 2),
    called_at: step.timestamp,
    status: 'pending',
  };
}

function resultOf(call: ToolCallRecord, step: SessionStep): Partial<ToolCallRecord> {
  const { text = step.content_summary, outcome } = readResultSummary(step.content_summary);
  const [called, completed] = [toMillis(call.called_at), toMillis(step.timestamp)];
  return {
    result_summary: text.length <= MAX_RESULT ? text : `${text.slice(0, MAX_RESULT - 3)}...`,
    completed_at: step.timestamp,
    ...(called === undefined || completed === undefined ? {} : { duration_ms: Math.max(0, completed - called) }),
    status: outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'error',
  };
}

/** What the files of a folder say of the session as a whole. */
interface Store {
  metadata: JsonObject | undefined;
  summary: JsonObject | undefined;
  /** The summary in Markdown. */
  report: string | undefined;
}

/** How the calls of the steps ended. */
interface CallCount {
  success: number;
  error: number;
}

type Report = (code: DiagnosticCode, detail?: { actual?: string; expected?: string }) => void;

interface StoredVerdict {
  status: SessionStatus;
  outcome: Outcome;
  inferred?: readonly string[];
}

/** Frago's words for the end of a session. `completed` is set when nothing happened for some minutes. */
const verdicts: ReadonlyMap<string, StoredVerdict> = new Map<string, StoredVerdict>([
  ['running', { status: 'in_progress', outcome: 'unknown' }],
  ['completed', { status: 'success', outcome: 'succeeded', inferred: ['outcome'] }],
  ['error', { status: 'failed', outcome: 'failed' }],
  ['cancelled', { status: 'failed', outcome: 'cancelled' }],
]);

/**
 * Gives the session the facts of its folder; what has no field of its own stays whole in the extensions. `steps` is
 * undefined where the transcript was converted instead: it knows better, but for how the monitor saw the session end. `zone` is that of
 * times without one, as far as the caller knows it.
 */
function describeStore(
  store: Store,
  steps: (StepCount & { results: CallCount }) | undefined,
  zone: string | undefined,
  sink: SessionSink,
  report: Report,
): void {
  const verdict = verdictOf(store, report);
  if (steps === undefined) {
    report('transcript-used');
    const stated = verdict?.status === 'success' ? undefined : verdict;
    sink.describe({ ...stated, extensions: { converted_from: 'transcript', ...keptFiles(store) } });
    return;
  }
  const { metadata = {}, summary = {} } = store;
  if (steps.isLocal && zone === undefined) report('zone-assumed');
  const counted = field.number(summary, 'tool_call_count');
  if (counted !== undefined && counted !== steps.calls) {
    report('count-mismatch', { actual: `${steps.calls} calls`, expected: `${counted} calls` });
  }
  for (const status of ['success', 'error'] as const) {
    const stated = field.number(summary, `tool_${status}_count`);
    const found = steps.results[status];
    if (stated !== undefined && stated !== found)
      report('count-mismatch', { actual: `${found} calls (${status})`, expected: `${stated} calls (${status})` });
  }
  sink.describe({
    nativeId: field.text(metadata, 'session_id') ?? field.text(summary, 'session_id'),
    title: field.text(metadata, 'name'),
    prompt: steps.prompt,
    modelId: field.text(summary, 'model'),
    ...(steps.steps === 0 ? monitoredTimes(metadata, zone) : {}),
    ...verdict,
    inferred: [...(verdict?.inferred ?? []), ...(steps.isLocal ? ['created_at', 'completed_at'] : [])],
    environment: environmentOf(metadata),
    extensions: keptFiles(store),
  });
}

function verdictOf({ metadata = {}, summary = {} }: Store, report: Report): StoredVerdict | undefined {
  const word = field.text(summary, 'final_status') ?? field.text(metadata, 'status');
  const verdict = word === undefined ? undefined : verdicts.get(word.toLowerCase());
  if (word !== undefined && verdict === undefined)
    report('unknown-value', { expected: [...verdicts.keys()].join(', ') });
  return verdict;
}

/** The monitor may start late and end late: its times count only where there is no step. */
function monitoredTimes(metadata: JsonObject, zone = 'UTC'): Pick<SessionFacts, 'startedAt' | 'endedAt'> {
  const startedAt = field.text(metadata, 'started_at');
  const endedAt = field.text(metadata, 'ended_at') ?? field.text(metadata, 'last_activity');
  return {
    startedAt: startedAt && localTimeInZone(startedAt, zone),
    endedAt: endedAt && localTimeInZone(endedAt, zone),
  };
}

function environmentOf(metadata: JsonObject): SessionFacts['environment'] {
  const cwd = field.text(metadata, 'project_path');
  const cli = field.text(metadata, 'agent_type');
  if (cwd === undefined && cli === undefined) return undefined;
  return { ...(cwd === undefined ? {} : { cwd }), ...(cli === undefined ? {} : { cli }) };
}

function keptFiles({ metadata, summary, report }: Store): Record<string, unknown> {
  const files = { metadata, summary, summary_text: report };
  return Object.fromEntries(Object.entries(files).filter(([, value]) => value !== undefined));
}
