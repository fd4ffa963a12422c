import type { SourceRef, TokenUsage } from '../../session/index.ts';
import type { ItemSink, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { IdTable } from '../idTable.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { TurnState } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';

export type CopilotVerdict = Verdict<IgnoreReason>;

/** A record's own fields, and where it stands. */
export interface CopilotEvent {
  type: string;
  data: JsonObject;
  record: JsonObject;
  stamp: { ref: SourceRef; at: string | undefined; nativeId: string | undefined };
}

/** A call that was requested and has not begun. */
export interface Request {
  name: string;
  args: unknown;
  stamp: Omit<CopilotEvent['stamp'], 'ref'> & { ref: SourceRef | undefined };
}

/** One run of an agent: the session's own, or that of a subagent, whose records stand among the others. */
export class CopilotRun {
  readonly sink: ItemSink;
  /** Requested by the model, until they begin; most never wait. */
  readonly requests = new Map<string, Request>();
  /** Begun but not over, with their names; `aborted` if the turn was. */
  readonly open = new Map<string, { name: string; params: JsonObject; aborted: boolean }>();
  state: TurnState = 'none';
  lastThinking: string | undefined;
  lastText: string | undefined;
  /** The instructions for the model as they stand. */
  instructions: string | undefined;

  constructor(sink: ItemSink) {
    this.sink = sink;
  }
}

/** A session while its records come in. */
export class CopilotSession {
  readonly id: string;
  readonly sink: SessionSink;
  readonly main: CopilotRun;
  readonly subagents = new Map<string, { run: CopilotRun; sink: SubSessionSink }>();
  /** Messages of which the tokens were counted. */
  readonly counted = new IdTable();
  /** The call that each open permission question concerns, and when it was asked. */
  readonly asked = new Map<string, { callId: string | undefined; about: string; at: string | undefined }>();
  readonly statusLines = new Set<string>();
  readonly usage = new UsageTotal();
  /** Replies and results by model. */
  readonly models = new Map<string, number>();
  /** Whether the log says that the session is over, and how. */
  ended: 'no' | 'routine' | 'error' = 'no';

  constructor(id: string, sink: SessionSink) {
    this.id = id;
    this.sink = sink;
    this.main = new CopilotRun(sink);
  }

  noteModel(model: string | undefined): void {
    if (model !== undefined) this.models.set(model, (this.models.get(model) ?? 0) + 1);
  }

  /** The run of a record: since 1.0.77 it names its agent, before that the call that started it. */
  runOf({ record, data }: CopilotEvent): CopilotRun {
    const { agentId } = record;
    const { parentToolCallId } = data;
    const id = typeof agentId === 'string' ? agentId : typeof parentToolCallId === 'string' ? parentToolCallId : '';
    return id === '' ? this.main : this.subagent(id).run;
  }

  subagent(id: string): { run: CopilotRun; sink: SubSessionSink } {
    const known = this.subagents.get(id);
    if (known !== undefined) return known;
    const sink = this.sink.subSession(id);
    sink.describe({ triggeredBy: id });
    const made = { sink, run: new CopilotRun(sink) };
    this.subagents.set(id, made);
    return made;
  }

  /** The run in which a call is open, or was asked for. */
  runOfCall(id: string, near: CopilotRun): CopilotRun {
    const all = [near, this.main, ...[...this.subagents.values()].map(({ run }) => run)];
    return (
      all.find((run) => run.open.has(id) || run.requests.has(id)) ?? all.find((run) => run.sink.hasCall(id)) ?? near
    );
  }
}

/**
 * Messages state only the output tokens; input tokens are stated when a session is closed, by model and for all agents, each time since the
 * session's last opening.
 */
class UsageTotal {
  private closed: TokenUsage | undefined;
  private sinceClosed = 0;
  private ofSubagents = 0;

  note(output: number, ofSubagent: boolean): void {
    this.sinceClosed += output;
    if (ofSubagent) this.ofSubagents += output;
  }

  close(usage: TokenUsage): void {
    const before = this.closed ?? {};
    const sum: TokenUsage = {};
    for (const kind of ['input', 'output', 'cache_read', 'cache_write', 'reasoning'] as const) {
      if (before[kind] !== undefined || usage[kind] !== undefined) sum[kind] = (before[kind] ?? 0) + (usage[kind] ?? 0);
    }
    this.closed = sum;
    this.sinceClosed = 0;
  }

  /** Usage of the session's own run; undefined if only the sum of the messages is known. */
  ownRun(): TokenUsage | undefined {
    if (this.closed === undefined) return undefined;
    const output = (this.closed.output ?? 0) + this.sinceClosed - this.ofSubagents;
    return { ...this.closed, output: Math.max(0, output) };
  }
}

/** The first record of a session: who, where, since when. */
export function describeStart({ sink }: CopilotSession, { data }: CopilotEvent): void {
  const context = fieldsOf(data.context);
  sink.describe({
    startedAt: field.text(data, 'startTime'),
    environment: {
      cli: 'copilot-cli',
      ...filled({
        cli_version: field.text(data, 'copilotVersion'),
        cwd: field.text(context, 'cwd'),
        git_branch: field.text(context, 'branch'),
        git_commit: field.text(context, 'headCommit'),
        reasoning_effort: field.text(data, 'reasoningEffort'),
      }),
    },
    modelId: field.text(data, 'selectedModel'),
    extensions: filled({ repository: field.text(context, 'repository'), git_root: field.text(context, 'gitRoot') }),
  });
}

/** The fields that say anything. */
function filled(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** The session is closed: how, and what it cost since it was opened. */
export function closeSession(session: CopilotSession, { data, stamp }: CopilotEvent): CopilotVerdict {
  const kind = field.text(data, 'shutdownType') ?? 'routine';
  const metrics = fieldsOf(data.modelMetrics);
  for (const metric of Object.values(metrics)) {
    const usage = isJsonObject(metric) ? field.object(metric, 'usage') : undefined;
    if (usage !== undefined) session.usage.close(readUsage(usage));
  }
  if (session.models.size === 0) session.noteModel(field.text(data, 'currentModel') ?? Object.keys(metrics)[0]);
  session.ended = kind === 'error' ? 'error' : 'routine';
  cancelUnapproved(session, stamp);
  const reason = field.text(data, 'errorReason');
  const changes = fieldsOf(data.codeChanges);
  session.main.sink.notice({
    ...stamp,
    kind: kind === 'error' ? 'error' : 'info',
    text: [`Session ended: ${kind}`, ...(reason === undefined ? [] : [reason])].join('\n'),
    extensions: {
      model_metrics: metrics,
      code_changes: changes,
      ...(field.number(data, 'totalPremiumRequests') === undefined
        ? {}
        : { premium_requests: field.number(data, 'totalPremiumRequests') }),
    },
  });
  return 'converted';
}

/** Who closes a session that asks them to allow a call does not allow it. */
function cancelUnapproved(session: CopilotSession, { at, ref }: CopilotEvent['stamp']): void {
  for (const { callId, at: askedAt } of session.asked.values()) {
    if (callId === undefined) continue;
    const run = session.runOfCall(callId, session.main);
    if (!run.open.delete(callId)) continue;
    const error = 'The session was closed before the call was allowed';
    run.sink.closeCall(callId, { at, ref, outcome: 'cancelled', error, inferred: ['outcome'] });
    if (askedAt !== undefined && at !== undefined)
      run.sink.amendCall(callId, { approval: { askedAt, answeredAt: at } });
    run.state = 'asked';
  }
  session.asked.clear();
}

/** Input counts what was read from the cache and written to it: the standard wants these apart. */
function readUsage(raw: JsonObject): TokenUsage {
  const number = (key: string): number => Math.max(0, field.number(raw, key) ?? 0);
  const [cacheRead, cacheWrite] = [number('cacheReadTokens'), number('cacheWriteTokens')];
  return {
    input: Math.max(0, number('inputTokens') - cacheRead - cacheWrite),
    output: number('outputTokens'),
    cache_read: cacheRead,
    cache_write: cacheWrite,
    ...(field.number(raw, 'reasoningTokens') === undefined ? {} : { reasoning: number('reasoningTokens') }),
  };
}

/** A subagent began, or is over. */
export function convertSubagent(session: CopilotSession, { type, data, record, stamp }: CopilotEvent): CopilotVerdict {
  const callId = field.text(data, 'toolCallId');
  const id = field.text(record, 'agentId') ?? callId;
  if (id === undefined) return { dropped: 'malformed-record', message: 'A record of a subagent names none.' };
  const { sink, run } = session.subagent(id);
  const failed = type === 'subagent.failed';
  const started = type === 'subagent.started';
  sink.describe({
    triggeredBy: callId,
    agentType: field.text(data, 'agentName'),
    description: field.text(data, 'agentDescription')?.trim() ?? field.text(data, 'agentDisplayName'),
    modelId: field.text(data, 'model'),
    ...(started ? { startedAt: stamp.at } : { endedAt: stamp.at }),
    ...(started ? {} : failed ? { status: 'failed', outcome: 'failed' } : { status: 'success', outcome: 'succeeded' }),
  });
  if (failed) {
    run.sink.notice({
      ...stamp,
      kind: 'error',
      text: field.text(data, 'error') ?? `Failed: ${textOf(data.agentName)}`,
    });
  }
  const [tokens, uses] = [field.number(data, 'totalTokens'), field.number(data, 'totalToolCalls')];
  if (!started && callId !== undefined) {
    session.main.sink.amendCall(callId, {
      subagent: {
        ...(tokens === undefined ? {} : { tokens_used: tokens }),
        ...(uses === undefined ? {} : { tool_uses: uses }),
      },
    });
  }
  return 'converted';
}
