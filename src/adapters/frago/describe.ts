import type { DiagnosticCode, Outcome, SessionStatus } from '../../session/index.ts';
import type { SessionFacts, SessionSink } from '../assembly.ts';
import { localTimeInZone } from '../localTime.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import type { StepCount } from './steps.ts';

/** What the files of a folder say of the session as a whole. */
export interface Store {
  metadata: JsonObject | undefined;
  summary: JsonObject | undefined;
  /** The summary in Markdown. */
  report: string | undefined;
}

/** How the calls of the steps ended. */
export interface CallCount {
  success: number;
  error: number;
}

type Report = (code: DiagnosticCode, detail?: { actual?: string; expected?: string }) => void;

interface Verdict {
  status: SessionStatus;
  outcome: Outcome;
  inferred?: readonly string[];
}

/** Frago's words for the end of a session. `completed` is set when nothing happened for some minutes. */
const verdicts: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
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
export function describeStore(
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

function verdictOf({ metadata = {}, summary = {} }: Store, report: Report): Verdict | undefined {
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
