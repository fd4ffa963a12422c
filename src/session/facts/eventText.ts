import type { MessageEvent, SessionEvent } from '../schema/sessionEvent.ts';
import { leavesOf } from './callTexts.ts';

/** Whether a message is a person's request to the session's agent, rather than something from a hook, a tool or another agent. */
export function isPromptMessage({ role, origin }: Pick<MessageEvent, 'role' | 'origin'>): boolean {
  return role === 'user' && (origin === undefined || origin === 'queued' || origin === 'command');
}

/** Whether a prompt is a command for the agent's program (`/model`) and nothing else, whatever its log takes it for. */
export function isLoneCommand(prompt: string): boolean {
  return /^\/[a-z][\w:-]{0,63}$/i.test(prompt.trim());
}

/** Texts that programs put into a conversation in the person's name. */
const byPrograms: ReadonlySet<MessageEvent['origin']> = new Set(['context', 'hook', 'system', 'background_task']);

/** The speaker of a message; a text that a program put there in the person's name is the system's. */
export function speakerOf({ role, origin }: Pick<MessageEvent, 'role' | 'origin'>): MessageEvent['role'] {
  return role === 'user' && isFromProgram(origin) ? 'system' : role;
}

/** Whether a program put a message into the conversation. */
export function isFromProgram(origin: MessageEvent['origin']): boolean {
  return byPrograms.has(origin);
}

/** The text of an event; '' where it has none, as counts of tokens and records of unknown types. */
export function eventText(event: SessionEvent): string {
  switch (event.type) {
    case 'message':
    case 'notice':
      return event.text;
    case 'thinking':
      return event.text ?? '';
    case 'plan':
      return [event.explanation ?? '', ...event.items.map(({ text }) => text)].filter((text) => text !== '').join('\n');
    case 'review':
      return event.feedback;
    case 'usage':
    case 'unknown':
      return '';
    default:
      return event satisfies never;
  }
}

/** Every text in an event, the most informative first: what it says, who speaks, what is attached, what a record holds. */
export function eventTexts(event: SessionEvent): string[] {
  switch (event.type) {
    case 'message': {
      const attached = (event.attachments ?? []).flatMap(({ name, text }) => [name, text]);
      return [event.text, event.from, event.to, ...attached].filter((text) => text !== undefined);
    }
    case 'plan':
      return [...(event.explanation === undefined ? [] : [event.explanation]), ...event.items.map(({ text }) => text)];
    case 'usage':
      return event.model === undefined ? [] : [event.model];
    case 'unknown':
      return [event.record_type, ...leavesOf(event.raw)];
    default:
      return [eventText(event)];
  }
}

/** Length of the start of a message that is searched for its beginning, in characters. */
const mostLed = 1200;

/** Matches a link or a picture in Markdown; each part has a largest length, so that matching takes linear time. */
const link = /(?<![\w)\]])!?\[([^[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,1000}(?: "[^"\n]{0,200}")?\)/g;

/** Matches a line that only draws a rule, as `---`, or underlines a heading. */
const rule = /^ {0,3}(?:[-*_=][ \t]{0,3}){3,200}$/gm;

/** A heading as a sentence, so that it does not run into the text below it. */
function sentenceOf(_: string, heading: string): string {
  const words = heading.trim();
  if (!/[\p{L}\p{N})\]](?:\*\*|`)?$/u.test(words)) return words;
  return `${words}${/\p{Script=Han}(?:\*\*)?$/u.test(words) ? '。' : '.'}`;
}

/**
 * The beginning of a Markdown text as plain words: without formatting marks, rules and tables; links as their words, headings as
 * sentences.
 */
export function leadOf(text: string): string {
  return text
    .trim()
    .slice(0, mostLed)
    .replace(/^(?:[ \t]{0,3}```.*|\|.*)$/gm, '')
    .replace(rule, '')
    .replace(/^#{1,6} (.*)$/gm, sentenceOf)
    .replace(/^(?:>|[-*]) /gm, '')
    .replace(link, '$1')
    .replaceAll('**', '')
    .replaceAll('`', '')
    .trim();
}

/** Blocks that programs put before what a person wrote: facts about the machine, the editor and the project. */
const framing =
  /^\s{0,40}(?:# AGENTS\.md instructions[^\n]{0,300}\s{1,10})?<(environment_context|user_instructions|INSTRUCTIONS|system-reminder|ide_opened_file|ide_selection|ide_diagnostics|local-command-caveat)>/;

/** Headings behind which a program puts what a person wrote, each with what may stand behind it. */
const headed: readonly RegExp[] = [
  // Codex in an editor
  /^\s{0,10}# Context from my IDE setup:[\s\S]{0,20000}?\n## My request for Codex:[ \t]{0,10}\n([\s\S]*)$/,
  // spec-kit
  /^\s{0,10}## User Input\s{1,10}```text\n([\s\S]{0,20000}?)\n```\s{1,10}You \*\*MUST\*\* consider the user input/,
  // DSPy
  /^\s{0,10}\[\[ ## user_query ## \]\]\s{1,10}([\s\S]*)$/,
];

/** Most blocks that are taken away from one text. */
const mostBlocks = 8;

/** What a person wrote in a prompt, without the frame that a known program put around it; all of it where nothing else is left. */
export function wordsOfPerson(text: string): string {
  let rest = text;
  for (let n = 0; n < mostBlocks; n += 1) {
    const [opening, name] = framing.exec(rest) ?? [];
    const end = opening === undefined ? -1 : rest.indexOf(`</${name}>`, opening.length);
    if (name === undefined || end === -1) break;
    rest = rest.slice(end + name.length + 3);
  }
  for (const heading of headed) rest = heading.exec(rest)?.[1] ?? rest;
  return rest === text || rest.trim() === '' ? text : rest.trim();
}
