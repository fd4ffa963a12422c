import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import type { JsonPart } from '../read/readJsonParts.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import { type IgnoreReason, isHeader, isProjectRoot } from './detect.ts';
import { convertContext, convertMessage, partsOf } from './messages.ts';
import { GeminiRun, type GeminiVerdict, type MessageStamp } from './run.ts';

/** A piece of a document, or a line of a recording. */
export type GeminiRecord = JsonPart | StreamRecord;

/** A session of its own, or the run of a subagent. */
type Recording =
  | { is: 'session'; run: GeminiRun; sink: SessionSink }
  | { is: 'subagent'; run: GeminiRun; sink: SubSessionSink; file: string };

/** Turns a recording, and those of its subagents, into its session. */
export function createGeminiConverter(
  assembly: Assembly,
  { names, knownRecords }: SourceOutline,
): Converter<GeminiRecord, IgnoreReason> {
  /** By their files. */
  const recordings = new Map<number, Recording>();
  const all: Recording[] = [];
  let main: SessionSink | undefined;
  let isResumed = false;
  let projectRoot: string | undefined;

  function open(source: number, id: string | undefined): Recording {
    const file = baseName(names[source] ?? '');
    const recording = source > 0 ? openSubagent(id ?? file, file) : openSession(id);
    recording.run.id = id;
    recordings.set(source, recording);
    all.push(recording);
    return recording;
  }
  /** The files of a source come in any order. */
  function mainSink(): SessionSink {
    main ??= assembly.session('session');
    return main;
  }
  function openSession(id: string | undefined): Recording {
    const sink = recordings.has(0) && id !== undefined ? assembly.session(id) : mainSink();
    return { is: 'session', run: new GeminiRun(sink), sink };
  }
  function openSubagent(key: string, file: string): Recording {
    const sink = mainSink().subSession(key);
    return { is: 'subagent', run: new GeminiRun(sink), sink, file };
  }

  /** `isDocument`: of a document, which has one session, and may name it behind its messages. */
  function convertHeader(source: number, header: JsonObject, isDocument: boolean): GeminiVerdict {
    const id = field.text(header, 'sessionId');
    const known = recordings.get(source);
    if (isDocument && known !== undefined && known.run.id === undefined) {
      known.run.id = id;
      describeHeader(known, header);
      return 'converted';
    }
    if (known !== undefined && (known.run.id === id || id === undefined)) {
      describeHeader(known, header);
      return { ignored: 'repeated_header' };
    }
    // Several recordings are sometimes written to one file.
    describeHeader(open(source, id), header);
    return 'converted';
  }

  function convertKnown(recording: Recording, message: JsonObject, ref: SourceRef): GeminiVerdict {
    const stamp = stampOf(message, ref);
    if (recording.is === 'session' && stamp.nativeId !== undefined && knownRecords?.has(stamp.nativeId) === true) {
      isResumed = true;
      return { ignored: 'parent_history' };
    }
    return convertMessage(recording.run, message, stamp);
  }

  return {
    record(found, ref) {
      const source = ref.source ?? 0;
      if (found.is === 'text' && isProjectRoot(names[source] ?? '')) {
        projectRoot = found.text.trim();
        return 'converted';
      }
      const recording = (): Recording => recordings.get(source) ?? open(source, undefined);
      if (found.is === 'text') {
        recording().run.notice('info', found.text, { ref, at: undefined, nativeId: undefined });
        return 'converted';
      }
      if (found.is === 'fields') {
        if (isHeader(found.value)) return convertHeader(source, found.value, true);
        describeHeader(recording(), found.value);
        return 'converted';
      }
      const { value } = found;
      if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'A message is no object.' };
      if (found.is === 'element') return convertKnown(recording(), value, ref);
      if (isHeader(value) && value.type === undefined) return convertHeader(source, value, false);
      if (isJsonObject(value.$set)) {
        return convertChange(recording(), value.$set, ref, (id) => knownRecords?.has(id) === true);
      }
      const target = field.text(value, '$rewindTo');
      if (target !== undefined) return convertRewind(recording(), target, ref);
      return convertKnown(recording(), value, ref);
    },
    describe() {
      for (const recording of all) describeRecording(recording, all, { isResumed, projectRoot });
    },
    end() {
      if (all.length === 0) assembly.report(diagnose('empty-source'));
      for (const recording of all) {
        recording.run.settle();
        describeRecording(recording, all, { isResumed, projectRoot });
      }
    },
  };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '');

function stampOf(message: JsonObject, ref: SourceRef): MessageStamp {
  return { ref, at: field.text(message, 'timestamp'), nativeId: field.text(message, 'id') };
}

function describeHeader({ run, sink }: Recording, header: JsonObject): void {
  run.title = field.text(header, 'summary') || run.title;
  if (field.list(header, 'directories').length > 0) run.directories = field.list(header, 'directories');
  const {
    sessionId: _,
    startTime: __,
    lastUpdated: ___,
    projectHash,
    summary: ____,
    directories: _____,
    ...rest
  } = header;
  const extensions = { ...(projectHash === undefined ? {} : { project_hash: projectHash }), ...rest };
  if (Object.keys(extensions).length > 0) sink.describe({ extensions });
  if (isHeader(header)) sink.describe({ startedAt: field.text(header, 'startTime') });
}

/** Changed fields of the session; `messages` is what the model sees from here on. */
function convertChange(
  { run, ...recording }: Recording,
  change: JsonObject,
  ref: SourceRef,
  isInherited: (id: string) => boolean,
): GeminiVerdict {
  const { lastUpdated, memoryScratchpad: _, summary: __, directories, sessionId, messages, ...rest } = change;
  const stamp = { ref, at: field.text(change, 'lastUpdated'), nativeId: undefined };
  const before = run.changes;
  const described = run.title;
  run.title = field.text(change, 'summary') || run.title;
  if (Array.isArray(directories)) run.directories = directories;
  if (typeof sessionId === 'string') {
    run.id ??= sessionId;
    run.notice('info', 'Session resumed', stamp);
  }
  if (Array.isArray(messages)) takeContext(run, messages.filter(isJsonObject), stamp, isInherited);
  if (Object.keys(rest).length > 0) {
    run.made(recording.sink.unknown({ ...stamp, recordType: `$set/${Object.keys(rest)[0]}`, raw: rest }));
    return 'unknown';
  }
  if (run.changes > before || described !== run.title || Array.isArray(directories)) return 'converted';
  return { ignored: Array.isArray(messages) ? 'context_copy' : 'update_time' };
}

/**
 * The context is not the history: what is missing from it was only removed for the model, and what has a new id but the text of an earlier
 * message is a copy.
 */
function takeContext(
  run: GeminiRun,
  context: readonly JsonObject[],
  stamp: MessageStamp,
  isInherited: (id: string) => boolean,
): void {
  const ids = new Set(context.map(({ id }) => id));
  const forgotten = [...run.remembered].filter((id) => !ids.has(id));
  for (const id of forgotten) run.remembered.delete(id);
  if (forgotten.length > 0) run.notice('compaction', 'Conversation compacted', stamp);
  for (const message of context) {
    const own = { ...stampOf(message, stamp.ref), at: field.text(message, 'timestamp') ?? stamp.at };
    const { nativeId: id } = own;
    if (id !== undefined && isInherited(id)) continue;
    const isKnown = id !== undefined && run.messages.has(id);
    const parts = partsOf(message.content);
    const text = parts.flatMap((part) => (part.thought === true ? [] : (field.text(part, 'text') ?? []))).join('\n');
    if (isKnown) {
      run.begin(id);
      run.leave();
    } else if (isReply(message)) convertMessage(run, message, own);
    else if (run.texts.find(`${message.type === 'user' ? 'user' : 'gemini'} ${text}`) === undefined) {
      convertContext(run, message, own);
    }
  }
}

/** A reply of the model that is nowhere else in the log: its tokens or calls show that the program did not write it itself. */
const isReply = ({ type, tokens, toolCalls }: JsonObject): boolean =>
  type === 'gemini' && (isJsonObject(tokens) || (Array.isArray(toolCalls) && toolCalls.length > 0));

function convertRewind({ run }: Recording, target: string, ref: SourceRef): GeminiVerdict {
  run.rewindTo(target);
  run.state = 'answered';
  run.notice(
    'info',
    'Went back to an earlier message',
    { ref, at: undefined, nativeId: undefined },
    { extensions: { to: target } },
  );
  return 'converted';
}

/** What is known of a session beside its recording. */
interface Circumstances {
  isResumed: boolean;
  projectRoot: string | undefined;
}

function describeRecording(
  recording: Recording,
  all: readonly Recording[],
  { isResumed, projectRoot }: Circumstances,
): void {
  const { run } = recording;
  const model = mostFrequent(run.models);
  const [directory] = run.directories.filter((each) => typeof each === 'string');
  const environment = { cli: 'gemini-cli', cwd: projectRoot ?? directory ?? run.cwd };
  const common = { modelId: model, environment, ...turnEndings[run.state] };
  if (recording.is === 'session') {
    const parent = isResumed ? { parent: { relation: 'resumed', native_id: run.id } as const } : {};
    const extensions = run.directories.length > 1 ? { extensions: { directories: run.directories } } : {};
    recording.sink.describe({
      ...common,
      nativeId: run.id,
      title: run.title,
      ...parent,
      ...extensions,
      inferred: ['status'],
    });
    return;
  }
  const { call, isSure } = callOf(recording, all);
  recording.sink.describe({
    ...common,
    agentId: run.id ?? recording.file,
    description: run.title,
    triggeredBy: call,
    inferred: isSure ? ['status'] : ['status', 'triggered_by'],
  });
}

/** The call that started a subagent: the one that names it, else the first unassigned one that names none. */
function callOf(
  recording: Extract<Recording, { is: 'subagent' }>,
  all: readonly Recording[],
): { call: string | undefined; isSure: boolean } {
  const namedBy = ({ run, file }: { run: GeminiRun; file: string }): string | undefined =>
    all.map((each) => each.run.agents.get(file) ?? each.run.agents.get(run.id ?? file)).find((id) => id !== undefined);
  const call = namedBy(recording);
  if (call !== undefined) return { call, isSure: true };
  const nameless = all.flatMap(({ run }) => [...run.namelessAgents]);
  const unclaimed = all.filter((each) => each.is === 'subagent' && namedBy(each) === undefined);
  return { call: nameless[unclaimed.indexOf(recording)], isSure: nameless.length === 0 };
}
