import type { AttachmentPart } from '../../assembly.ts';
import type { Origin, Thread } from '../thread.ts';
import { isSpawned } from '../threadHeader.ts';
import { splitIdeContext } from './splitIdeContext.ts';
import { tellContext } from './tellContext.ts';

export interface Prompt {
  text: string;
  attachments: readonly AttachmentPart[];
  nativeId: string | undefined;
}

/** Tells a prompt; what an editor put before it is told first, as context. A new turn begins with it. */
export function tellPrompt(thread: Thread, { text, attachments, nativeId }: Prompt, origin: Origin): void {
  const { at, ref } = origin;
  const split = splitIdeContext(text);
  const beginning =
    split === undefined || split.context === ''
      ? undefined
      : tellContext(thread, split.context, origin, { role: 'user', origin: 'context' });
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
