import { diagnose, type SourceRef } from '../../session/index.ts';
import { isUuid } from '../../session/text/isUuid.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { timeBefore } from '../read/readRecordStream.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import { type IgnoreReason, stemOf } from './detect.ts';
import { EditorSessions } from './editor.ts';
import type { EditorRecord } from './editorStore.ts';
import { blocksOf, CursorRun, type CursorVerdict, emitBlocks, type Stamp } from './run.ts';
import type { StoreRecord } from './store.ts';
import { CursorStream } from './stream.ts';

/** A line of a transcript or a stream, or a row of a database. */
export type CursorRecord = StreamRecord | StoreRecord | EditorRecord;

/** A session of its own, or the run of a subagent. */
type Recording = { run: CursorRun; stream: CursorStream; id: string | undefined; facts: JsonObject } & (
  | { is: 'session'; sink: SessionSink }
  | { is: 'subagent'; sink: SubSessionSink }
);

/** Turns a transcript with those of its subagents, a stream, or a database of the command line or the editor into sessions. */
export function createCursorConverter(
  assembly: Assembly,
  { names, knownRecords }: SourceOutline,
): Converter<CursorRecord, IgnoreReason> {
  /** By file, or by the session that a stream names. */
  const recordings = new Map<string, Recording>();
  let main: Recording | undefined;
  let isElsewhere = false;
  const editor = new EditorSessions(assembly, knownRecords);

  function mainRecording(id?: string): Recording {
    if (main === undefined) {
      const sink = assembly.session('session');
      const run = new CursorRun(sink);
      main = { is: 'session', run, stream: new CursorStream(run), sink, id, facts: {} };
    }
    main.id ??= id;
    return main;
  }
  function recordingOf(source: number, session: string | undefined): Recording {
    const file = names[source] ?? '';
    const isChild = source > 0 && /(?:^|\/)subagents\/[^/]+$/.test(file);
    const key = isChild ? `file ${source}` : `session ${session ?? ''}`;
    const known = recordings.get(key);
    if (known !== undefined) return known;
    const recording = isChild ? openSubagent(stemOf(file)) : openSession(session ?? ownId(file));
    recordings.set(key, recording);
    return recording;
  }
  /** A stream may contain several sessions, one after the other. */
  function openSession(id: string | undefined): Recording {
    if (main === undefined || main.id === undefined || id === undefined || main.id === id) return mainRecording(id);
    const sink = assembly.session(id);
    const run = new CursorRun(sink);
    return { is: 'session', run, stream: new CursorStream(run), sink, id, facts: {} };
  }
  function openSubagent(id: string): Recording {
    const sink = mainRecording(ownId(names[0] ?? '')).sink;
    const own = (sink as SessionSink).subSession(id);
    const run = new CursorRun(own);
    return { is: 'subagent', run, stream: new CursorStream(run), sink: own, id, facts: {} };
  }

  return {
    record(found, ref) {
      if (found.is === 'meta' || found.is === 'message' || found.is === 'opaque')
        return convertStored(mainRecording(), found, ref);
      if (found.is === 'composer' || found.is === 'bubble' || found.is === 'passed') return editor.take(found, ref);
      const source = ref.source ?? 0;
      const id = ownId(names[0] ?? '');
      if (id !== undefined && knownRecords?.has(id) === true) {
        isElsewhere = true;
        return { ignored: 'in_database' };
      }
      if (found.is === 'text') {
        recordingOf(source, main?.id === ownId(names[source] ?? '') ? undefined : main?.id).run.notice(
          'info',
          found.text,
          { ref, at: undefined },
        );
        return 'converted';
      }
      const session = field.text(found.value, 'session_id');
      return convertLine(recordingOf(source, session), found.value, found.prefix, ref);
    },
    describe() {
      const all = allOf(main, recordings);
      for (const recording of all) describeRecording(recording, all);
      editor.describe();
    },
    end() {
      const all = allOf(main, recordings);
      const hasSessions = all.length + editor.count > 0 || isElsewhere || editor.listsOthers;
      if (!hasSessions) assembly.report(diagnose('empty-source'));
      for (const { run, stream } of all) {
        stream.settle(true);
        run.closeWaiting();
      }
      for (const recording of all) describeRecording(recording, all);
      editor.describe();
    },
  };
}

function allOf(main: Recording | undefined, recordings: ReadonlyMap<string, Recording>): Recording[] {
  return [...new Set([...(main === undefined ? [] : [main]), ...recordings.values()])];
}

function ownId(name: string): string | undefined {
  const stem = stemOf(name);
  return isUuid(stem) ? stem : undefined;
}

function convertLine(
  { run, stream, ...recording }: Recording,
  record: JsonObject,
  prefix: string,
  ref: SourceRef,
): CursorVerdict {
  const stamp: Stamp = { ref, at: field.number(record, 'timestamp_ms') ?? timeBefore(prefix) };
  const { type, role } = record;
  if (type === undefined && (role === 'user' || role === 'assistant')) return convertMessage(run, role, record, stamp);
  if (type === 'turn_ended') return convertTurnEnd(run, record, stamp);
  if (type === 'system' && record.subtype === 'init') {
    Object.assign(recording.facts, { permissionMode: record.permissionMode, model: record.model });
  }
  const verdict = stream.take(record, stamp);
  if (verdict !== undefined) return verdict;
  stream.settle();
  run.unknown({ ...stamp, recordType: textOf(type ?? role), raw: record });
  return 'unknown';
}

/** A message of a transcript: the agent's next message shows that its calls were over. */
function convertMessage(run: CursorRun, role: 'user' | 'assistant', record: JsonObject, stamp: Stamp): CursorVerdict {
  const blocks = blocksOf(field.object(record, 'message')?.content ?? record.content);
  const hasResults = blocks.some(({ type }) => type === 'tool_result' || type === 'tool-result');
  if (!hasResults) run.closeWaiting();
  const text = blocks.map((block) => (block.type === 'text' ? field.text(block, 'text') : 'more')).join('');
  if (text.trim() === '') return { ignored: 'empty_message' };
  const model = role === 'assistant' ? field.text(record, 'model') : undefined;
  run.noteModel(model);
  emitBlocks(run, role, blocks, stamp, model);
  return 'converted';
}

function convertTurnEnd(run: CursorRun, record: JsonObject, stamp: Stamp): CursorVerdict {
  run.closeWaiting();
  const error = field.text(record, 'error');
  if (record.status === 'success' || (record.status === undefined && error === undefined)) {
    run.state = 'answered';
    return { ignored: 'turn_mark' };
  }
  const isStopped = /abort|cancel|interrupt/i.test((error ?? textOf(record.status)).slice(0, 300));
  run.state = isStopped ? 'interrupted' : 'failed';
  run.notice(isStopped ? 'interruption' : 'error', error ?? `Turn ended: ${textOf(record.status)}`, stamp);
  return 'converted';
}

function convertStored(recording: Recording, found: StoreRecord, ref: SourceRef): CursorVerdict {
  const { run } = recording;
  if (found.is === 'meta') {
    const { name: _, createdAt: __, agentId, lastUsedModel: ___, latestRootBlobId: ____, ...extensions } = found.value;
    Object.assign(recording.facts, found.value);
    recording.id ??= textOf(agentId ?? '') || undefined;
    recording.sink.describe({ extensions });
    return 'converted';
  }
  if (found.is === 'opaque') return { ignored: 'opaque' };
  const { value, id, isOlder } = found;
  const stamp = { ref, at: undefined, nativeId: id };
  const blocks = blocksOf(value.content);
  const { role } = value;
  if (blocks.length === 0) return { ignored: 'empty_message' };
  const write = (): void => {
    if (role === 'system') {
      const text = blocks.map((block) => field.text(block, 'text') ?? textOf(block)).join('\n');
      run.message({ ...stamp, role: 'system', origin: 'context', text });
    } else emitBlocks(run, role === 'user' ? 'user' : 'assistant', blocks, stamp);
  };
  if (isOlder) run.leaveBehind(write);
  else write();
  return 'converted';
}

function describeRecording(recording: Recording, all: readonly Recording[]): void {
  const { run, facts, id } = recording;
  const often = mostFrequent(run.models);
  const common = {
    modelId: often ?? field.text(facts, 'model') ?? field.text(facts, 'lastUsedModel'),
    environment: { cli: 'cursor', cwd: run.cwd, approval: field.text(facts, 'permissionMode') },
    startedAt: field.number(facts, 'createdAt'),
    ...turnEndings[run.state],
  };
  if (recording.is === 'session') {
    recording.sink.describe({ ...common, nativeId: id, title: field.text(facts, 'name'), inferred: ['status'] });
    return;
  }
  const call = callOf(recording, all);
  const inferred = call === undefined ? ['status'] : ['status', 'triggered_by'];
  recording.sink.describe({ ...common, agentId: id, triggeredBy: call, inferred });
}

/** The call whose prompt is the subagent's; else by order, if as many calls as subagents are left. */
function callOf(recording: Recording, all: readonly Recording[]): string | undefined {
  const calls = all.flatMap((each) => (each.is === 'session' ? each.run.started : []));
  const free = [...calls];
  const found = new Map<Recording, string>();
  const children = all.filter(({ is }) => is === 'subagent');
  for (const child of children) {
    const at = free.findIndex(({ prompt }) => prompt !== '' && prompt === child.run.firstPrompt);
    const [call] = at === -1 ? [] : free.splice(at, 1);
    if (call !== undefined) found.set(child, call.id);
  }
  const left = children.filter((child) => !found.has(child));
  const byOrder = left.length === free.length ? free[left.indexOf(recording)]?.id : undefined;
  return found.get(recording) ?? byOrder;
}
