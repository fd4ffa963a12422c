import { field, type JsonObject, parseJsonObject } from '../read/jsonObject.ts';

/** Some versions queue the start of a task in the background as JSON, in place of a prompt. */
export interface StartedTask {
  /** `Started: ` and what the task is. */
  readonly text: string;
  /** The call that started it. */
  readonly callId: string | undefined;
  /** All its fields. */
  readonly task: JsonObject;
}

/** The started task that a queued text tells of; undefined for any other text. */
export function readStartedTask(text: string): StartedTask | undefined {
  if (!text.startsWith('{"task_id"') || text.length > 10_000) return undefined;
  const task = parseJsonObject(text);
  if (task === undefined) return undefined;
  const what = field.text(task, 'description') ?? 'a task';
  return { text: `Started: ${what}`, callId: field.text(task, 'tool_use_id'), task };
}
