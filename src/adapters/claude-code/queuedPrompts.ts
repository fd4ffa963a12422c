import { field, type JsonObject } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { blocksOf, emitNotification } from './parts.ts';
import type { QueuedText } from './queue.ts';
import type { Run } from './run.ts';
import { readStartedTask, splitUserText } from './userText.ts';

/** Emits prompts that left the queue and never appeared: the replying model has received them. */
export function emitUnseenPrompts(conversation: Conversation, run: Run, now: string | undefined): void {
  for (const entry of conversation.queue.takeUnseen(now)) emitQueued(conversation, run, entry);
}

/** Emits what is still in the queue when the log ends. */
export function emitWaitingPrompts(conversation: Conversation): void {
  for (const entry of conversation.queue.takeRest()) emitQueued(conversation, conversation.main, entry);
}

/** A later record may turn out to be this prompt, so it has no certain position in the source and no `ref`. */
function emitQueued(conversation: Conversation, run: Run, { text, at }: QueuedText): void {
  for (const part of splitUserText(text)) {
    if (part.is === 'notification') emitNotification(conversation, run, part.body, { at });
    else if (part.is !== 'prompt') run.message({ at, role: 'system', origin: 'context', text: part.text });
    // The CLI queues commands of its own accord too, so a command alone does not show that a person typed it.
    else if (/^\/[\w:-]+$/.test(part.text.trim()))
      run.notice({ at, kind: 'info', text: `Queued: ${part.text.trim()}` });
    else run.message({ at, role: 'user', origin: 'queued', text: part.text });
  }
}

/** Converts an operation of the queue in which prompts, commands and notifications wait while the agent works. */
export function convertQueueOperation(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const { queue } = conversation;
  switch (record.operation) {
    case 'enqueue':
      return enqueue(conversation, record, stamp);
    case 'popAll':
      queue.leaveAll();
      return { ignored: 'queue_step' };
    default:
      queue.leave();
      return { ignored: 'queue_step' };
  }
}

function enqueue(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const text = (blocksOf(record.content) ?? []).flatMap((block) => field.text(block, 'text') ?? []).join('\n');
  if (text.trim() === '') return { ignored: 'queue_step' };
  const started = readStartedTask(text);
  if (started === undefined) {
    conversation.queue.enqueue({ text, at: stamp.at });
    return { ignored: 'prompt_copy' };
  }
  conversation.main.notice({
    ...stamp,
    kind: 'background_task',
    text: started.text,
    nativeCallId: started.callId,
    extensions: { task: started.task },
  });
  return 'converted';
}
