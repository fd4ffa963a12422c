import type { AttachmentPart, CallResult } from '../../assembly.ts';
import type { JsonObject } from '../../read/jsonObject.ts';

/** A call whose result has not come yet. */
export interface OpenCall {
  /** Native id, or `seq` where the log gives none. */
  id: string | number;
  name: string;
  input: JsonObject;
  /** The latest output shown by a running command. */
  progress?: string;
  /** Milliseconds measured by an MCP server. */
  measuredMs?: number;
}

/** What the log says about a result, before its tool is considered. */
export interface RawResult {
  call: OpenCall | undefined;
  /** The text that the model saw; if the CLI moved it to a file that is in the source, the complete text. */
  text: string;
  /** The text that the model saw, if `text` is a longer one. */
  preview: string | undefined;
  attachments: readonly AttachmentPart[];
  /** The structured result (`toolUseResult`); absent in most subagents' files. */
  structured: JsonObject | undefined;
}

/** Fields of a result that depend on the tool. */
export type ResultFields = Partial<Omit<CallResult, 'at' | 'ref' | 'outcome'>>;

/** Reads the successful result of one tool. */
export type ReadResult = (raw: RawResult) => ResultFields;

/** `1 line`, `2 lines`: a number with its noun. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Number of lines in a text; a final line feed starts none. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The fields of an object under snake_case names, without the excluded ones and empty ones. */
export function snakeFields(
  object: JsonObject | undefined,
  without: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  if (object === undefined) return undefined;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (!without.has(key) && !isEmpty(value)) entries.push([snakeCase(key), value]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false;
}

function snakeCase(name: string): string {
  return name.toLowerCase() === name ? name : name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}
