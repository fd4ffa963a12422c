import type { Session } from '../session/index.ts';
import type { SessionListName } from './SessionSplitter.ts';

/** Puts a session together from the pieces that a worker sends. */
export interface SessionBuilder {
  fields(json: Uint8Array): void;
  items(list: SessionListName, json: Uint8Array): void;
  /** The session as far as it has come; undefined while too little of it has. */
  session(): Session | undefined;
  /** How many items have come. */
  readonly count: number;
}

// What a view cannot do without.
const needed = ['session_id', 'task_title', 'created_at', 'completed_at', 'status', 'agent', 'summary'] as const;

/** Begins a session. Each call takes the time of parsing its piece. */
export function createSessionBuilder(): SessionBuilder {
  const decoder = new TextDecoder();
  const fields = new Map<string, unknown>();
  const lists: Record<SessionListName, unknown[]> = { tool_calls: [], events: [], sub_sessions: [] };
  let count = 0;
  return {
    fields(json) {
      for (const [name, value] of Object.entries(JSON.parse(decoder.decode(json)))) fields.set(name, value);
    },
    items(list, json) {
      const items = JSON.parse(decoder.decode(json)) as unknown[];
      count += items.length;
      for (const item of items) lists[list].push(item);
    },
    session() {
      if (!needed.every((name) => fields.has(name))) return undefined;
      const { tool_calls, events, sub_sessions } = lists;
      // The worker has checked every piece. Copied, so that what was given out does not change.
      return Object.assign(Object.fromEntries(fields), {
        tool_calls: tool_calls.slice(),
        events: events.slice(),
        sub_sessions: sub_sessions.slice(),
      }) as unknown as Session;
    },
    get count() {
      return count;
    },
  };
}
