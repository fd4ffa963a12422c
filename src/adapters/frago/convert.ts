import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink } from '../assembly.ts';
import type { Converter, Verdict } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { createCallDesk } from './callDesk.ts';
import { convertMessage } from './convertMessage.ts';
import { describeStore, type Store } from './describeStore.ts';
import { baseName, type FragoRecord, folderOf, stepKindOf } from './records.ts';
import { createRepeats } from './repeats.ts';
import { isNaiveTime, type Step } from './step.ts';

export type FragoReason = 'repeated_step';

/** One session folder becomes one session. */
export function createFragoConverter(
  assembly: Assembly,
  names: readonly string[],
): Converter<FragoRecord, FragoReason> {
  const store: Store = {
    metadata: undefined,
    summary: undefined,
    report: undefined,
    prompt: undefined,
    steps: 0,
    calls: 0,
    naive: false,
  };
  let sink: SessionSink | undefined;
  const sinkOf = (record: JsonObject): SessionSink => {
    sink ??= assembly.session(field.text(record, 'session_id') ?? (baseName(folderOf(names[0] ?? '')) || 'session'));
    return sink;
  };
  const keepPrompt = (text: string | undefined): void => {
    store.prompt ??= text;
  };
  const repeats = createRepeats();
  const calls = createCallDesk((code, ref) => assembly.report(diagnose(code, { at: placeOf(ref, names) })));

  const convertStep = (value: unknown, ref: SourceRef): Verdict<FragoReason> => {
    if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'The line holds no object.' };
    const kind = stepKindOf(value);
    const into = sinkOf(value);
    if (kind === undefined) {
      into.unknown({
        recordType: field.text(value, 'type') ?? 'step',
        raw: value,
        ref,
        at: field.text(value, 'timestamp'),
      });
      return 'unknown';
    }
    const text = field.text(value, 'content_summary');
    if (text === undefined) return { dropped: 'malformed-record', message: 'The step has no content_summary.' };
    if (repeats.has(value, text)) return { ignored: 'repeated_step' };
    const step: Step = { raw: value, text, ref, at: field.text(value, 'timestamp') };
    store.steps += 1;
    if (isNaiveTime(step.at)) store.naive = true;
    switch (kind) {
      case 'call':
        store.calls += calls.open(step, into);
        return 'converted';
      case 'result':
        calls.close(step, into);
        return 'converted';
      case 'user':
      case 'assistant':
      case 'system':
        keepPrompt(convertMessage(kind, step, into));
        return 'converted';
    }
  };

  return {
    record(record, ref) {
      if (record.is === 'step') return convertStep(record.value, ref);
      if (record.is === 'report') {
        store.report = record.value;
        return 'converted';
      }
      if (!isJsonObject(record.value)) return { dropped: 'malformed-record', message: 'The file holds no object.' };
      store[record.is] = record.value;
      sinkOf(record.value);
      return 'converted';
    },
    end() {
      if (sink === undefined) return;
      describeStore(store, sink, (code, detail) => assembly.report(diagnose(code, detail)));
    },
  };
}

function placeOf(ref: SourceRef, names: readonly string[]) {
  return { file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
}
