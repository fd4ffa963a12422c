import type { Conversation } from '../conversation.ts';
import type { Run } from '../run.ts';
import type { QueuedText } from '../state/promptQueue.ts';
import { splitUserText } from '../text/splitUserText.ts';
import { giveNotification } from './giveNotification.ts';

/** Keeps prompts that left the queue and were never seen again: the model that now replies has been given them. */
export function giveUnseenPrompts(conversation: Conversation, run: Run, now: string | undefined): void {
  for (const entry of conversation.queue.takeUnseen(now)) giveQueued(conversation, run, entry);
}

/** Keeps what still waits in the queue when the log ends. */
export function giveWaitingPrompts(conversation: Conversation): void {
  for (const entry of conversation.queue.takeRest()) giveQueued(conversation, conversation.main, entry);
}

/** A later record may still turn out to be this one, so that its place in the source is not certain: it has no `ref`. */
function giveQueued(conversation: Conversation, run: Run, { text, at }: QueuedText): void {
  for (const part of splitUserText(text)) {
    if (part.is === 'notification') giveNotification(conversation, run, part.body, { at });
    else if (part.is !== 'prompt') run.message({ at, role: 'system', origin: 'context', text: part.text });
    // The CLI queues commands of its own accord too, so a command alone does not show that a person typed it.
    else if (/^\/[\w:-]+$/.test(part.text.trim()))
      run.notice({ at, kind: 'info', text: `Queued: ${part.text.trim()}` });
    else run.message({ at, role: 'user', origin: 'queued', text: part.text });
  }
}
