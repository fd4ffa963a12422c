import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Ending, Place } from '../conversation.ts';
import { blocksOf } from './contentBlocks.ts';

/** A step of the queue in which prompts, commands and notifications wait while the agent works. */
export function convertQueueOperation(conversation: Conversation, record: JsonObject, place: Place): Ending {
  const { queue } = conversation;
  switch (record.operation) {
    case 'enqueue':
      return enqueue(conversation, record, place);
    case 'popAll':
      queue.leaveAll();
      return { ignored: 'queue_step' };
    default:
      queue.leave();
      return { ignored: 'queue_step' };
  }
}

function enqueue(conversation: Conversation, record: JsonObject, place: Place): Ending {
  const text = (blocksOf(record.content) ?? []).flatMap((block) => field.text(block, 'text') ?? []).join('\n');
  if (text.trim() === '') return { ignored: 'queue_step' };
  const task = readTask(text);
  if (task === undefined) {
    conversation.queue.enqueue({ text, at: place.at });
    return { ignored: 'prompt_copy' };
  }
  conversation.main.notice({
    ...place,
    kind: 'background_task',
    text: `Started: ${field.text(task, 'description') ?? 'a task'}`,
    nativeCallId: field.text(task, 'tool_use_id'),
    extensions: { task },
  });
  return 'converted';
}

/** Some versions queue the start of a task as JSON. */
function readTask(text: string): JsonObject | undefined {
  if (!text.startsWith('{"task_id"') || text.length > 10_000) return undefined;
  try {
    const task: unknown = JSON.parse(text);
    return isJsonObject(task) ? task : undefined;
  } catch {
    return undefined;
  }
}
