import type { JsonObject } from '../json/values.ts';
import { withSeq } from './numberItems.ts';

interface Items {
  calls: JsonObject[];
  events: JsonObject[];
}

/** Its id where no item has that already. */
const PROMPT_ID = 'prompt';

interface Prompt {
  /** Empty where nobody knows it. */
  prompt: string;
  /** When the session began, ISO 8601. */
  at: string;
  /** Whether the source numbered the items: their numbers are then kept. */
  numbered: boolean;
}

/**
 * Tells what the user asked for as the first message of a session, where no message says it: v3.0 has the prompt, but no
 * messages, and whoever replays or searches a session looks for it among them. Its time is that of the session, inferred.
 */
export function withPromptMessage(items: Items, { prompt, at, numbered }: Prompt): Items {
  if (!needsPromptMessage(items.events, prompt)) return items;
  const ids = new Set([...items.calls.map(({ call_id }) => call_id), ...items.events.map(({ event_id }) => event_id)]);
  let event_id = PROMPT_ID;
  for (let number = 2; ids.has(event_id); number += 1) event_id = `${PROMPT_ID}-${number}`;
  const later = (item: JsonObject): JsonObject => {
    const seq = Number(item.seq) + 1;
    return numbered ? withSeq(item, seq) : { ...item, seq };
  };
  const message = { event_id, seq: 1, at, type: 'message', role: 'user', text: prompt, inferred: ['at'] };
  return { calls: items.calls.map(later), events: [message, ...items.events.map(later)] };
}

/** Where a conversion has taken the middle of a long text out. */
const shortened = /\n\[… \d+ characters omitted here; /;

/** Whether there is a prompt that no message of the user says, be it with more around it or cut. */
export function needsPromptMessage(events: readonly JsonObject[], prompt: string): boolean {
  const asked = spaced(prompt);
  if (asked === '') return false;
  return !events.some(({ type, role, text }) => {
    if (type !== 'message' || role !== 'user' || typeof text !== 'string') return false;
    const said = spaced(text.split(shortened, 1)[0] ?? '');
    return said.includes(asked) || (said !== '' && asked.startsWith(said));
  });
}

function spaced(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
