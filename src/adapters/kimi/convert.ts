import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { turnEndings } from '../turn.ts';
import { convertRecord } from './codeRecords.ts';
import { agentOfFile, type IgnoreReason, runKey } from './detect.ts';
import { contentText, KimiRun, type KimiStamp } from './run.ts';

type KimiVerdict = Verdict<IgnoreReason>;

const isState = (name: string): boolean => /state\.json$/.test(name);
const isContext = (name: string): boolean => /(?:^|\/)context(?:_[\w-]+)?\.jsonl$/.test(name);

/** Turns the log of a session, and those of its subagents, into the session. */
export function createKimiConverter(
  assembly: Assembly,
  { names }: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  const logs = names.filter((name) => !isState(name) && !isContext(name));
  const main = logs.find((name) => agentOfFile(name) === undefined) ?? logs[0] ?? names[0];
  /** By the names of their agents; the session's own has none. */
  const runs = new Map<string | undefined, KimiRun>();
  let session: SessionSink | undefined;
  const own = (): SessionSink => {
    session ??= assembly.session('session');
    return session;
  };
  const runOf = (agent: string | undefined): KimiRun => {
    const known = runs.get(agent);
    if (known !== undefined) return known;
    const run = new KimiRun(agent === undefined ? own() : own().subSession(agent));
    runs.set(agent, run);
    return run;
  };
  const agentAt = (source: number): string | undefined => {
    const name = names[source] ?? '';
    return name === main ? undefined : agentOfFile(name);
  };
  const hasFile = (agent: string): boolean => logs.some((name) => name !== main && agentOfFile(name) === agent);
  const subagents = createSubagents(assembly, runs, runOf, hasFile);

  function convertJson(record: JsonObject, source: number, ref: SourceRef): KimiVerdict {
    const name = names[source] ?? '';
    if (isJsonObject(record.agents)) {
      describeState(own(), record);
      subagents.note(record.agents);
      return 'converted';
    }
    const run = runOf(agentAt(source));
    if (typeof record.role === 'string' && record.type === undefined) {
      return logs.length > 0 ? { ignored: 'model_context' } : convertContext(run, record, { ref, at: undefined });
    }
    if (record.type === 'metadata') return describeHeader(own(), record, name);
    const message = field.object(record, 'message');
    const seconds = field.number(record, 'timestamp');
    if (message !== undefined && typeof message.type === 'string' && 'payload' in message) {
      const stamp = { ref, at: seconds === undefined ? undefined : Math.round(seconds * 1000) };
      return subagents.convert(run, message, stamp);
    }
    const verdict = convertRecord(run, record, { ref, at: field.number(record, 'time') });
    subagents.hear(record);
    return verdict;
  }

  return {
    record(found, ref) {
      const source = ref.source ?? 0;
      if (found.is === 'json') return convertJson(found.value, source, ref);
      runOf(agentAt(source)).notice('info', found.text, { ref, at: undefined });
      return 'converted';
    },
    end() {
      if (session === undefined) {
        assembly.report(diagnose('empty-source'));
        return;
      }
      for (const run of runs.values()) {
        run.flush(true);
        run.settle();
      }
      subagents.link();
      for (const [agent, run] of runs) {
        if (agent === undefined && runs.size > 1 && run.state === 'none') continue;
        run.sink.describe({
          ...turnEndings[run.open.size > 0 && run.state === 'answered' ? 'asked' : run.state],
          inferred: ['status'],
        });
      }
    },
  };
}

/** Ties the runs of subagents to the calls that started them. */
function createSubagents(
  assembly: Assembly,
  runs: ReadonlyMap<string | undefined, KimiRun>,
  runOf: (agent: string | undefined) => KimiRun,
  hasFile: (agent: string) => boolean,
) {
  const parents = new Map<string, string>();
  const started = new Map<string, string>();
  const types = new Map<string, string>();
  const calls: string[] = [];
  return {
    /** `state.json` says which agent started which. */
    note(agents: JsonObject): void {
      for (const [agent, facts] of Object.entries(agents)) {
        const parent = isJsonObject(facts) ? field.text(facts, 'parentAgentId') : undefined;
        if (agent !== 'main' && parent !== undefined) parents.set(agent, parent);
      }
    },
    /** Kimi Code names the agent in the result of the call that started it. */
    hear(record: JsonObject): void {
      const event = fieldsOf(record.event);
      const id = field.text(event, 'toolCallId');
      if (id === undefined) return;
      if (event.type === 'tool.call' && event.name === 'Agent') calls.push(id);
      if (event.type !== 'tool.result' || !calls.includes(id)) return;
      const text = textOf(field.object(event, 'result')?.output ?? '').slice(0, 2000);
      const [, agent] = /\bagent_id: ?([\w-]{1,80})/.exec(text) ?? [];
      const [, type] = /\bsubagent_type: ?([\w-]{1,80})/.exec(text) ?? [];
      if (agent !== undefined) started.set(agent, id);
      if (agent !== undefined && type !== undefined) types.set(agent, type);
    },
    /** An event of kimi-cli, which may be one of a subagent. */
    convert(run: KimiRun, message: JsonObject, stamp: KimiStamp): KimiVerdict {
      const payload = fieldsOf(message.payload);
      const type = textOf(message.type);
      const event = field.object(payload, 'event');
      if (type !== 'SubagentEvent' || event === undefined) return convertEvent(run, type, payload, stamp);
      const call = field.text(payload, 'parent_tool_call_id') ?? field.text(payload, 'task_tool_call_id');
      const agent = field.text(payload, 'agent_id') ?? call ?? 'subagent';
      if (call !== undefined) started.set(agent, call);
      const asked = call === undefined ? undefined : run.open.get(call)?.params;
      const kind = field.text(payload, 'subagent_type') ?? field.text(asked ?? {}, 'subagent_name');
      if (kind !== undefined) types.set(agent, kind);
      run.flush();
      if (hasFile(agent)) return { ignored: 'subagent_file' };
      return this.convert(runOf(agent), event, stamp);
    },
    link(): void {
      for (const agent of new Set([...started.keys(), ...parents.keys()])) {
        const run = runs.get(agent);
        if (run === undefined) {
          assembly.report(diagnose('missing-subagents', { actual: agent }));
          continue;
        }
        const [parent, call] = [parents.get(agent), started.get(agent)];
        // Its call has a result, so it ran to its end, whatever it did last.
        const isOver = call !== undefined && runs.get(parent === 'main' ? undefined : parent)?.open.has(call) === false;
        if (isOver && run.state === 'asked') run.state = 'answered';
        const sub = run.sink as SubSessionSink;
        sub.describe({
          agentId: agent,
          agentType: types.get(agent),
          triggeredBy: call,
          ...(parent === undefined || parent === 'main' ? {} : { parentNativeId: parent }),
        });
      }
    },
  };
}

/** The messages of the model, if there is no log of events. */
function convertContext(run: KimiRun, record: JsonObject, stamp: KimiStamp): KimiVerdict {
  const { role, content } = record;
  switch (role) {
    case 'user':
    case 'system':
      run.message(role, content, stamp);
      return 'converted';
    case 'assistant': {
      for (const part of Array.isArray(content)
        ? content.filter(isJsonObject)
        : [{ type: 'text', text: textOf(content ?? '') }])
        run.part(part, stamp);
      for (const call of field.objects(record, 'tool_calls')) {
        const made = fieldsOf(call.function);
        run.beginCall(
          field.text(call, 'id'),
          field.text(made, 'name') ?? 'unknown',
          field.text(made, 'arguments') ?? '',
          stamp,
        );
      }
      run.flush();
      return 'converted';
    }
    case 'tool': {
      const { text } = contentText(content);
      run.closeCall(field.text(record, 'tool_call_id') ?? '', { isError: undefined, text, display: [] }, stamp);
      return 'converted';
    }
    case '_usage':
    case '_checkpoint':
      return { ignored: 'status' };
    case '_system_prompt':
      return { ignored: 'program' };
  }
  run.sink.unknown({ ...stamp, recordType: `context/${textOf(role)}`, raw: record });
  return 'unknown';
}

function describeHeader(sink: SessionSink, record: JsonObject, name: string): KimiVerdict {
  const [, id] =
    /(?:^|\/)((?:session_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(runKey(name).replace(/\/$/, '')) ?? [];
  const at = agentOfFile(name) === undefined ? field.number(record, 'created_at') : undefined;
  sink.describe({ nativeId: id, startedAt: at, extensions: { protocol_version: record.protocol_version } });
  return 'converted';
}

/** `state.json` of Kimi Code. */
function describeState(sink: SessionSink, state: JsonObject): void {
  const parent = field.text(state, 'forkedFrom');
  sink.describe({
    title: field.text(state, 'title'),
    environment: { cwd: field.text(state, 'workDir') },
    ...(parent === undefined ? {} : { parent: { relation: 'forked' as const, native_id: parent } }),
  });
}

const progress = new Set([
  ...[
    'StepBegin',
    'TurnEnd',
    'CompactionBegin',
    'MCPLoadingBegin',
    'MCPLoadingEnd',
    'MCPStatusSnapshot',
    'HookTriggered',
  ],
  ...['ToolCallRequest'],
]);

/** An event of kimi-cli, of the session or of a subagent. */
function convertEvent(run: KimiRun, type: string, payload: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  switch (type) {
    case 'TurnBegin':
      run.message('user', payload.user_input, stamp);
      return 'converted';
    case 'SteerInput':
      run.message('user', payload.user_input ?? payload.content, stamp, 'queued');
      return 'converted';
    case 'ContentPart':
      if (run.part(payload, stamp)) return 'converted';
      break;
    case 'ToolCall': {
      const call = fieldsOf(payload.function);
      run.beginCall(
        field.text(payload, 'id'),
        field.text(call, 'name') ?? 'unknown',
        field.text(call, 'arguments') ?? '',
        stamp,
      );
      return 'converted';
    }
    case 'ToolCallPart':
      if (run.continueCall(field.text(payload, 'arguments_part') ?? '', stamp)) return 'converted';
      break;
    case 'ToolResult':
      convertResult(run, payload, stamp);
      return 'converted';
    case 'StatusUpdate': {
      const usage = field.object(payload, 'token_usage');
      return usage !== undefined && run.emitUsage(usage, stamp) ? 'converted' : { ignored: 'status' };
    }
    case 'ApprovalRequest':
      run.asked.set(field.text(payload, 'id') ?? '', field.text(payload, 'tool_call_id') ?? '');
      return { ignored: 'approval' };
    case 'ApprovalResponse':
    case 'ApprovalRequestResolved':
      return convertApproval(run, payload, stamp);
    default: {
      const text = noticeText(type, payload);
      if (text === undefined) break;
      if (type === 'StepInterrupted') run.stop(stamp);
      run.notice(...text, stamp);
      return 'converted';
    }
  }
  if (progress.has(type)) return { ignored: 'progress' };
  run.flush();
  run.sink.unknown({ ...stamp, recordType: type, raw: payload });
  return 'unknown';
}

function convertResult(run: KimiRun, payload: JsonObject, stamp: KimiStamp): void {
  const value = fieldsOf(payload.return_value);
  const output = Array.isArray(value.output) ? value.output.map(partText).join('\n') : textOf(value.output ?? '');
  const message = field.text(value, 'message') ?? '';
  const text = [output.trimEnd(), output.includes(message) ? '' : message].filter((each) => each !== '').join('\n');
  const logged = { isError: field.flag(value, 'is_error'), text, display: field.objects(value, 'display') };
  run.closeCall(field.text(payload, 'tool_call_id') ?? '', logged, stamp);
}

const partText = (part: unknown): string =>
  isJsonObject(part) ? (field.text(part, 'text') ?? jsonText(part)) : textOf(part);

function convertApproval(run: KimiRun, payload: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const request = field.text(payload, 'request_id') ?? '';
  const id = field.text(payload, 'tool_call_id') ?? run.asked.get(request);
  run.asked.delete(request);
  if (payload.response !== 'reject') return { ignored: 'approval' };
  if (id !== undefined) run.refused.set(id, 'denied');
  run.notice('info', `Rejected: ${field.text(payload, 'feedback') ?? 'no reason given'}`, stamp);
  return 'converted';
}

type NoticeWords = readonly [kind: Parameters<KimiRun['notice']>[0], text: string];

function noticeText(type: string, payload: JsonObject): NoticeWords | undefined {
  const said = (...keys: string[]): string => keys.flatMap((key) => field.text(payload, key) ?? []).join(': ');
  switch (type) {
    case 'StepInterrupted':
      return ['interruption', 'The step was interrupted'];
    case 'StepRetry':
      return ['retry', said('reason', 'error', 'message') || 'The step was tried again'];
    case 'CompactionEnd':
      return ['compaction', 'The context was compacted'];
    case 'HookResolved':
      return ['hook', said('event', 'hook_name', 'action', 'reason', 'message') || jsonText(payload)];
    case 'Notification':
      return ['info', said('title', 'body', 'text', 'message') || jsonText(payload)];
    case 'PlanDisplay':
      return ['info', said('file_path', 'content') || jsonText(payload)];
    case 'QuestionRequest':
      return [
        'info',
        field
          .objects(payload, 'questions')
          .flatMap((each) => field.text(each, 'question') ?? [])
          .join('\n') || jsonText(payload),
      ];
  }
  return undefined;
}
