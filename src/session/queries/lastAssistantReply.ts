import type { Session } from '../schema/std001v31.ts';

/**
 * The last text that the assistant wrote to the user; undefined where it wrote none. Messages between agents and what a
 * rewind left behind do not count.
 */
export function lastAssistantReply({ events }: Pick<Session, 'events'>): string | undefined {
  const last = events.findLast(
    (event) =>
      event.type === 'message' &&
      event.role === 'assistant' &&
      event.origin !== 'teammate' &&
      event.branch !== 'abandoned' &&
      event.text.trim() !== '',
  );
  return last?.type === 'message' ? last.text : undefined;
}
