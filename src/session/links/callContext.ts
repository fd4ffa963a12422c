import { type FileTouch, hasLineNumbers, touchesOf } from '../facts/callFiles.ts';
import { outcomeOf } from '../facts/callOutcome.ts';
import type { ContextType } from '../schema/std001v30.ts';
import type { ToolCall } from '../schema/std001v31.ts';

/** Entry in `inferred` of a phase whose `context_used` was not stated: only the sources it names are inferred, not their relevance. */
export const INFERRED_CONTEXT = 'context_used.source';

/** The ends of a link that a call can be. */
export interface CallRole {
  /** Whether it can have used something; a checklist cannot, because it only repeats. */
  readonly uses: boolean;
  /**
   * Whether its result can have been used. Not the result of an edit or a checklist, which only confirms, unless the source says that it
   * contributed; nor one that a rewind left behind, because it was gone.
   */
  readonly contributes: boolean;
  /** The files it reads or changes, by its parameters and patches. */
  readonly touches: readonly FileTouch[];
}

/** Which ends of a link a call can be. */
export function callRole(call: ToolCall): CallRole {
  const touches = touchesOf(call);
  const outcome = outcomeOf(call);
  const gaveBack = outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown';
  const confirms = call.tool_category === 'task_management' || touches.some(({ access }) => access !== 'read');
  return {
    uses: call.tool_category !== 'task_management',
    contributes: gaveBack && call.branch === undefined && (!confirms || call.context_contribution !== undefined),
    touches,
  };
}

/** Maximum depth of values that are read; nobody quotes arguments nested deeper. */
const deepest = 4;
/** Maximum number of texts per call. */
const mostTexts = 200;

/** Every text of a call's input: its parameters at any depth, its description, its command. */
export function tracedInputs({ input }: ToolCall): string[] {
  const texts: string[] = [];
  collect(input.params, 0, texts);
  for (const text of [input.description, input.raw_command]) {
    if (text !== undefined && text !== '' && !texts.includes(text)) texts.push(text);
  }
  return texts;
}

/**
 * Every text that a call brought into the conversation: its result, its error, its contribution. Leaves out a text that is the start of
 * another, such as a summary.
 */
export function tracedOutputs({ output, context_contribution }: ToolCall): string[] {
  const texts: string[] = [];
  const { result } = output;
  for (const name in result) if (name !== 'patches' && name !== 'attachments') collect(result[name], 1, texts);
  for (const text of [output.error, context_contribution?.full_content, context_contribution?.summary]) {
    if (text !== undefined && text !== '') texts.push(text);
  }
  return texts.filter((text, at) => !texts.some((other, nth) => nth !== at && isStartOf(text, other, nth < at)));
}

/** Whether a text is the start of another text; for two equal texts, true of the second. */
function isStartOf(text: string, other: string, isSecond: boolean): boolean {
  return (isSecond || other.length > text.length) && other.startsWith(text);
}

function collect(value: unknown, depth: number, texts: string[]): void {
  if (texts.length >= mostTexts) return;
  if (typeof value === 'string') {
    if (value !== '') texts.push(value);
    return;
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const part of Object.values(value)) collect(part, depth + 1, texts);
}

/** Folders by the type that the standard gives their files as an agent's context. */
const folders: readonly (readonly [RegExp, ContextType])[] = [
  [/(?:^|[\\/])(?:CLAUDE|AGENTS)(?:\.local)?\.md$/i, 'claude_md'],
  [/(?:^|[\\/])rules[\\/]/i, 'rule'],
  [/(?:^|[\\/])standards[\\/]/i, 'standard'],
  [/(?:^|[\\/])skills[\\/]|(?:^|[\\/])SKILL\.md$/i, 'skill'],
  [/(?:^|[\\/])specs[\\/]/i, 'spec'],
  [/capabilit(?:y|ies)/i, 'capability'],
];

/** The context type of a file, by its path. */
export function contextTypeOfPath(path: string): ContextType {
  return folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'file';
}

/** What a call contributes to its agent's context, by the standard's types: a kind of file, a skill, or a result. */
export function contextTypeOf(call: ToolCall): ContextType {
  const path = callRole(call).touches[0]?.path;
  if (path !== undefined) return contextTypeOfPath(path);
  return call.tool_name.toLowerCase() === 'skill' ? 'skill' : 'tool_result';
}

/** A file name in quotes, as passed to an agent. */
const atName = /['"]@([\w./~{}$-]{1,200}\.\w{1,6})['"]/;

/** Programs that print the text of the file that is their last argument. */
const givers: ReadonlySet<string> = new Set(['cat', 'head', 'tail', 'wf']);

/**
 * The file whose text a command inserts into its own line: `agent -p '@task.md'`, `agent -p "$(cat task.md)"`, `$(wf reply log.jsonl)`.
 * Undefined where there is none; the first of several.
 */
export function handedFile({ input: { raw_command = '' } }: ToolCall): string | undefined {
  const named = raw_command.includes('@') ? atName.exec(raw_command)?.[1] : undefined;
  if (named !== undefined) return named;
  for (let at = raw_command.indexOf('$('); at !== -1; at = raw_command.indexOf('$(', at + 2)) {
    const rest = raw_command.slice(at + 2, at + 2 + mostSubstituted);
    const inner = rest.slice(0, Math.max(0, rest.search(/[)|;&<>]/)));
    const words = inner.trim().split(/\s+/);
    const path = words.at(-1) ?? '';
    if (givers.has(words[0] ?? '') && /^[\w./~{}$-]+\.\w{1,6}$/.test(path)) return path;
  }
  return undefined;
}

/** Maximum length of a command substitution that is analysed, in characters. */
const mostSubstituted = 300;

/** Lines of a file, 1-based, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The lines that a reading call asked for; undefined where it asked for the whole file. */
export function readRange({ input: { params } }: ToolCall): LineRange | undefined {
  const offset = wholeNumber(params.offset) ?? wholeNumber(params.start_line);
  const limit = wholeNumber(params.limit);
  const end = wholeNumber(params.end_line);
  if (offset === undefined && limit === undefined && end === undefined) return undefined;
  const first = Math.max(1, offset ?? 1);
  return { first, last: end ?? (limit === undefined ? Number.POSITIVE_INFINITY : first + limit - 1) };
}

/** The first line that a call changed in a file, if the log states it. */
export function changedLine({ output }: ToolCall, path: string): number | undefined {
  const hunk = output.result?.patches?.find((patch) => patch.path === path)?.hunks?.[0];
  return hunk === undefined || !hasLineNumbers(hunk) ? undefined : hunk.old_start;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

const searchingWords = ['grep', 'rg', 'search'];

/** The one file that a searching tool looked through; undefined for other tools, and for searches in several files. */
export function searchedFile({ tool_name, input: { params } }: ToolCall): string | undefined {
  const name = tool_name.toLowerCase();
  const { path } = params;
  const isSearch = searchingWords.some((word) => name === word || (word.length > 3 && name.includes(word)));
  return isSearch && typeof path === 'string' && /\.[A-Za-z0-9]{1,6}$/.test(path) ? path : undefined;
}
