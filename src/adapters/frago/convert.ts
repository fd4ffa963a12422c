import { type DiagnosticCode, diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import { claudeCode } from '../claude-code/adapter.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { hostAsSession, hostConverter } from '../hosted.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { type CallCount, describeStore, type Store } from './describe.ts';
import type { FragoReason } from './descriptor.ts';
import { baseName, type FragoRecord, folderOf } from './records.ts';
import { createStepConverter } from './steps.ts';
import { createToolCallLog } from './toolCallRecords.ts';
import { createFragoRules } from './validateFrago.ts';

/** One session folder becomes one session: of its steps, or of the transcript they digest where that is at hand. */
export function createFragoConverter(
  assembly: Assembly,
  { names, joined = [], hints }: SourceOutline,
): Converter<FragoRecord, FragoReason> {
  const [transcript] = joined;
  const store: Store = { metadata: undefined, summary: undefined, report: undefined };
  let key: string | undefined;
  const keyOf = (record: unknown): string => {
    const id = isJsonObject(record) ? field.text(record, 'session_id') : undefined;
    key ??= id ?? (baseName(folderOf(names[0] ?? '')) || 'session');
    return key;
  };
  const report = (code: DiagnosticCode, ref: SourceRef): void => {
    const at = { file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
    assembly.report(diagnose(code, { at }));
  };
  const steps = createStepConverter(report, hints?.zone ?? 'UTC');
  let place: SourceRef | undefined;
  const rules = createFragoRules(hints?.world ?? {}, (diagnostic) => {
    // The assembly says that of every time that it is given.
    if (diagnostic.code === 'invalid-time') return;
    const { source = 0, line = 1, byte_offset = 0 } = place ?? {};
    assembly.report({
      ...diagnostic,
      at: { file: names[source] ?? '', line, byteOffset: byte_offset, ...diagnostic.at },
    });
  });
  const results: CallCount = { success: 0, error: 0 };
  const calls = createToolCallLog((call) => {
    rules.toolCall(call, '');
    if (call.status !== 'pending') results[call.status] += 1;
  });
  let hosted: Converter<unknown, FragoReason> | undefined;
  let transcriptUsed = false;

  return {
    record(record, ref): Verdict<FragoReason> {
      place = ref;
      switch (record.is) {
        case 'step': {
          const step = rules.step(record.value, '');
          if (transcriptUsed) return { ignored: 'transcript_used' };
          const verdict = steps.convert(record.value, ref, () => assembly.session(keyOf(record.value)));
          if (verdict === 'converted' && step !== undefined) calls.step(step);
          return verdict;
        }
        case 'joined': {
          if (transcript === undefined || record.run > 0) return { ignored: 'transcript_copy' };
          hosted ??= hostConverter(
            claudeCode,
            hostAsSession(assembly, keyOf(undefined), transcript),
            transcript,
            names,
          );
          const verdict = hosted.record(record.value, ref);
          transcriptUsed ||= verdict === 'converted';
          return verdict;
        }
        case 'report':
          store.report = record.value;
          return 'converted';
        case 'metadata':
        case 'summary':
          if (!isJsonObject(record.value)) return { dropped: 'malformed-record', message: 'The file holds no object.' };
          store[record.is] = record.value;
          if (record.is === 'metadata') rules.session(record.value, '');
          else rules.summary(record.value, '');
          assembly.session(keyOf(record.value), transcript?.format);
          return 'converted';
      }
    },
    end() {
      hosted?.end();
      if (key === undefined) return;
      const sink = assembly.session(key, transcript?.format);
      describeStore(
        store,
        transcriptUsed ? undefined : { ...steps.count, results },
        hints?.zone,
        sink,
        (code, detail) => assembly.report(diagnose(code, detail)),
      );
    },
  };
}
