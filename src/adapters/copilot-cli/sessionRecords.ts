import type { TokenUsage } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { CopilotEvent, CopilotSession, CopilotVerdict } from './session.ts';

/** The first record of a session: who, where, since when. */
export function describeStart({ sink }: CopilotSession, { data }: CopilotEvent): void {
  const context = field.object(data, 'context') ?? {};
  sink.describe({
    startedAt: field.text(data, 'startTime'),
    environment: {
      cli: 'copilot-cli',
      ...present({
        cli_version: field.text(data, 'copilotVersion'),
        cwd: field.text(context, 'cwd'),
        git_branch: field.text(context, 'branch'),
        git_commit: field.text(context, 'headCommit'),
        reasoning_effort: field.text(data, 'reasoningEffort'),
      }),
    },
    modelId: field.text(data, 'selectedModel'),
    extensions: present({ repository: field.text(context, 'repository'), git_root: field.text(context, 'gitRoot') }),
  });
}

function present(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** The session is closed: how, and what it cost since it was opened. */
export function closeSession(session: CopilotSession, { data, stamp }: CopilotEvent): CopilotVerdict {
  const kind = field.text(data, 'shutdownType') ?? 'routine';
  const metrics = field.object(data, 'modelMetrics') ?? {};
  for (const metric of Object.values(metrics)) {
    const usage = isJsonObject(metric) ? field.object(metric, 'usage') : undefined;
    if (usage !== undefined) session.usage.close(readUsage(usage));
  }
  if (session.models.size === 0) session.noteModel(field.text(data, 'currentModel') ?? Object.keys(metrics)[0]);
  session.ended = kind === 'error' ? 'error' : 'routine';
  cancelUnallowed(session, stamp);
  const reason = field.text(data, 'errorReason');
  const changes = field.object(data, 'codeChanges') ?? {};
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
function cancelUnallowed(session: CopilotSession, { at, ref }: CopilotEvent['stamp']): void {
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
