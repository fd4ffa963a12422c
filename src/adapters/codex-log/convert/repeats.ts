import type { IgnoreReason } from '../detect.ts';
import type { LogEvent } from '../events.ts';
import type { Era } from '../grammar/header.ts';

/** Number of positions in a thought checked for a section. */
const MAX_TRIES = 64;
/** Number of earlier thoughts that may be repeated. */
const MAX_THOUGHTS = 15;

/** Finds what a log prints a second time. */
export class Repeats {
  private readonly startups = new Set<string>();
  /** Reasoning since the last other event; a review prints each thought twice. */
  private thoughts = new Set<string>();
  /** Reasoning followed only by messages that may repeat it. */
  private lastThoughts: string[] = [];
  private lastAnswer: string | undefined;

  /** A later run of the session may think the same again. */
  startRun(): void {
    this.thoughts = new Set();
    this.lastThoughts = [];
  }

  /** Whether a thought repeats the one before, which may be repeated once. */
  isThought(text: string): boolean {
    if (this.thoughts.delete(text)) return true;
    this.thoughts.add(text);
    return false;
  }

  isStartup(text: string): boolean {
    const isRepeated = this.startups.has(text);
    if (text.startsWith('mcp: ') || text.startsWith('mcp startup: ')) this.startups.add(text);
    return isRepeated;
  }

  /** What an answer repeats; undefined if it is new. */
  ofAnswer(text: string, era: Era): IgnoreReason | undefined {
    if (text === this.lastAnswer) return 'repeated_answer';
    if (era === 'stamped' && this.lastThoughts.some((thought) => hasSection(thought, text))) return 'repeated_thinking';
    this.lastAnswer = text;
    return undefined;
  }

  /** After a call or a prompt, the same answer is a new message. */
  startWork(): void {
    this.lastAnswer = undefined;
  }

  /** To be called after each event. */
  passed(event: LogEvent): void {
    if (event.type === 'note' && event.channel === 'thinking') {
      this.lastThoughts = [...this.lastThoughts.slice(-MAX_THOUGHTS), event.text];
      return;
    }
    if (this.thoughts.size > 0) this.thoughts = new Set();
    if (event.type !== 'assistant') this.lastThoughts = [];
  }
}

/** Whether a text is one of the sections of a thought, or several consecutive ones. */
function hasSection(thought: string, text: string): boolean {
  let at = thought.indexOf(text);
  for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries += 1, at = thought.indexOf(text, at + 1)) {
    if (mayPart(thought, at) && mayPart(thought, at + text.length)) return true;
  }
  return false;
}

/** Whether a section boundary may be at a position: a blank line, or a title in bold. */
function mayPart(thought: string, at: number): boolean {
  if (at === 0 || at === thought.length || thought.startsWith('\n\n', at) || thought.startsWith('\n\n', at - 2))
    return true;
  return thought.startsWith('\n**', at) || (thought.charAt(at - 1) === '\n' && thought.startsWith('**', at));
}
