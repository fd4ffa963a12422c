import type { Outcome } from '../../../session/index.ts';
import { usageNumber } from './readAgentTail.ts';
import { tagText } from './readTag.ts';

/** What a task in the background told. */
export interface TaskNotification {
  taskId: string | undefined;
  toolUseId: string | undefined;
  outcome: Outcome;
  /** The summary, and the result where there is one. */
  text: string;
  tokens: number | undefined;
  toolUses: number | undefined;
  durationMs: number | undefined;
  /** Fields that have no other place. */
  extensions: Record<string, unknown>;
}

const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'succeeded'],
  ['failed', 'failed'],
  ['killed', 'interrupted'],
  ['stopped', 'interrupted'],
]);

/** What older forms say below their fields. */
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
