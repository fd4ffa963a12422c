import type { Outcome } from '../../session/index.ts';

/** An element that the CLI put into a text: `<name attribute="value">body</name>`. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  body: string;
  /** Position after the closing tag. */
  end: number;
}

const LESS = 0x3c;
const MAX_OPENING = 4000;

/** The element that begins at `at`, up to its own closing tag; undefined if there is no complete one. Linear. */
export function readTag(text: string, at: number): Tag | undefined {
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
