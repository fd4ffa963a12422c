import { oneLine } from './oneLine.ts';

/** Longest title made from a prompt, in characters. */
const maxTitle = 80;

/** A line of markup alone, such as `<task>`. */
const tag = /^<\/?[A-Za-z][\w:-]{0,60}>$/;
/** A line that is an id alone. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** What makes a line a heading in Markdown. */
const heading = /^#{1,6}(?: |$)/;

/** The first line of a prompt that tells what it is about, at most 80 characters; '' where none does. */
export function titleOfPrompt(prompt: string): string {
  for (let at = 0; at < prompt.length; ) {
    const end = prompt.indexOf('\n', at);
    const stop = end === -1 ? prompt.length : end;
    const line = oneLine(prompt.slice(at, stop), maxTitle).replace(heading, '');
    if (line !== '' && !tag.test(line) && !uuid.test(line)) return line;
    at = stop + 1;
  }
  return '';
}
