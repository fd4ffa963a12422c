import type { Outcome } from '../../session/index.ts';
import { field, type JsonObject, parseJsonObject } from '../read/jsonObject.ts';

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

/** An element that the CLI put into a text: `<name attribute="value">body</name>`. */
interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  body: string;
  /** Position after the closing tag. */
  end: number;
}

const LESS = 0x3c;
const MAX_OPENING = 4000;

/** The element that begins at `at`, up to its own closing tag; undefined if there is no complete one. Linear. */
function readTag(text: string, at: number): Tag | undefined {
  if (text.charCodeAt(at) !== LESS) return undefined;
  let nameEnd = at + 1;
  while (isNameChar(text.charCodeAt(nameEnd))) nameEnd += 1;
  if (nameEnd === at + 1) return undefined;
  const name = text.slice(at + 1, nameEnd);
  const open = text.indexOf('>', nameEnd);
  if (open === -1 || open - at > MAX_OPENING) return undefined;
  const closing = `</${name}>`;
  const close = text.indexOf(closing, open + 1);
  if (close === -1) return undefined;
  return {
    name,
    attributes: readAttributes(text.slice(nameEnd, open)),
    body: text.slice(open + 1, close),
    end: close + closing.length,
  };
}

function isNameChar(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code === 0x2d || code === 0x5f || (code >= 0x30 && code <= 0x39);
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = source.indexOf('="', at);
    if (equals === -1) return attributes;
    const end = source.indexOf('"', equals + 2);
    if (end === -1) return attributes;
    attributes.set(source.slice(at, equals).trim(), source.slice(equals + 2, end));
    at = end + 1;
  }
}

/** The text inside the first `<name>` of a body, or inside the widest one if the inner text may itself contain tags. */
function tagText(body: string, name: string, extent: 'first' | 'widest' = 'first'): string | undefined {
  const open = body.indexOf(`<${name}>`);
  if (open === -1) return undefined;
  const closing = `</${name}>`;
  const close = extent === 'widest' ? body.lastIndexOf(closing) : body.indexOf(closing, open);
  return close < open ? undefined : body.slice(open + name.length + 2, close);
}

/** What a subagent's result text says about its run. */
interface AgentTail {
  agentId: string | undefined;
  tokens: number | undefined;
  toolUses: number | undefined;
  durationMs: number | undefined;
}

const agentLine = /^agentId: ([\w-]{1,80})/gm;

/** Reads the lines `agentId: …` and `<usage>…</usage>` that the CLI adds below a subagent's report. */
export function readAgentTail(text: string): AgentTail {
  let agentId: string | undefined;
  for (const match of text.matchAll(agentLine)) agentId = copyOf(match[1] ?? '');
  const usage = tagText(text.slice(Math.max(0, text.length - 2000)), 'usage') ?? '';
  return {
    agentId,
    tokens: usageNumber(usage, 'total_tokens') ?? usageNumber(usage, 'subagent_tokens'),
    toolUses: usageNumber(usage, 'tool_uses'),
    durationMs: usageNumber(usage, 'duration_ms'),
  };
}

/** Both forms: `name: 12` and `<name>12</name>`. */
function usageNumber(usage: string, name: string): number | undefined {
  const at = usage.indexOf(name);
  if (at === -1) return undefined;
  const digits = /^\D{1,3}(\d{1,15})/.exec(usage.slice(at + name.length, at + name.length + 20))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A slice would keep the whole text in memory. */
function copyOf(slice: string): string {
  return [...slice].join('');
}

/** What a background task reported. */
interface TaskNotification {
  taskId: string | undefined;
  toolUseId: string | undefined;
  outcome: Outcome;
  /** The summary, and the result if there is one. */
  text: string;
  tokens: number | undefined;
  toolUses: number | undefined;
  durationMs: number | undefined;
  /** Fields without a place of their own. */
  extensions: Record<string, unknown>;
}

const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'succeeded'],
  ['failed', 'failed'],
  ['killed', 'interrupted'],
  ['stopped', 'interrupted'],
]);

/** The text that older forms have below their fields. */
function remark(body: string): string | undefined {
  const rest = body.slice(body.lastIndexOf('>') + 1).trim();
  return rest === '' || rest === body.trim() ? undefined : rest;
}

/** Reads the body of `<task-notification>` and of its older forms for agents and shells. */
export function readNotification(body: string): TaskNotification {
  const pick = (name: string): string | undefined => tagText(body, name)?.trim();
  const status = pick('status');
  const summary = pick('summary');
  const result = tagText(body, 'result', 'widest')?.trim();
  const usage = tagText(body, 'usage') ?? '';
  return {
    taskId: pick('task-id') ?? pick('agent-id') ?? pick('shell-id'),
    toolUseId: pick('tool-use-id'),
    outcome: outcomes.get(status ?? '') ?? 'unknown',
    text: [summary, result].filter((each) => each !== undefined && each !== '').join('\n\n') || body.trim(),
    tokens: usageNumber(usage, 'total_tokens') ?? usageNumber(usage, 'subagent_tokens'),
    toolUses: usageNumber(usage, 'tool_uses'),
    durationMs: usageNumber(usage, 'duration_ms'),
    extensions: Object.fromEntries(
      [
        ['status', status],
        ['output_file', pick('output-file')],
        ['note', pick('note') ?? remark(body)],
      ].filter(([, value]) => value !== undefined),
    ),
  };
}

/** Some versions queue the start of a task in the background as JSON, in place of a prompt. */
export interface StartedTask {
  /** `Started: ` and what the task is. */
  readonly text: string;
  /** The call that started it. */
  readonly callId: string | undefined;
  /** All its fields. */
  readonly task: JsonObject;
}

/** The started task that a queued text reports; undefined for any other text. */
export function readStartedTask(text: string): StartedTask | undefined {
  if (!text.startsWith('{"task_id"') || text.length > 10_000) return undefined;
  const task = parseJsonObject(text);
  if (task === undefined) return undefined;
  const what = field.text(task, 'description') ?? 'a task';
  return { text: `Started: ${what}`, callId: field.text(task, 'tool_use_id'), task };
}
