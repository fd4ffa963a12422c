import type { JsonObject } from './json/values.ts';
import type { Session } from './schema/std001v31.ts';

/** Marks where a conversion has shortened a long text in the middle. */
const shortened = /\n\[… \d+ characters omitted here; /;

/** The prompt that a message of the session has to contain: empty where none was stated. */
export function statedPrompt({ inferred, user_prompt = '' }: Partial<Session>): string {
  return inferred?.includes('user_prompt') === true ? '' : user_prompt;
}

/** Tells of some events of a session whether one of them is a message of the user with its prompt, even shortened or with more text around it. */
export function promptFinder(prompt: string): (events: readonly JsonObject[]) => boolean {
  const asked = spaced(prompt);
  return (events) =>
    events.some(({ type, role, text }) => {
      if (type !== 'message' || role !== 'user' || typeof text !== 'string') return false;
      const said = spaced(text.split(shortened, 1)[0] ?? '');
      return said.includes(asked) || (said !== '' && asked.startsWith(said));
    });
}

/** Whether there is a prompt that none of the events contains. */
export function needsPromptMessage(events: readonly JsonObject[], prompt: string): boolean {
  return prompt.trim() !== '' && !promptFinder(prompt)(events);
}

function spaced(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
