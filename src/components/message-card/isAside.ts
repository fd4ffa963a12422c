import type { MessageEvent, MessageOrigin } from '../../session/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';

const asides: ReadonlySet<MessageOrigin> = new Set(['context', 'hook', 'system', 'background_task']);

/** Whether a message is folded to its first line, because a program inserted it and nobody said it. */
export function isAside({ role, origin }: MessageEvent): boolean {
  return origin === undefined ? role === 'system' : asides.has(origin);
}

/**
 * Whether a message is the task of a subagent: it is folded to three lines.
 *
 * @param depth of the run that it stands in, 0 for the session's own.
 */
export function isTask({ role, origin }: MessageEvent, depth: number, scope?: ItemScope): boolean {
  return role === 'user' && origin === undefined && (depth > 0 || scope?.taskFrom !== undefined);
}
