import type { MessageEvent, MessageOrigin } from '../../session/index.ts';

const asides: ReadonlySet<MessageOrigin> = new Set(['context', 'hook', 'system', 'background_task']);

/**
 * Whether a message is folded to its first line: something that a program put in, rather than something that was said, or the task
 * of a subagent.
 *
 * @param depth of the run that it stands in, 0 for the session's own.
 */
export function isAside({ role, origin }: MessageEvent, depth: number): boolean {
  if (role === 'user' && depth > 0) return true;
  return origin === undefined ? role === 'system' : asides.has(origin);
}
