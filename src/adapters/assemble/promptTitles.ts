import { cutAt, firstLine } from './firstLine.ts';

/** Longest title made from a prompt, in characters. */
const maxTitle = 80;

/** A Markdown heading. */
const heading = /^#{1,6}(?: |$)/;
/** What stands before the subject of a plan's heading. */
const planned = /^(?:implementation )?plan: (?=\S)/i;
/** Headings of templates: what is asked stands below them. */
const templateHeading =
  /^(?:background|context|goals?|instructions?|objectives?|overview|plan|prompt|request|summary|tasks?|user input)$/i;
/** A prompt that hands over a plan; the plan says what it is about. */
const handover = /^(?:please )?(?:implement|execute|follow) (?:the following|this) plan[:：.]?$/i;

const saysNothing = [
  /** A tag, such as `<task>`. */
  /^<\/?[A-Za-z][^<>]*>$/,
  /** An id. */
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /** The beginning or end of a fenced block. */
  /^(?:```|~~~)\s{0,9}[\w-]{0,60}$/,
  /** A rule, or quotation marks alone. */
  /^[-=*_#"'`.…]+$/,
  /** What stands for something, such as `[Image #1]`; or a marker, such as `[[ ## query ## ]]`. */
  /^\[[^[\]]*\]$|^\[\[[^[\]]*\]\]$/,
  handover,
];

/** A slash command without arguments. */
const bareCommand = /^\/[\w:.-]{0,60}$/;
/** A line that is one element, such as `<command-name>/init</command-name>`. */
const element = /^<([A-Za-z][\w:-]{0,60})>([^<>]*)<\/([A-Za-z][\w:-]{0,60})>$/;

/** The first line of a prompt that says what it is about, at most 80 characters; else a bare command (`/init`); '' if there is neither. */
export function titleOfPrompt(prompt: string): string {
  const first = subjectOfPrompt(prompt);
  if (first !== '') return first;
  for (const { text } of linesOf(prompt)) if (bareCommand.test(text)) return text;
  return '';
}

/** As {@link titleOfPrompt}, but '' for bare commands, too. */
export function subjectOfPrompt(prompt: string): string {
  let introduction = '';
  for (const { text, isHeading } of linesOf(prompt)) {
    const says = !saysNothing.some((nothing) => nothing.test(text)) && !bareCommand.test(text);
    if (!says || (isHeading && templateHeading.test(text))) continue;
    if (introduction !== '' && !isHeading) return introduction;
    // `Do what follows:` is recognised by the heading that follows, where there is one.
    if (introduction === '' && !isHeading && /[:：]$/.test(text)) introduction = shortened(text);
    else return shortened(isHeading ? text.replace(planned, '') : text);
  }
  return introduction;
}

/** The lines of a prompt that are not blank, without the signs of headings and the tags around a whole line. */
function* linesOf(prompt: string): Generator<{ text: string; isHeading: boolean }> {
  for (let at = 0; at < prompt.length; ) {
    const end = prompt.indexOf('\n', at);
    const stop = end === -1 ? prompt.length : end;
    const line = firstLine(prompt.slice(at, stop));
    const [, opened, body = '', closed] = element.exec(line) ?? [];
    const text = (opened !== undefined && opened === closed ? body : line.replace(heading, '')).trim();
    if (text !== '') yield { text, isHeading: heading.test(line) };
    at = stop + 1;
  }
}

function shortened(line: string): string {
  return line.length > maxTitle ? `${cutAt(line, maxTitle - 1)}…` : line;
}
