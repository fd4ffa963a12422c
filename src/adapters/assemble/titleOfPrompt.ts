import { oneLine } from './oneLine.ts';

/** Longest title made from a prompt, in characters. */
const maxTitle = 80;

/** A line with only a tag, such as `<task>`. */
const tag = /^<\/?[A-Za-z][\w:-]{0,60}>$/;
/** A line with only an id. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The prefix of a Markdown heading. */
const heading = /^#{1,6}(?: |$)/;

/** The first line of a prompt that says what it is about, at most 80 characters; '' if there is none. */
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
