import { diagnose, type TokenUsage } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import { type StreamRecord, timeBefore } from '../read/readRecordStream.ts';
import { uuidTime } from '../uuidTime.ts';
import type { IgnoreReason } from './descriptor.ts';
import { type ExecThread, type ExecVerdict, endItem, type ItemStamp, startItem, updateItem } from './items.ts';

/** Turns the records of a stream into a session for each thread. */
export function createExecJsonConverter(
  assembly: Assembly,
  _outline: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  const threads = new Map<string, ExecThread>();
  const before: { text: string; stamp: ItemStamp }[] = [];
  let current: ExecThread | undefined;
  const threadOf = (id: string): ExecThread => {
    const sink = assembly.session(id || 'thread');
    current = threads.get(id) ?? { id, sink, processes: 0, turn: 'none', lastCall: undefined };
    threads.set(id, current);
    for (const { text, stamp } of before.splice(0)) keepText(current, text, stamp);
    return current;
  };
  return {
    record(found, ref) {
      if (found.is === 'text') {
        const stamp = { ref, at: undefined };
        if (current === undefined) before.push({ text: found.text, stamp });
        else keepText(current, found.text, stamp);
        return 'converted';
      }
      const stamp = { ref, at: timeBefore(found.prefix) };
      if (found.value.type === 'thread.started') {
        return startThread(threadOf(field.text(found.value, 'thread_id') ?? ''));
      }
      return convertRecord(current ?? threadOf(''), found.value, stamp);
    },
    describe() {
      for (const thread of threads.values()) describeThread(thread);
    },
    end() {
      if (before.length > 0) threadOf('');
      for (const thread of threads.values()) describeThread(thread);
      if (threads.size === 0) assembly.report(diagnose('empty-source'));
    },
  };
}

/** What else was printed: warnings of the program, the head of a harness. */
function keepText({ sink }: ExecThread, text: string, stamp: ItemStamp): void {
  sink.notice({ ...stamp, kind: 'info', text });
}

/** A thread that was resumed says so only by its id, which comes again. */
function startThread(thread: ExecThread): ExecVerdict {
  thread.processes += 1;
  return 'converted';
}

function convertRecord(thread: ExecThread, record: JsonObject, stamp: ItemStamp): ExecVerdict {
  const item = field.object(record, 'item') ?? {};
  switch (record.type) {
    case 'turn.started':
      thread.turn = 'open';
      return { ignored: 'progress' };
    case 'turn.completed':
      thread.turn = 'complete';
      return emitUsage(thread, field.object(record, 'usage'), stamp);
    case 'turn.failed':
      thread.turn = 'failed';
      return emitError(thread, field.object(record, 'error') ?? {}, stamp);
    case 'error':
      return emitError(thread, record, stamp);
    case 'item.started':
      return startItem(thread, item, stamp);
    case 'item.updated':
      return updateItem(thread, item, stamp);
    case 'item.completed':
      return endItem(thread, item, stamp);
    case 'item.plan.delta':
      return { ignored: 'progress' };
  }
  thread.sink.unknown({ ...stamp, recordType: textOf(record.type), raw: record });
  return 'unknown';
}

const RETRY = /^Reconnecting\.\.\. \d{1,3}\/\d{1,3}/;

function emitError({ sink }: ExecThread, error: JsonObject, stamp: ItemStamp): ExecVerdict {
  const text = field.text(error, 'message') ?? 'Codex gave an error';
  sink.notice({ ...stamp, kind: RETRY.test(text) ? 'retry' : 'error', text });
  return 'converted';
}

/** Input counts what came from the cache, too: the standard wants the two apart. */
function emitUsage({ sink }: ExecThread, raw: JsonObject | undefined, stamp: ItemStamp): ExecVerdict {
  if (raw === undefined) return { ignored: 'progress' };
  const [input, cached, output, reasoning] = usageFields.map((name) => {
    const value = field.number(raw, name);
    return value === undefined || value < 0 ? undefined : value;
  });
  const usage: TokenUsage = {};
  if (input !== undefined) usage.input = Math.max(0, input - (cached ?? 0));
  if (cached !== undefined) usage.cache_read = cached;
  if (output !== undefined) usage.output = output;
  if (reasoning !== undefined) usage.reasoning = reasoning;
  sink.usage({ ...stamp, usage });
  return 'converted';
}

const usageFields = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_output_tokens'] as const;

function describeThread({ sink, id, turn, processes }: ExecThread): void {
  const startedAt = uuidTime(id);
  const { inferred, ...ending } = endings[turn];
  sink.describe({
    nativeId: id || undefined,
    environment: { cli: 'codex' },
    startedAt,
    ...ending,
    inferred: startedAt === undefined ? inferred : [...inferred, 'created_at'],
    ...(processes > 1 ? { extensions: { processes } } : {}),
  });
}

const endings = {
  none: { status: 'in_progress', outcome: 'unknown', inferred: ['status'] },
  open: { status: 'in_progress', outcome: 'unknown', inferred: ['status'] },
  complete: { status: 'success', outcome: 'succeeded', inferred: [] },
  failed: { status: 'failed', outcome: 'failed', inferred: [] },
} as const;
