import type { Conversation, Place } from '../conversation.ts';
import type { Run } from '../run.ts';
import { readNotification } from '../text/readNotification.ts';

/** A task in the background has ended or wants attention: a notice, and the end of the call that started it. */
export function giveNotification(conversation: Conversation, run: Run, body: string, place: Partial<Place>): void {
  const note = readNotification(body);
  const { toolUseId, taskId, outcome, tokens, toolUses, durationMs } = note;
  const byCall = toolUseId === undefined ? undefined : conversation.runOfCall(toolUseId)?.run;
  const call =
    byCall === undefined || toolUseId === undefined
      ? conversation.background.find(taskId)
      : { run: byCall, callId: toolUseId };
  const isHere = call !== undefined && call.run === run;
  run.notice({
    ...place,
    kind: 'background_task',
    text: note.text,
    nativeCallId: isHere ? call.callId : undefined,
    durationMs,
    extensions: {
      ...note.extensions,
      ...(taskId === undefined ? {} : { task_id: taskId }),
      ...(toolUseId === undefined ? {} : { tool_use_id: toolUseId }),
    },
  });
  if (call === undefined) return;
  if (taskId !== undefined) conversation.ended.add(taskId);
  conversation.background.finish(call, { at: place.at, outcome, durationMs });
  if (tokens !== undefined || toolUses !== undefined) {
    call.run.sink.amendCall(call.callId, {
      subagent: {
        ...(tokens === undefined ? {} : { tokens_used: tokens }),
        ...(toolUses === undefined ? {} : { tool_uses: toolUses }),
      },
    });
  }
}
