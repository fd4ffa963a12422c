import { isLoneCommand } from '../../session/facts/eventText.ts';
import type { DiagnosticCode, MessageOrigin, SourceRef } from '../../session/index.ts';
import type { ItemOrigin, SessionSink } from '../assembly.ts';
import { readStartedTask, type StartedTask, splitUserText, type UserPart } from '../claude-code/userText.ts';
import type { Verdict } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { isLocalTime, localTimeInZone } from '../recordTimes.ts';
import { createCallRecorder, createRepeats, type Step, stepExtensions, stepUuid } from './calls.ts';
import type { FragoReason } from './detect.ts';
import { stepKindOf } from './records.ts';

/** What the writer puts where a message has no text: for an agent's, it was thinking alone. */
const placeholders = new Set(['(空消息)', '(empty message)', '(空回复)', '(empty reply)', '(no content)']);

/** At this length writers of 2025 cut every text, with three dots at its end. */
const CUT_LENGTH = 200;

/** Puts a message, or what the system said, into the session. Gives what a person typed, if the step holds that. */
function convertMessage(kind: 'user' | 'assistant' | 'system', step: Step, sink: SessionSink): string | undefined {
  const { text } = step;
  const cut = text.length === CUT_LENGTH && text.endsWith('...');
  const origin = originOf(step, cut ? { truncated: true } : {});
  const started = kind === 'user' ? readStartedTask(text) : undefined;
  if (placeholders.has(text)) keepPlaceholder(kind, step, sink);
  else if (kind === 'assistant') sink.message({ ...origin, role: 'assistant', text });
  else if (kind === 'system') sink.notice({ ...origin, kind: 'info', text });
  else if (started !== undefined) keepStartedTask(started, origin, sink);
  else if (text.trim() === '') sink.message({ ...origin, role: 'user', text });
  else return convertParts(partsOf(text, cut), origin, sink);
  return undefined;
}

/** How the agent's program begins the summary that a compaction leaves; the store does not mark it. */
const COMPACTED = 'This session is being continued from a previous conversation that ran out of context.';

function partsOf(text: string, cut: boolean): readonly UserPart[] {
  if (text.startsWith(COMPACTED)) return [{ is: 'context', text, tag: 'compaction' }];
  const parts = splitUserText(text);
  const tag = cut && parts.length === 1 && parts[0]?.is === 'prompt' ? /^<([\w-]{1,64})>/.exec(text)?.[1] : undefined;
  if (tag === undefined) return parts;
  // Where the text was cut, the element that it begins with has lost its end.
  const closed = splitUserText(`${text}</${tag}>`);
  return closed[0]?.is === 'prompt' ? parts : closed;
}

function convertParts(parts: readonly UserPart[], origin: ItemOrigin, sink: SessionSink): string | undefined {
  for (const part of parts) convertPart(part, origin, sink);
  return parts.flatMap((part) => (part.is === 'prompt' && !isLoneCommand(part.text) ? part.text : []))[0];
}

function inferredCommand({ inferred = [] }: ItemOrigin): Pick<ItemOrigin, 'inferred'> & { origin: 'command' } {
  return { origin: 'command', inferred: [...inferred, 'origin'] };
}

function originOf(step: Step, more: Record<string, unknown>): ItemOrigin {
  return {
    at: step.at,
    ref: step.ref,
    nativeId: stepUuid(step),
    extensions: stepExtensions(step, more),
    inferred: step.isLocal ? ['at'] : [],
  };
}

function keepPlaceholder(kind: 'user' | 'assistant' | 'system', step: Step, sink: SessionSink): void {
  const origin = originOf(step, { placeholder: step.text });
  if (kind === 'user') sink.message({ ...origin, role: 'user', text: '' });
  else sink.thinking({ ...origin, inferred: [...(origin.inferred ?? []), 'type'] });
}

function keepStartedTask({ text, task, callId }: StartedTask, origin: ItemOrigin, sink: SessionSink): void {
  sink.notice({
    ...origin,
    kind: 'background_task',
    text,
    nativeCallId: callId,
    extensions: { ...origin.extensions, task },
  });
}

function convertPart(part: UserPart, origin: ItemOrigin, sink: SessionSink): void {
  switch (part.is) {
    case 'prompt':
      if (isLoneCommand(part.text))
        sink.message({ ...origin, ...inferredCommand(origin), role: 'user', text: part.text });
      else sink.message({ ...origin, role: 'user', text: part.text });
      return;
    case 'command': {
      const { label: command_message, contents: command_contents } = part;
      const stated = Object.entries({ command_message, command_contents }).filter(([, value]) => value !== undefined);
      const extensions = { ...origin.extensions, ...Object.fromEntries(stated) };
      sink.message({ ...origin, role: 'user', origin: 'command', text: part.text, extensions });
      return;
    }
    case 'teammate': {
      const { summary } = part;
      const extensions = summary === undefined ? origin.extensions : { ...origin.extensions, summary };
      sink.message({ ...origin, role: 'user', origin: 'teammate', from: part.from, text: part.text, extensions });
      return;
    }
    case 'notification':
      sink.notice({ ...origin, kind: 'background_task', text: part.body });
      return;
    case 'interruption':
      sink.notice({ ...origin, kind: 'interruption', text: part.text });
      return;
    case 'context': {
      const extensions = { ...origin.extensions, tag: part.tag };
      sink.message({ ...origin, role: 'user', origin: 'context', text: part.text, extensions });
      return;
    }
    case 'command_output':
    case 'shell':
    case 'shell_output':
    case 'memory':
    case 'hook':
      sink.message({ ...origin, role: 'user', origin: origins[part.is], text: part.text });
  }
}

const origins = {
  command_output: 'system',
  shell: 'shell',
  shell_output: 'shell',
  memory: 'context',
  hook: 'hook',
} as const satisfies Record<string, MessageOrigin>;

/** What was counted while the steps were read. */
export interface StepCount {
  steps: number;
  calls: number;
  /** Whether a step has a time without a zone. */
  isLocal: boolean;
  /** What a person typed first; commands do not count. */
  prompt: string | undefined;
}

interface StepConverter {
  convert(value: unknown, ref: SourceRef, session: () => SessionSink): Verdict<FragoReason>;
  readonly count: StepCount;
}

/** Turns the steps of one session into calls and events. `zone` is that of times without one. */
export function createStepConverter(
  report: (code: DiagnosticCode, ref: SourceRef) => void,
  zone: string,
): StepConverter {
  const count: StepCount = { steps: 0, calls: 0, isLocal: false, prompt: undefined };
  const repeats = createRepeats();
  const calls = createCallRecorder(report);
  return {
    count,
    convert(value, ref, session) {
      if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'The line holds no object.' };
      const kind = stepKindOf(value);
      const written = field.text(value, 'timestamp');
      const at = written && localTimeInZone(written, zone);
      const sink = session();
      if (kind === undefined) {
        sink.unknown({ recordType: field.text(value, 'type') ?? 'step', raw: value, ref, at });
        return 'unknown';
      }
      const text = field.text(value, 'content_summary');
      if (text === undefined) return { dropped: 'malformed-record', message: 'The step has no content_summary.' };
      if (repeats.has(value, text)) return { ignored: 'repeated_step' };
      const step: Step = { raw: value, text, ref, at, isLocal: isLocalTime(written) };
      count.steps += 1;
      count.isLocal ||= step.isLocal;
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
