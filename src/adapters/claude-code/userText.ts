import { readTag, type Tag } from './tags.ts';

/** What a text with the user's role really is. */
export type UserPart =
  /** Typed by a person (or given by the agent's caller). */
  | { is: 'prompt'; text: string }
  /** A slash command: the person's act. */
  | { is: 'command'; text: string; label?: string | undefined; contents?: string | undefined }
  /** What a command printed. */
  | { is: 'command_output'; text: string }
  /** `! command` and what it printed. */
  | { is: 'shell'; text: string }
  | { is: 'shell_output'; text: string }
  /** `# note`, kept by the CLI as a memory. */
  | { is: 'memory'; text: string }
  /** Put there by the CLI or an editor for the model. */
  | { is: 'context'; text: string; tag: string }
  | { is: 'hook'; text: string }
  | { is: 'teammate'; text: string; from: string; summary: string | undefined }
  /** A task in the background has something to tell; `body` holds its fields. */
  | { is: 'notification'; body: string }
  | { is: 'interruption'; text: string };

/** Tags followed by the person's own text. */
const contextTags = new Set([
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'local-command-caveat',
  'tick',
  'goal',
]);
const notificationTags = new Set(['task-notification', 'agent-notification', 'bash-notification']);
const commandTags = new Set(['command-name', 'command-message', 'command-args', 'command-contents', 'skill-format']);
const outputTags = new Set(['local-command-stdout', 'local-command-stderr']);
const shellOutputTags = new Set(['bash-stdout', 'bash-stderr']);

/**
 * Strips the CLI's tags from the beginning of a user text. Tags further inside are kept as text, because a prompt may quote a log. Linear:
 * each tag is read once, up to the first thing that is no known tag.
 */
export function splitUserText(text: string): UserPart[] {
  const parts: UserPart[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const tag = readTag(text, at);
    const read = tag === undefined ? undefined : readPart(text, tag);
    if (read === undefined) break;
    parts.push(read.part);
    at = skipSpace(text, read.end);
  }
  if (at < text.length) parts.push(restPart(text.slice(at), parts));
  return parts;
}

function readPart(text: string, tag: Tag): { part: UserPart; end: number } | undefined {
  const { name, body, end } = tag;
  if (commandTags.has(name)) return readCommand(text, tag);
  if (outputTags.has(name)) return { part: { is: 'command_output', text: body }, end };
  if (shellOutputTags.has(name)) return readShellOutput(text, tag);
  if (contextTags.has(name)) return { part: { is: 'context', text: body.trim(), tag: name }, end };
  if (notificationTags.has(name)) return { part: { is: 'notification', body }, end };
  if (name === 'bash-input') return { part: { is: 'shell', text: body }, end };
  if (name === 'user-memory-input') return { part: { is: 'memory', text: body }, end };
  if (name === 'session-start-hook') return { part: { is: 'hook', text: body.trim() }, end };
  if (name === 'teammate-message') {
    const { attributes } = tag;
    const from = attributes.get('teammate_id') ?? 'teammate';
    return { part: { is: 'teammate', text: body.trim(), from, summary: attributes.get('summary') }, end };
  }
  return undefined;
}

/** Collects the adjacent tags of one command, whose order varies. */
function readCommand(text: string, first: Tag): { part: UserPart; end: number } {
  const { bodies, end } = gather(text, first, commandTags);
  const name = bodies.get('command-name')?.trim() ?? '';
  const args = bodies.get('command-args')?.trim() ?? '';
  const label = bodies.get('command-message')?.trim();
  const said = name === '' ? (label ?? '') : name;
  return {
    part: {
      is: 'command',
      text: args === '' ? said : `${said} ${args}`,
      label: label === undefined || name.includes(label) ? undefined : label,
      contents: bodies.get('command-contents'),
    },
    end,
  };
}

function readShellOutput(text: string, first: Tag): { part: UserPart; end: number } {
  const { bodies, end } = gather(text, first, shellOutputTags);
  const printed = [bodies.get('bash-stdout') ?? '', bodies.get('bash-stderr') ?? ''].filter((each) => each !== '');
  return { part: { is: 'shell_output', text: printed.join('\n') }, end };
}

function gather(text: string, first: Tag, names: ReadonlySet<string>): { bodies: Map<string, string>; end: number } {
  const bodies = new Map([[first.name, first.body]]);
  let { end } = first;
  for (;;) {
    const next = readTag(text, skipSpace(text, end));
    if (next === undefined || !names.has(next.name) || bodies.has(next.name)) return { bodies, end };
    bodies.set(next.name, next.body);
    end = next.end;
  }
}

const INTERRUPTION = '[Request interrupted by user';

/** The text after the tags: the person's words after a reminder, but the CLI's own after a notification or an output. */
function restPart(rest: string, before: readonly UserPart[]): UserPart {
  const bare = rest.trimEnd();
  if (bare.startsWith(INTERRUPTION) && bare.endsWith(']') && bare.length < 200)
    return { is: 'interruption', text: bare };
  const last = before.at(-1)?.is;
  if (last === undefined || last === 'context' || last === 'hook') {
    return rest.startsWith('Caveat: The messages below were generated by the user while running local commands')
      ? { is: 'context', text: rest, tag: 'caveat' }
      : { is: 'prompt', text: rest };
  }
  return { is: 'context', text: rest, tag: last };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}
