import { parseSession, type Session } from '../../src/session/index.ts';

const files = import.meta.glob<unknown>('../../data/sessions/*.json', { eager: true, import: 'default' });

/** Every session that `pnpm etl` made of the samples, the largest first. */
export const convertedSessions: readonly Session[] = Object.values(files)
  .flatMap((json) => parseSession(json).session ?? [])
  .sort((a, b) => size(b) - size(a));

function size({ tool_calls, events, sub_sessions }: Session): number {
  return tool_calls.length + events.length + sub_sessions.length;
}

/** The largest session of a source format; throws where the samples have none. */
export function sessionOf(format: string): Session {
  const found = convertedSessions.find(({ provenance }) => provenance?.source_format === format);
  if (found === undefined) throw new Error(`No session of ${format} in data/sessions: run pnpm etl.`);
  return found;
}
