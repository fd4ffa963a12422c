import type { AttachmentPart } from '../assembly.ts';
import { asList, asObject, asText, filledText, type JsonObject } from '../read/jsonObject.ts';
import { type Content, imageOfUrl, joinTexts, kindsOf, readContent } from './content.ts';
import { emitContext, isImageMarker, originOfText } from './context.ts';
import type { RolloutVerdict } from './detect.ts';
import { isSpawned } from './header.ts';
import type { DuplicateSide, Origin, Thread } from './thread.ts';

const PLAN_OPEN = '<proposed_plan>';
const PLAN_CLOSE = '</proposed_plan>';

/** Splits a reply into its text and the plan it proposes; undefined without a plan. */
export function splitPlan(text: string): { rest: string; plan: string } | undefined {
  const open = text.indexOf(PLAN_OPEN);
  if (open === -1) return undefined;
  const start = open + PLAN_OPEN.length;
  const close = text.indexOf(PLAN_CLOSE, start);
  const end = close === -1 ? text.length : close;
  const after = close === -1 ? '' : text.slice(close + PLAN_CLOSE.length);
  return { rest: `${text.slice(0, open)}${after}`.trim(), plan: text.slice(start, end).trim() };
}

const heading = '## My request for Codex:';

/** Splits what an editor put before a prompt (open files, selections) from the prompt; undefined if the text is no such pair. */
export function splitIdeContext(text: string): { context: string; prompt: string } | undefined {
  if (!text.trimStart().startsWith('# ')) return undefined;
  const at = text.indexOf(`\n${heading}`);
  if (at === -1) return undefined;
  return { context: text.slice(0, at).trim(), prompt: text.slice(at + 1 + heading.length).trim() };
}

const CITATION_OPEN = '<oai-mem-citation>';
const CITATION_CLOSE = '</oai-mem-citation>';

/** A reply as shown: without the block in which the model cites its memories. */
function withoutCitation(text: string): string {
  const open = text.indexOf(CITATION_OPEN);
  if (open === -1) return text;
  const close = text.indexOf(CITATION_CLOSE, open);
  return text.slice(0, open) + (close === -1 ? '' : text.slice(close + CITATION_CLOSE.length));
}

const repeated: RolloutVerdict = { ignored: 'repeated_message' };

/** A `message` item of the model's conversation. */
export function convertMessage(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const content = contentOf(payload);
  const nativeId = filledText(payload.id);
  switch (payload.role) {
    case 'user':
      return convertUser(thread, content, origin, nativeId);
    case 'assistant':
      return convertAssistant(thread, content, origin, { nativeId, phase: filledText(payload.phase) });
    default:
      for (const { text } of content.texts)
        emitContext(thread, text, origin, { role: 'system', origin: 'context', nativeId });
      return 'converted';
  }
}

function contentOf(payload: JsonObject): Content {
  const text = asText(payload.content);
  if (text !== undefined) return { texts: [{ text, kind: undefined }], attachments: [], encrypted: 0 };
  return readContent(payload.content, kindsOf(payload));
}

function convertUser(
  thread: Thread,
  { texts, attachments }: Content,
  origin: Origin,
  nativeId: string | undefined,
): RolloutVerdict {
  let stated = false;
  const own = texts.filter((part) => {
    const put = originOfText(part);
    if (put !== undefined) emitContext(thread, part.text, origin, { role: 'user', origin: put, nativeId });
    stated ||= put !== undefined;
    return put === undefined;
  });
  const words = own.filter((part) => !isImageMarker(part));
  if (words.length === 0 && attachments.length === 0) return 'converted';
  // The event for the screen joins the parts without a break.
  const glued = words.map(({ text }) => text).join('');
  if (thread.prompts.take(glued, 'item') !== undefined) return stated ? 'converted' : repeated;
  thread.prompts.put(glued, 'item', true);
  const images = nameImages(own.filter(isImageMarker), attachments);
  emitPrompt(thread, { text: joinTexts(words), attachments: images, nativeId }, origin);
  return 'converted';
}

const imageName = /name=("[^"]*"|\[[^\]]*\]|\S+)/;

/** Images get their names from the marks before them. */
function nameImages(
  markers: readonly { text: string }[],
  attachments: readonly AttachmentPart[],
): readonly AttachmentPart[] {
  const names = markers.flatMap(({ text }) => imageName.exec(text)?.[1] ?? []);
  return attachments.map((each, index) => ({ name: names[index], ...each }));
}

function convertAssistant(
  thread: Thread,
  { texts, attachments }: Content,
  origin: Origin,
  { nativeId, phase }: { nativeId: string | undefined; phase: string | undefined },
): RolloutVerdict {
  let stated = 0;
  const emit = (text: string, spoken: string, extensions: Record<string, unknown>): void => {
    if (spoken === '' || thread.replies.take(spoken, 'item') !== undefined) return;
    thread.replies.put(spoken, 'item', true);
    emitReply(thread, text, origin, { nativeId, extensions });
    stated += 1;
  };
  for (const { text } of texts) {
    const extensions = phase === undefined ? {} : { phase };
    const planned = splitPlan(text);
    const rest = planned?.rest ?? text;
    emit(rest, withoutCitation(rest).trim(), extensions);
    if (planned !== undefined) emit(planned.plan, planned.plan, { ...extensions, proposed_plan: true });
  }
  if (attachments.length > 0) {
    thread.sink.message({ role: 'assistant', text: '', at: origin.at, ref: origin.ref, nativeId, attachments });
    stated += 1;
  }
  return stated > 0 || texts.length === 0 ? 'converted' : repeated;
}

/** A `reasoning` item: its summary, its text, or the fact that both are withheld. */
export function convertReasoning(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const texts = [...textsOf(payload.summary), ...textsOf(payload.content)];
  if (texts.length > 0) return emitThoughts(thread, texts, 'item', origin, filledText(payload.id));
  thread.sink.thinking({ at: origin.at, ref: origin.ref, nativeId: filledText(payload.id) });
  return 'converted';
}

/** Emits thoughts, except those already emitted from the other side. */
export function emitThoughts(
  thread: Thread,
  texts: readonly string[],
  side: DuplicateSide,
  { at, ref }: Origin,
  nativeId?: string,
): RolloutVerdict {
  const unseen = texts.filter((text) => thread.thoughts.take(text, side) === undefined);
  if (unseen.length === 0) return { ignored: 'repeated_thinking' };
  for (const text of unseen) thread.thoughts.put(text, side, true);
  thread.sink.thinking({ text: unseen.join('\n\n'), at, ref, nativeId });
  return 'converted';
}

/** A list of texts, or of parts with a text. */
function textsOf(parts: unknown): string[] {
  return asList(parts).flatMap((part) => filledText(part) ?? filledText(asObject(part)?.text) ?? []);
}

/** A prompt as shown on the screen. */
interface EventPrompt {
  text: string;
  /** URLs. */
  images: readonly string[];
  /** Paths. */
  locals: readonly string[];
  nativeId: string | undefined;
}

/** Kinds of messages that the program adds in the person's role (0.34 to 0.50). */
const contextKinds: ReadonlySet<unknown> = new Set(['environment_context', 'user_instructions']);

/** `user_message`: a prompt, or what the program added in the person's role. */
export function convertUserEvent(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const text = asText(payload.message) ?? '';
  if (contextKinds.has(payload.kind)) {
    if (thread.contexts.holds(text)) return { ignored: 'repeated_message' };
    emitContext(thread, text, origin, { role: 'user', origin: 'context' });
    return 'converted';
  }
  const wordsOf = (list: unknown): string[] => asList(list).flatMap((each) => filledText(each) ?? []);
  const prompt = { text, images: wordsOf(payload.images), locals: wordsOf(payload.local_images), nativeId: undefined };
  return emitEventPrompt(thread, prompt, origin);
}

/** Emits a prompt unless the model's item already had it; only this record has the paths of images. */
export function emitEventPrompt(thread: Thread, prompt: EventPrompt, origin: Origin): RolloutVerdict {
  const { text, images, locals, nativeId } = prompt;
  const put = originOfText({ text, kind: undefined });
  if (put !== undefined) {
    if (thread.contexts.holds(text)) return { ignored: 'repeated_message' };
    emitContext(thread, text, origin, { role: 'user', origin: put, nativeId });
    return 'converted';
  }
  if (thread.prompts.take(text, 'event') !== undefined) {
    if (locals.length === 0) return { ignored: 'repeated_message' };
    const { at, ref } = origin;
    thread.sink.notice({ kind: 'info', text: `Images attached: ${locals.join(', ')}`, at, ref });
    return 'converted';
  }
  thread.prompts.put(text, 'event', true);
  const named = locals.map((name) => ({ kind: 'image', name }) as const);
  emitPrompt(thread, { text, attachments: [...images.map(imageOfUrl), ...named], nativeId }, origin);
  return 'converted';
}

/** Emits a reply as shown on the screen, unless the model's item already had it. */
export function emitEventReply(
  thread: Thread,
  text: string,
  origin: Origin,
  { nativeId, payload }: { nativeId?: string | undefined; payload: JsonObject },
): RolloutVerdict {
  const spoken = withoutCitation(text).trim();
  if (spoken === '' || thread.replies.take(spoken, 'event') !== undefined) return { ignored: 'repeated_message' };
  thread.replies.put(spoken, 'event', true);
  const kept = ['phase', 'memory_citation', 'proposed_plan'] as const;
  const extensions = Object.fromEntries(
    kept.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name]] as const])),
  );
  emitReply(thread, text, origin, { nativeId, extensions });
  return 'converted';
}

interface Prompt {
  text: string;
  attachments: readonly AttachmentPart[];
  nativeId: string | undefined;
}

/** Emits a prompt, preceded by what an editor put before it, as context. A prompt begins a new turn. */
function emitPrompt(thread: Thread, { text, attachments, nativeId }: Prompt, origin: Origin): void {
  const { at, ref } = origin;
  const split = splitIdeContext(text);
  const beginning =
    split === undefined || split.context === ''
      ? undefined
      : emitContext(thread, split.context, origin, { role: 'user', origin: 'context' });
  const seq = thread.sink.message({
    role: 'user',
    text: split?.prompt ?? text,
    at,
    ref,
    nativeId,
    attachments: attachments.length === 0 ? undefined : attachments,
  });
  thread.turns.prompt(beginning ?? seq);
  if (isSpawned(thread.header)) thread.facts.task ??= text;
}

/** What the assistant said. */
export function emitReply(
  thread: Thread,
  text: string,
  { at, ref }: Origin,
  more: { nativeId?: string | undefined; extensions?: Record<string, unknown> | undefined },
): void {
  thread.facts.lastReply = text;
  thread.turns.reply();
  thread.sink.message({ role: 'assistant', text, at, ref, model: thread.settings.model, ...more });
}
