import type { ContentRef } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { toolFacts } from './toolFacts.ts';

/** The parts of a call that hold its input. */
export type CallInput = Pick<ToolCall, 'tool_name' | 'input'>;

/** The first of these parameters that is a non-empty text, or a list of texts (a command as `argv`). */
export function paramText({ input }: CallInput, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(input.params, name)) continue;
    const value = input.params[name];
    const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : value;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** The first of these parameters that is a whole number, or a text that is one. */
export function paramNumber({ input }: CallInput, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    if (!Object.hasOwn(input.params, name)) continue;
    const value = input.params[name];
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number)) return number;
  }
  return undefined;
}

const commandParams = ['command', 'cmd', 'script'] as const;
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'pwsh', 'powershell']);

/**
 * The command that a call runs; undefined where it runs none. A wrapping shell (`bash -lc …`) is removed. The `command` parameter of a tool
 * known to run none means something else, such as a skill or an editing mode.
 */
export function commandOf({ tool_name, input }: CallInput): string | undefined {
  if (input.raw_command !== undefined) return input.raw_command.trim();
  const { shell, access } = toolFacts(tool_name);
  if (access !== undefined && shell !== true) return undefined;
  for (const name of commandParams) {
    const value = Object.hasOwn(input.params, name) ? input.params[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
      return withoutShell(value).trim();
  }
  return undefined;
}

function withoutShell(words: readonly string[]): string {
  const [program = '', option = '', script] = words;
  const handsOn = words.length === 3 && option.startsWith('-') && option.endsWith('c');
  return handsOn && script !== undefined && shells.has(lastPart(program)) ? script : words.join(' ');
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The textual result of a call, and where it comes from. */
export interface OutputText {
  readonly text: string;
  /** JSON Pointer from the call. */
  readonly pointer: string;
  /** The whole text beside the session file, where this one is shortened. */
  readonly whole?: ContentRef;
}

/** The output text of a call: its result's text, else its contribution, else its one-line display. */
export function outputText(call: ToolCall): OutputText | undefined {
  const { result } = call.output;
  const candidates: [string | undefined, string][] = [
    [result?.text, '/output/result/text'],
    [call.context_contribution?.full_content, '/context_contribution/full_content'],
    [result?.display, '/output/result/display'],
  ];
  const found = candidates.find(([text]) => text !== undefined && text !== '');
  if (found === undefined) return undefined;
  const [text = '', pointer] = found;
  const whole = call.content_refs?.find((ref) => ref.pointer === pointer);
  return { text, pointer, ...(whole === undefined ? {} : { whole }) };
}

/** The output of a call as a reader sees it, or else its error; '' where it gave nothing. */
export function printedText(call: ToolCall): string {
  return outputText(call)?.text ?? call.output.error ?? '';
}

/** What a failed call printed: its error stream, else its output, else an error of several lines; '' where nothing. */
export function failureText(call: ToolCall): string {
  const { error = '' } = call.output;
  return call.output.result?.stderr || outputText(call)?.text || (error.includes('\n') ? error : '');
}

/** The texts and numbers inside a JSON value, in order, at any depth; without the names of fields. */
export function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') leaves.push(next);
    else if (typeof next === 'number' || typeof next === 'boolean') leaves.push(`${next}`);
    else if (typeof next === 'object' && next !== null) {
      const inside: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (let n = inside.length - 1; n >= 0; n -= 1) waiting.push(inside[n]);
    }
  }
  return leaves;
}

/** Every text of a call's input, the most informative first: switches and numbers come after all words. */
export function inputTexts({ input, subagent_info }: ToolCall): string[] {
  const params = Object.values(input.params);
  const isBare = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';
  const leaves = leavesOf([...params.filter((value) => !isBare(value)), ...params.filter(isBare)]);
  const texts = [input.description, input.raw_command, ...leaves, subagent_info?.subagent_type];
  return texts.filter((text) => text !== undefined);
}

/** Fields of a result that are read by name; everything else in it (files, matches, a plan) is part of the output too. */
const namedFields: ReadonlySet<string> = new Set(['display', 'text', 'stderr', 'exit_code', 'patches', 'attachments']);

/** Every text of a call's output, the most informative first. */
export function outputTexts({ output, context_contribution }: ToolCall): string[] {
  const { result, error } = output;
  const texts = [
    error,
    result?.display,
    result?.text,
    result?.stderr,
    context_contribution?.summary,
    context_contribution?.full_content,
    ...(result?.patches ?? []).flatMap(({ path, moved_to, hunks = [] }) => [
      path,
      moved_to,
      ...hunks.map(({ lines }) => lines.join('\n')),
    ]),
    ...(result?.attachments ?? []).flatMap(({ name, text }) => [name, text]),
    ...Object.entries(result ?? {}).flatMap(([name, value]) => (namedFields.has(name) ? [] : leavesOf(value))),
  ];
  return texts.filter((text) => text !== undefined);
}

/** A call with its shortened texts replaced by the full ones that are given, by the path of their reference. */
export function withWholeTexts(call: ToolCall, wholes: ReadonlyMap<string, string>): ToolCall {
  const found = (call.content_refs ?? []).filter(({ path }) => wholes.has(path));
  if (found.length === 0) return call;
  const whole: Record<string, unknown> = {
    ...call,
    content_refs: call.content_refs?.filter((ref) => !found.includes(ref)),
  };
  for (const { pointer, path } of found) putAt(whole, pointer, wholes.get(path) as string);
  return whole as unknown as ToolCall;
}

/** Sets a text at a JSON Pointer, copying the objects on the way; does nothing where the pointer leads to no text. */
function putAt(root: Record<string, unknown>, pointer: string, text: string): void {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let inside = root;
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(inside, name) ? inside[name] : undefined;
    if (typeof next !== 'object' || next === null) return;
    const copy = (Array.isArray(next) ? [...next] : { ...next }) as Record<string, unknown>;
    inside[name] = copy;
    inside = copy;
  }
  const last = names.at(-1) ?? '';
  if (Object.hasOwn(inside, last) && typeof inside[last] === 'string') inside[last] = text;
}
