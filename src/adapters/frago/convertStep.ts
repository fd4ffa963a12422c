import type { DiagnosticCode, SourceRef } from '../../session/index.ts';
import type { SessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { createCallDesk } from './callDesk.ts';
import { convertMessage } from './convertMessage.ts';
import type { FragoReason } from './descriptor.ts';
import { stepKindOf } from './records.ts';
import { createRepeats } from './repeats.ts';
import { isNaiveTime, type Step } from './step.ts';

/** What was counted while the steps were read. */
export interface StepCount {
  steps: number;
  calls: number;
  /** Whether a step has a time without a zone. */
  naive: boolean;
  /** What a person typed first; commands do not count. */
  prompt: string | undefined;
}

export interface StepConverter {
  convert(value: unknown, ref: SourceRef, session: () => SessionSink): Verdict<FragoReason>;
  readonly count: StepCount;
}

/** Turns the steps of one session into calls and events. */
export function createStepConverter(report: (code: DiagnosticCode, ref: SourceRef) => void): StepConverter {
  const count: StepCount = { steps: 0, calls: 0, naive: false, prompt: undefined };
  const repeats = createRepeats();
  const calls = createCallDesk(report);
  return {
    count,
    convert(value, ref, session) {
      if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'The line holds no object.' };
      const kind = stepKindOf(value);
      const at = field.text(value, 'timestamp');
      const sink = session();
      if (kind === undefined) {
        sink.unknown({ recordType: field.text(value, 'type') ?? 'step', raw: value, ref, at });
        return 'unknown';
      }
      const text = field.text(value, 'content_summary');
      if (text === undefined) return { dropped: 'malformed-record', message: 'The step has no content_summary.' };
      if (repeats.has(value, text)) return { ignored: 'repeated_step' };
      const step: Step = { raw: value, text, ref, at };
      count.steps += 1;
      count.naive ||= isNaiveTime(at);
      switch (kind) {
        case 'call':
          count.calls += calls.open(step, sink);
          break;
        case 'result':
          calls.close(step, sink);
          break;
        case 'user':
        case 'assistant':
        case 'system': {
          const typed = convertMessage(kind, step, sink);
          count.prompt ??= typed;
        }
      }
      return 'converted';
    },
  };
}
