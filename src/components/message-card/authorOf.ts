import { speakerOf } from '../../session/facts/eventText.ts';
import type { MessageEvent } from '../../session/index.ts';
import type { eventsWords } from '../language/english/events.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import type { KitOf } from '../theme/kit.ts';

/** The author of a message, and its recipient if known. */
export interface Author {
  readonly name: string;
  readonly to?: string | undefined;
}

/**
 * The author: the name in the log, else the agent's name, else the role in the kit's language. A subagent's task is attributed to the agent
 * that started it, not to a person; a message inserted by a program, to the system.
 */
export function authorOf(
  { t }: Pick<KitOf<typeof eventsWords>, 't'>,
  { role, from, to, origin }: MessageEvent,
  scope: ItemScope | undefined,
): Author {
  if (from !== undefined && from !== '') return { name: from, to };
  if (role === 'assistant' && scope?.agentName !== undefined) return { name: scope.agentName, to };
  if (role === 'user' && origin === undefined && scope?.taskFrom !== undefined) {
    return { name: scope.taskFrom || t('role.mainAgent'), to: to ?? scope.agentName ?? t('role.assistant') };
  }
  return { name: t(`role.${speakerOf({ role, origin })}`), to };
}
