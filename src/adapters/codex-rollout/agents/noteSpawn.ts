import { readArguments } from '../calls/readArguments.ts';
import { asWords } from '../narrow.ts';
import type { Thread } from '../thread.ts';

/** Notes which agent a call started, by its output: `{agent_id, nickname}` or, in newer logs, `{task_name}`. */
export function noteSpawn({ calls }: Thread, callId: string, output: string): void {
  const fields = readArguments(output);
  for (const name of [fields.agent_id, fields.thread_id, fields.task_name, fields.nickname]) {
    const known = asWords(name);
    if (known !== undefined && !calls.spawned.has(known)) calls.spawned.set(known, callId);
  }
}
