import type { Session } from '../../session/index.ts';
import { summarize } from '../../session/queries.ts';
import { type Loose, readLoose } from '../shared/readLoose.ts';

/** What the monitor says of a session, beside what the session itself holds. */
export interface Monitored {
  readonly status: MonitorState;
  /** `claude`, in the monitor's words. */
  readonly agent: string | undefined;
  readonly project: string | undefined;
  readonly startedAt: string | undefined;
  readonly lastActivity: string | undefined;
  readonly endedAt: string | undefined;
  readonly steps: number | undefined;
  readonly figures: readonly MonitorFigure[];
  readonly tools: readonly { readonly name: string; readonly count: number | undefined }[];
  readonly model: string | undefined;
  readonly durationMs: number | undefined;
}

/** How the monitor sees it; `unknown` where it uses a word that nobody knows. */
export type MonitorState = 'running' | 'completed' | 'error' | 'cancelled' | 'unknown';

/** A figure by the monitor's count; where it has none, or another one, also by that of the session. */
export interface MonitorFigure {
  readonly name: 'userMessages' | 'assistantMessages' | 'calls' | 'succeeded' | 'failed';
  readonly told: number | undefined;
  readonly counted: number;
}

/** Reads what a monitor kept of a session; undefined where none watched it. */
export function monitored(session: Session): Monitored | undefined {
  const frago = readLoose(session.extensions?.frago);
  if (frago.isEmpty) return undefined;
  const metadata = frago.part('metadata');
  const summary = frago.part('summary');
  const { callsByOutcome, messages, callCount, model, mostUsedTools } = summarize(session);
  const figure = (name: MonitorFigure['name'], field: string, counted: number): MonitorFigure => ({
    name,
    told: summary.number(field),
    counted,
  });
  const calls = figure('calls', 'tool_call_count', callCount);
  const told = summary.parts('most_used_tools').map((tool) => ({
    name: tool.text('tool_name') ?? '',
    count: tool.number('count'),
  }));
  const named = summary.texts('most_used_tools').map((name) => ({ name, count: undefined }));
  const tools = [...told.filter(({ name }) => name !== ''), ...named];
  return {
    status: stateOf(summary.text('final_status') ?? metadata.text('status')),
    agent: metadata.text('agent_type'),
    project: metadata.text('project_path'),
    startedAt: timeOf(metadata, 'started_at'),
    lastActivity: timeOf(metadata, 'last_activity'),
    endedAt: timeOf(metadata, 'ended_at'),
    steps: metadata.number('step_count'),
    figures: [
      figure('userMessages', 'user_message_count', messages.user),
      figure('assistantMessages', 'assistant_message_count', messages.assistant),
      calls.told === undefined ? { ...calls, told: metadata.number('tool_call_count') } : calls,
      figure('succeeded', 'tool_success_count', callsByOutcome.succeeded),
      figure('failed', 'tool_error_count', callsByOutcome.failed + callsByOutcome.denied),
    ],
    tools: tools.length > 0 ? tools : mostUsedTools,
    model: summary.text('model') ?? model,
    durationMs: summary.number('total_duration_ms'),
  };
}

const states: readonly string[] = ['running', 'completed', 'error', 'cancelled'] satisfies MonitorState[];

function stateOf(told: string | undefined): MonitorState {
  return states.includes(told ?? '') ? (told as MonitorState) : 'unknown';
}

/** A time without a zone is taken as UTC, as the adapter does; what is none is left out. */
function timeOf(metadata: Loose, key: string): string | undefined {
  const told = metadata.text(key);
  if (told === undefined) return undefined;
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(told) ? told : `${told}Z`);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}
