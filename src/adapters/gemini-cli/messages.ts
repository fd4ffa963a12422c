import type { MessageOrigin } from '../../session/index.ts';
import type { Verdict } from '../contract.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { attachmentOf, emitCall, emitResponse, responsesIn } from './calls.ts';
import type { GeminiRun, KnownMessage, MessageStamp } from './run.ts';

/** The verdict of a message that may be a repetition. */
type MessageVerdict = Verdict<'repeated_message' | 'empty_message' | 'repeated_result'>;

/** The parts of a content: one text, one part, or a list of both. What is neither stands under `value`. */
export function partsOf(content: unknown): JsonObject[] {
  const list = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  return list.map((each) => (isJsonObject(each) ? each : typeof each === 'string' ? { text: each } : { value: each }));
}

/** What was said in parts, without thoughts. */
export function textIn(parts: readonly JsonObject[]): string {
  return parts.flatMap((part) => (part.thought === true ? [] : (field.text(part, 'text') ?? []))).join('\n');
}

/** A message of any kind; one with a known id adds only what is new. */
export function convertMessage(run: GeminiRun, message: JsonObject, stamp: MessageStamp): MessageVerdict {
  const before = run.changes;
  const isKnown = stamp.nativeId !== undefined && run.messages.has(stamp.nativeId);
  const known = run.begin(stamp.nativeId);
  let nothing: MessageVerdict = { ignored: isKnown ? 'repeated_message' : 'empty_message' };
  switch (message.type) {
    case 'user':
      if (!convertPrompt(run, known, message, stamp)) nothing = { ignored: 'repeated_result' };
      break;
    case 'gemini':
    case 'model':
    case 'assistant':
      convertReply(run, known, message, stamp);
      break;
    case 'info':
    case 'warning':
    case 'error':
      if (!isKnown) convertNotice(run, message.type, textIn(partsOf(message.content)), stamp);
      break;
    default:
      run.made(run.sink.unknown({ ...stamp, recordType: textOf(message.type), raw: message }));
      run.leave();
      return 'unknown';
  }
  run.leave();
  return run.changes > before ? 'converted' : nothing;
}

/** A message of the model's context that is nowhere else in the log. */
export function convertContext(run: GeminiRun, message: JsonObject, stamp: MessageStamp): void {
  run.begin(stamp.nativeId);
  const text = textIn(partsOf(message.content));
  if (text.trim() !== '') emitContext(run, text, stamp);
  run.leave();
}

/** Says whether there is anything in it but results that calls have already. */
function convertPrompt(run: GeminiRun, known: KnownMessage, message: JsonObject, stamp: MessageStamp): boolean {
  const parts = partsOf(message.content);
  const shown = partsOf(message.displayContent);
  const responses = responsesIn([...parts, ...shown]);
  const repeated = responses.filter((response) => !emitResponse(run, response, stamp));
  if (known.items.length > 0) return true;
  for (const part of parts) if (!isPromptPart(part)) emitUnknownPart(run, part, stamp);
  const [text, display] = [textIn(parts), textIn(shown)];
  // Files that a tool read are repeated with its result, which has them already.
  const attachments = responses.length > 0 ? [] : parts.flatMap(attachmentOf);
  if (responses.length > 0) {
    if (text.trim() !== '') emitContext(run, text, stamp);
    return text.trim() !== '' || repeated.length === 0;
  }
  const asked = display.trim() === '' ? text : display;
  const origin = originOf(asked);
  if (asked.trim() !== '' || attachments.length > 0) {
    if (origin === 'context') emitContext(run, asked, stamp);
    else {
      const files = attachments.length === 0 ? {} : { attachments };
      const seq = run.made(run.sink.message({ ...stamp, role: 'user', origin, text: asked, ...files }));
      known.text = { seq, number: run.texts.add(`user ${asked}`) };
      if (origin === undefined && stamp.nativeId !== undefined) run.remembered.add(stamp.nativeId);
      if (origin !== 'command') run.state = 'asked';
    }
  }
  // The text that the model got for a command or a named file.
  if (text !== asked && text.trim() !== '') emitContext(run, text, stamp);
  return true;
}

const isPromptPart = (part: JsonObject): boolean =>
  typeof part.text === 'string' ||
  ['functionResponse', 'inlineData', 'fileData'].some((name) => isJsonObject(part[name]));

function emitUnknownPart(run: GeminiRun, part: JsonObject, stamp: MessageStamp): void {
  run.made(run.sink.unknown({ ...stamp, recordType: `part/${Object.keys(part)[0] ?? 'empty'}`, raw: part }));
}

const contextTags = /^\s*<(?:session_context|hook_context|state_snapshot|scratchpad)>/;
const command = /^(?:\/[\w:-]{1,60}|\?)(?:\s|$)/;

function originOf(text: string): MessageOrigin | undefined {
  const head = text.slice(0, 200);
  if (contextTags.test(head)) return 'context';
  if (head.startsWith('I ran the following shell command:\n```')) return 'shell';
  return command.test(head) ? 'command' : undefined;
}

/** The folders that the program names to the model, as each version words it. */
const workingDirectory =
  /(?:Workspace Directories:\*\*[ \t]*\n[ \t]*-|working in the (?:following )?director(?:y|ies):)[ \t\n-]{0,20}(\S[^\n]{0,1000})/;

export function emitContext(run: GeminiRun, text: string, stamp: MessageStamp): void {
  run.cwd ??= workingDirectory.exec(text.slice(0, 20_000))?.[1]?.trim();
  run.texts.add(`user ${text}`);
  run.made(run.sink.message({ ...stamp, role: 'system', origin: 'context', text }));
}

/** What the model thought, said and asked for, and what it cost. */
function convertReply(run: GeminiRun, known: KnownMessage, message: JsonObject, stamp: MessageStamp): void {
  const parts = partsOf(message.content ?? message.parts);
  const model = field.text(message, 'model');
  const isNew = known.items.length === 0;
  if (known.model === undefined && model !== undefined) run.models.set(model, (run.models.get(model) ?? 0) + 1);
  known.model ??= model;
  if (isNew) run.state = 'answered';
  emitThoughts(run, known, message, parts, stamp);
  emitText(run, known, textIn(parts), model, stamp);
  for (const [index, part] of parts.entries())
    emitPart(run, part, `${stamp.nativeId ?? ''} part ${index}`, stamp, isNew);
  for (const [index, call] of field.objects(message, 'toolCalls').entries()) {
    emitCall(run, call, `${stamp.nativeId ?? ''} ${index}`, stamp);
  }
  emitUsage(run, known, field.object(message, 'tokens'), model, stamp);
}

function emitThoughts(
  run: GeminiRun,
  known: KnownMessage,
  message: JsonObject,
  parts: readonly JsonObject[],
  stamp: MessageStamp,
): void {
  const listed = field.objects(message, 'thoughts');
  const found = listed.length > 0 ? listed : parts.filter(({ thought }) => thought === true);
  for (const thought of found.slice(known.thoughts)) {
    const subject = field.text(thought, 'subject');
    const title = subject === undefined || subject === '' ? [] : [`**${subject}**`];
    const text = [...title, field.text(thought, 'description') ?? field.text(thought, 'text') ?? '']
      .join('\n\n')
      .trim();
    const at = field.text(thought, 'timestamp') ?? stamp.at;
    run.made(run.sink.thinking({ ...stamp, at, text: text === '' ? undefined : text }));
  }
  known.thoughts = Math.max(known.thoughts, found.length);
}

function emitText(
  run: GeminiRun,
  known: KnownMessage,
  text: string,
  model: string | undefined,
  stamp: MessageStamp,
): void {
  if (text.trim() === '') return;
  const number = run.texts.add(`gemini ${text}`);
  if (known.text === undefined) {
    known.text = { seq: run.made(run.sink.message({ ...stamp, role: 'assistant', text, model })), number };
  } else if (known.text.number !== number) {
    run.sink.amendText(known.text.seq, text);
    known.text.number = number;
    run.changes += 1;
  }
}

/** Parts other than text and thoughts: a call as requested by the model, a file, or parts of later versions. */
function emitPart(run: GeminiRun, part: JsonObject, key: string, stamp: MessageStamp, isNew: boolean): void {
  const call = field.object(part, 'functionCall');
  if (call !== undefined) emitCall(run, call, key, stamp);
  if (call !== undefined || !isNew || typeof part.text === 'string') return;
  const attachments = attachmentOf(part);
  if (attachments.length > 0) run.made(run.sink.message({ ...stamp, role: 'assistant', text: '', attachments }));
  else emitUnknownPart(run, part, stamp);
}

/** Input includes cached tokens, output excludes thoughts. Usage that is repeated replaces what was stated before. */
function emitUsage(
  run: GeminiRun,
  known: KnownMessage,
  tokens: JsonObject | undefined,
  model: string | undefined,
  stamp: MessageStamp,
): void {
  if (tokens === undefined) return;
  const read = (key: string): number => Math.max(0, field.number(tokens, key) ?? 0);
  const [cached, thoughts] = [read('cached'), read('thoughts')];
  const usage = {
    input: Math.max(0, read('input') + read('tool') - cached),
    output: read('output') + thoughts,
    cache_read: cached,
    reasoning: thoughts,
  };
  if (Object.values(usage).every((value) => value === 0)) return;
  if (known.usage === undefined) known.usage = run.made(run.sink.usage({ ...stamp, usage, model }));
  else run.sink.amendUsage(known.usage, usage);
}

function convertNotice(run: GeminiRun, type: 'info' | 'warning' | 'error', text: string, stamp: MessageStamp): void {
  if (text.trim() === '') return;
  if (text.trim() === 'Request cancelled.') {
    run.state = 'interrupted';
    run.notice('interruption', text, stamp);
    closeOpenCalls(run);
    return;
  }
  if (type === 'error') run.state = 'failed';
  const model = /^Model set to /.test(text) ? 'model_change' : type;
  run.notice(text.startsWith('[API Error') ? 'api_error' : model, text, stamp);
}

function closeOpenCalls(run: GeminiRun): void {
  for (const call of run.openCalls) {
    run.sink.closeCall(call.handle, { outcome: 'interrupted', error: 'Interrupted', inferred: ['outcome'] });
    call.isClosed = true;
  }
  run.openCalls.clear();
}
