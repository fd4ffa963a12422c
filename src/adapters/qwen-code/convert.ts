import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';
import { convertPrompt, convertReply, convertResults } from './messages.ts';
import { QwenRun, type QwenVerdict, type Recording, stampOf } from './run.ts';
import { convertSystem } from './system.ts';

/** Turns a session's file, and those of its background agents, into its session. */
export function createQwenConverter(
  assembly: Assembly,
  { names, knownRecords }: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  /** By the agent's id; the session's own under no id. */
  const recordings = new Map<string | undefined, Recording>();
  let main: SessionSink | undefined;
  /** The agent whose records make the session itself, where its file is given alone. */
  let ownAgent: string | undefined;

  function mainSink(): SessionSink {
    main ??= assembly.session('session');
    return main;
  }
  function open(agent: string | undefined): Recording {
    const known = recordings.get(agent);
    if (known !== undefined) return known;
    const recording: Recording = agent === undefined ? openSession() : openSubagent(agent);
    recordings.set(agent, recording);
    return recording;
  }
  function openSession(): Recording {
    const sink = mainSink();
    return { is: 'session', run: new QwenRun(sink), sink };
  }
  function openSubagent(agent: string): Recording {
    const sink = mainSink().subSession(agent);
    return { is: 'subagent', run: new QwenRun(sink), sink, agent };
  }
  function recordingOf(record: JsonObject, source: number): Recording {
    const agent = field.text(record, 'agentId') ?? (source > 0 ? baseName(names[source] ?? '') : undefined);
    if (source === 0 && recordings.size === 0) ownAgent = agent;
    return open(agent === ownAgent ? undefined : agent);
  }

  return {
    record(found, ref) {
      if (found.is === 'text') {
        open(undefined).run.notice('info', found.text, { ref, at: undefined, nativeId: undefined });
        return 'converted';
      }
      const record = found.value;
      const recording = recordingOf(record, ref.source ?? 0);
      describeRecord(recording, record, ref);
      const { run } = recording;
      const first = run.next;
      const uuid = field.text(record, 'uuid');
      const isInherited = uuid !== undefined && knownRecords?.has(uuid) === true;
      const verdict: QwenVerdict = isInherited ? { ignored: 'parent_history' } : convertRecord(recording, record, ref);
      if (uuid !== undefined) {
        // What the program repeatedly notes at the end of the file is not the current end of the conversation.
        const isAside = record.type === 'system' && record.subtype !== 'rewind';
        run.tree.note(uuid, field.text(record, 'parentUuid'), first, run.next, isAside);
      }
      return verdict;
    },
    describe() {
      for (const recording of recordings.values()) describeRecording(recording, recordings);
    },
    end() {
      if (recordings.size === 0) assembly.report(diagnose('empty-source'));
      for (const recording of recordings.values()) {
        recording.run.sink.abandon(recording.run.tree.leftBehind());
        describeRecording(recording, recordings);
      }
    },
  };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');

function convertRecord(recording: Recording, record: JsonObject, ref: SourceRef): QwenVerdict {
  const { run } = recording;
  const stamp = stampOf(record, ref);
  switch (record.type) {
    case 'user':
      return convertPrompt(run, record, stamp);
    case 'assistant':
      return convertReply(run, record, stamp);
    case 'tool_result':
      return convertResults(run, record, stamp);
    case 'system':
      return convertSystem(recording, record, stamp);
  }
  run.made(run.sink.unknown({ ...stamp, recordType: textOf(record.type), raw: record }));
  return 'unknown';
}

/** What the envelope of a record says; of notes the folder is that of the program, not of the conversation. */
function describeRecord({ run, ...recording }: Recording, record: JsonObject, ref: SourceRef): void {
  const origin = field.object(record, 'forkedFrom');
  const id = field.text(record, 'sessionId');
  if (run.id === undefined && recording.is === 'session' && origin !== undefined) {
    const parent = { native_id: field.text(origin, 'sessionId'), message_id: field.text(origin, 'messageUuid') };
    recording.sink.describe({ parent: { relation: 'forked', ...parent } });
  }
  run.id ??= id;
  run.version = field.text(record, 'version') ?? run.version;
  run.branch ??= field.text(record, 'gitBranch');
  run.agentName ??= field.text(record, 'agentName');
  const cwd = field.text(record, 'cwd');
  if (cwd === undefined || record.type === 'system') return;
  const before = run.settings.get('cwd') ?? run.cwd;
  run.cwd ??= cwd;
  run.settings.set('cwd', cwd);
  if (before === undefined || before === cwd) return;
  run.notice('info', `Working directory: ${cwd}`, { ...stampOf(record, ref), nativeId: undefined }, { workdir: cwd });
}

function describeRecording(recording: Recording, all: ReadonlyMap<string | undefined, Recording>): void {
  const { run } = recording;
  const model = mostFrequent(run.models) ?? run.settings.get('Model');
  const environment = {
    cli: 'qwen-code',
    cli_version: run.version,
    cwd: run.cwd,
    git_branch: run.branch,
    approval: run.settings.get('Approval'),
  };
  const common = { modelId: model, environment, ...turnEndings[run.state] };
  if (recording.is === 'session') {
    recording.sink.describe({ ...common, nativeId: run.id, title: run.title, inferred: ['status'] });
    return;
  }
  const { call, isSure } = callOf(recording.agent, [...all.values()]);
  recording.sink.describe({
    ...common,
    agentId: recording.agent,
    agentType: run.agentName,
    description: run.title,
    triggeredBy: call,
    inferred: isSure ? ['status'] : ['status', 'triggered_by'],
  });
}

/** The call that started an agent: the one whose result names it, else the first unassigned one that names none. */
function callOf(agent: string, all: readonly Recording[]): { call: string | undefined; isSure: boolean } {
  const namedBy = (id: string): string | undefined => all.map(({ run }) => run.agents.get(id)).find((call) => call);
  const call = namedBy(agent);
  if (call !== undefined) return { call, isSure: true };
  const nameless = all.flatMap(({ run }) => [...run.namelessAgents]);
  const unnamed = all.flatMap((each) =>
    each.is === 'subagent' && namedBy(each.agent) === undefined ? [each.agent] : [],
  );
  return { call: nameless[unnamed.indexOf(agent)], isSure: nameless.length === 0 };
}
