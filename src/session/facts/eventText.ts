import type { MessageEvent, SessionEvent } from '../schema/sessionEvent.ts';
import { leavesOf } from './callTexts.ts';

/** Whether a message is a person's request to the session's agent, rather than something from a hook, a tool or another agent. */
export function isPromptMessage({ role, origin }: Pick<MessageEvent, 'role' | 'origin'>): boolean {
  return role === 'user' && (origin === undefined || origin === 'queued' || origin === 'command');
}

/** Texts that programs put into a conversation in the person's name. */
const byPrograms: ReadonlySet<MessageEvent['origin']> = new Set(['context', 'hook', 'system', 'background_task']);

/** The speaker of a message; a text that a program put there in the person's name is the system's. */
export function speakerOf({ role, origin }: Pick<MessageEvent, 'role' | 'origin'>): MessageEvent['role'] {
  return role === 'user' && byPrograms.has(origin) ? 'system' : role;
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

/** Every text in an event, the most telling first: what it says, who speaks, what is attached, what a record holds. */
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
