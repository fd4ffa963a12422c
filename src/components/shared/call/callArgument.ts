import { hasLineNumbers, linesAsked, pathParam } from '../../../session/facts/callFiles.ts';
import { paramText } from '../../../session/facts/callTexts.ts';
import { type ToolFamily, toolFamily } from '../../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../../session/index.ts';

/** The main argument of a call: what the call was about. */
export type CallArgument =
  | { readonly kind: 'path'; readonly path: string; readonly lines?: string }
  /** A command, or another text in code. */
  | { readonly kind: 'code'; readonly text: string; readonly where?: string }
  /** Words; `lead` is the person or thing they are for. */
  | { readonly kind: 'words'; readonly text: string; readonly lead?: string }
  | { readonly kind: 'none' };

const none: CallArgument = { kind: 'none' };

function path(call: ToolCall, lines?: string): CallArgument {
  const found = pathParam(call.input.params) ?? call.output.result?.patches?.[0]?.path;
  return found === undefined ? none : { kind: 'path', path: found, ...(lines === undefined ? {} : { lines }) };
}

function words(text: string | undefined, lead?: string): CallArgument {
  if (text === undefined && lead === undefined) return none;
  return { kind: 'words', text: text ?? '', ...(lead === undefined ? {} : { lead }) };
}

function code(text: string | undefined, where?: string): CallArgument {
  return text === undefined ? none : { kind: 'code', text, ...(where === undefined ? {} : { where }) };
}

/** The lines that a read call asked for: `12–80`, `34`. */
function linesRead(call: ToolCall): string | undefined {
  const lines = linesAsked(call);
  if (lines === undefined) return undefined;
  return lines.last === undefined ? String(lines.first) : `${lines.first}\u2013${lines.last}`;
}

/** The first line that a call changed, if the log says it. */
function lineChanged(call: ToolCall): string | undefined {
  const hunk = call.output.result?.patches?.[0]?.hunks?.[0];
  // A deleted file has no lines: its hunk starts at 0.
  return hunk === undefined || !hasLineNumbers(hunk) || hunk.new_start === 0 ? undefined : String(hunk.new_start);
}

function firstQuestion(call: ToolCall): string | undefined {
  const list = call.input.params.questions;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first !== 'object' || first === null || !('question' in first)) return undefined;
  return typeof first.question === 'string' ? first.question : undefined;
}

/** Only this many characters of a text are weighed; a row would not show more. */
const mostWeighed = 120;

/** How informative a parameter's value is in a row: a sentence, a path or code more than a word, and an id hardly at all. */
function relevanceOf(value: string): number {
  const text = value.slice(0, mostWeighed).trim();
  if (text === '') return 0;
  const isId = !/\s/.test(text) && text.length >= 16 && /^[\w-]+$/.test(text) && /\d/.test(text);
  return isId ? 1 : 1 + text.length + (/[\s/.(]/.test(text) ? mostWeighed : 0);
}

/** A text, or the first texts of a list or an object. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .slice(0, 8)
    .filter((inner) => typeof inner === 'string');
}

/** For an unknown tool: its usual parameter, else its most informative text, else its numbers. */
function anyText(call: ToolCall): CallArgument {
  const { params, description } = call.input;
  if (pathParam(params) !== undefined) return path(call);
  const usual = paramText(call, 'command', 'cmd', 'query', 'pattern', 'url', 'prompt');
  if (usual !== undefined) return code(usual);
  const texts = Object.entries(params).flatMap(([name, value]) => textsIn(value).map((text) => ({ name, text })));
  const best = texts.reduce<{ name: string; text: string } | undefined>(
    (most, next) => (relevanceOf(next.text) > relevanceOf(most?.text ?? '') ? next : most),
    undefined,
  );
  if (best !== undefined) return code(`${best.name}: ${best.text}`);
  if (description !== undefined) return words(description);
  const rest = Object.entries(params).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean');
  return rest.length === 0 ? none : code(rest.map(([name, value]) => `${name}: ${String(value)}`).join(', '));
}

const argumentOf: Readonly<Record<ToolFamily, (call: ToolCall) => CallArgument>> = {
  terminal: (call) => {
    const { raw_command, description } = call.input;
    const command = raw_command ?? paramText(call, 'command', 'cmd', 'script', 'chars', 'bash_id', 'shell_id', 'run');
    return command === undefined ? words(description) : code(command);
  },
  read: (call) => path(call, linesRead(call)),
  write: (call) => path(call),
  edit: (call) => path(call, lineChanged(call)),
  notebook: (call) => path(call, paramText(call, 'cell_id')),
  remove: (call) => path(call),
  list: (call) => path(call),
  picture: (call) => path(call),
  search: (call) =>
    code(
      paramText(call, 'pattern', 'query', 'glob', 'symbol', 'operation'),
      paramText(call, 'path', 'directory', 'filePath') ?? paramText(call, 'glob', 'include', 'type'),
    ),
  web: (call) => code(paramText(call, 'url', 'query', 'search_query')),
  agent: (call) =>
    words(
      call.input.description ?? paramText(call, 'description', 'prompt', 'message', 'task'),
      call.subagent_info?.subagent_type ?? paramText(call, 'subagent_type', 'agent_type', 'name'),
    ),
  message: (call) =>
    words(paramText(call, 'summary', 'message', 'content', 'text'), paramText(call, 'recipient', 'to')),
  plan: (call) => words(paramText(call, 'plan', 'explanation', 'title') ?? call.input.description),
  todo: (call) =>
    words(paramText(call, 'explanation', 'subject', 'title', 'taskId', 'task_id') ?? call.input.description),
  question: (call) => words(firstQuestion(call) ?? paramText(call, 'question', 'prompt')),
  skill: (call) => code(paramText(call, 'skill', 'command', 'name'), paramText(call, 'args')),
  checkpoint: (call) => words(call.input.description ?? paramText(call, 'name', 'title')),
  puzzle: anyText,
  tool: anyText,
};

/** Chooses the main argument of a call by the family of its tool; if that one is missing, the first text the call has. */
export function callArgument(call: ToolCall): CallArgument {
  const argument = argumentOf[toolFamily(call.tool_name)](call);
  return argument.kind === 'none' ? anyText(call) : argument;
}
