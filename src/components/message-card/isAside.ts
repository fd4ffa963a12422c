import type { MessageEvent, MessageOrigin } from '../../session/index.ts';

const asides: ReadonlySet<MessageOrigin> = new Set(['context', 'hook', 'system', 'background_task']);

/** Whether a message is something that a program put in, rather than something that was said. */
export function isAside({ role, origin }: MessageEvent): boolean {
  return origin === undefined ? role === 'system' : asides.has(origin);
}
