import { commandOf } from '../../session/facts/callTexts.ts';
import { commandPurpose } from '../../session/facts/commandPurpose.ts';
import { linesChanged } from '../../session/facts/fileChanges.ts';
import { isAnswer, isCommand, isError, isPrompt, outcomeOf } from '../judgeItem.ts';
import type { ReplayItem } from '../replayItem.ts';
import { workOf } from '../work.ts';

/**
 * What an item can be to a session, as the brief counts it: `change` is a successful call that changed a file, `check` a run of tests,
 * types or builds, `agent` a call that started a subagent, `error` all that went wrong.
 */
export const itemRoles = ['prompt', 'command', 'answer', 'change', 'check', 'agent', 'compaction', 'error'] as const;

export type ItemRole = (typeof itemRoles)[number];

/** Whether an item has a role; it may have several. */
export function hasRole(item: ReplayItem, role: ItemRole): boolean {
  switch (role) {
    case 'prompt':
      return isPrompt(item) && !isCommand(item);
    case 'command':
      return isPrompt(item) && isCommand(item);
    case 'answer':
      return item.run === 0 && isAnswer(item);
    case 'error':
      return isError(item);
    case 'compaction':
      return item.is === 'event' && item.event.type === 'notice' && item.event.kind === 'compaction';
    case 'change':
      return item.is === 'call' && outcomeOf(item.call) === 'succeeded' && linesChanged(item.call).length > 0;
    case 'check':
      return item.is === 'call' && commandPurpose(commandOf(item.call) ?? '') === 'test';
    case 'agent':
      return item.is === 'call' && workOf(item.call) === 'delegated';
  }
}
