import type { JsonObject } from '../read/jsonObject.ts';

/** The files of a session folder that Frago writes, by name. */
export const fragoFiles = {
  'metadata.json': 'metadata',
  'steps.jsonl': 'step',
  'summary.json': 'summary',
  'summary.md': 'report',
} as const;

export type FragoFileName = keyof typeof fragoFiles;

/** A record of a session folder, and what it is: said by the file it stands in. */
export type FragoRecord =
  | { is: 'metadata' | 'step' | 'summary'; value: unknown }
  /** The summary again, as Markdown. */
  | { is: 'report'; value: string }
  /** A record of a transcript that the store points to, by its place in the source's list. */
  | { is: 'joined'; run: number; value: unknown };

/** What a step is, in both vocabularies: the one up to 2026-01 and the shorter one after. */
const stepTypes = {
  user_message: 'user',
  user: 'user',
  assistant_message: 'assistant',
  assistant: 'assistant',
  tool_call: 'call',
  tool_result: 'result',
  system_event: 'system',
  system: 'system',
} as const;

export type StepKind = (typeof stepTypes)[keyof typeof stepTypes];

/** The kind of a step by its `type`; undefined for one that no version knows. */
export function stepKindOf(step: JsonObject): StepKind | undefined {
  const type = step.type;
  return typeof type === 'string' && Object.hasOwn(stepTypes, type)
    ? stepTypes[type as keyof typeof stepTypes]
    : undefined;
}

/** The name of a file without its folder. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a file; '' for one that has none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
