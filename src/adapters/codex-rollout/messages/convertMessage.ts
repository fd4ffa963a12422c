import type { AttachmentPart } from '../../assembly.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asText, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import { isImageMarker, originOfText } from './originOfText.ts';
import { type Content, joinTexts, kindsOf, readContent } from './readContent.ts';
import { splitPlan } from './splitPlan.ts';
import { tellContext } from './tellContext.ts';
import { tellPrompt } from './tellPrompt.ts';
import { tellReply } from './tellReply.ts';
import { withoutCitation } from './withoutCitation.ts';

const repeated: RolloutVerdict = { ignored: 'repeated_message' };

/** A `message` item of the model's conversation. */
export function convertMessage(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const content = contentOf(payload);
  const nativeId = asWords(payload.id);
  switch (payload.role) {
    case 'user':
      return convertUser(thread, content, origin, nativeId);
    case 'assistant':
      return convertAssistant(thread, content, origin, { nativeId, phase: asWords(payload.phase) });
    default:
      for (const { text } of content.texts)
        tellContext(thread, text, origin, { role: 'system', origin: 'context', nativeId });
      return 'converted';
  }
}

function contentOf(payload: Fields): Content {
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
  let told = false;
  const own = texts.filter((part) => {
    const put = originOfText(part);
    if (put !== undefined) tellContext(thread, part.text, origin, { role: 'user', origin: put, nativeId });
    told ||= put !== undefined;
    return put === undefined;
  });
  const words = own.filter((part) => !isImageMarker(part));
  if (words.length === 0 && attachments.length === 0) return 'converted';
  // The event for the screen has the parts without a break between them.
  const glued = words.map(({ text }) => text).join('');
  if (thread.prompts.take(glued, 'item') !== undefined) return told ? 'converted' : repeated;
  thread.prompts.put(glued, 'item', true);
  const images = nameImages(own.filter(isImageMarker), attachments);
  tellPrompt(thread, { text: joinTexts(words), attachments: images, nativeId }, origin);
  return 'converted';
}

const imageName = /name=("[^"]*"|\[[^\]]*\]|\S+)/;

/** Images take the names that the markers before them give. */
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
  let told = 0;
  const tell = (text: string, spoken: string, extensions: Record<string, unknown>): void => {
    if (spoken === '' || thread.replies.take(spoken, 'item') !== undefined) return;
    thread.replies.put(spoken, 'item', true);
    tellReply(thread, text, origin, { nativeId, extensions });
    told += 1;
  };
  for (const { text } of texts) {
    const extensions = phase === undefined ? {} : { phase };
    const planned = splitPlan(text);
    const rest = planned?.rest ?? text;
    tell(rest, withoutCitation(rest).trim(), extensions);
    if (planned !== undefined) tell(planned.plan, planned.plan, { ...extensions, proposed_plan: true });
  }
  if (attachments.length > 0) {
    thread.sink.message({ role: 'assistant', text: '', at: origin.at, ref: origin.ref, nativeId, attachments });
    told += 1;
  }
  return told > 0 || texts.length === 0 ? 'converted' : repeated;
}
