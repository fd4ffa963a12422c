import type { JsonObject } from './json/values.ts';

/** Marks where a conversion has shortened a long text in the middle. */
const shortened = /\n\[… \d+ characters omitted here; /;

/** Whether there is a prompt that no message of the user contains, even shortened or with more text around it. */
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
