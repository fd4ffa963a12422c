import { readRecords } from './countTranscripts.ts';
import type { Made } from './readSessions.ts';
import { isFields, type RawFile, type Tally } from './tally.ts';

/**
 * Explains the difference between the kit's figures of a source and those of the independent count; undefined where part of it remains
 * unexplained.
 */
export function explain({ format, tally }: Made, own: Tally, files: readonly RawFile[]): string | undefined {
  if (format === 'codex-rollout') {
    return files.some(hasSharedIds)
      ? 'call ids that stand for several calls each: which output is whose, no count can tell'
      : undefined;
  }
  const onlyFailures = tally.calls === own.calls && tally.unanswered === own.unanswered;
  const ended = files.reduce((sum, { text }) => sum + badEnds(text), 0);
  return onlyFailures && tally.outputTokens === own.outputTokens && tally.failures - own.failures === ended
    ? 'background tasks that failed or were stopped, of which the result only says that they started'
    : undefined;
}

/** Background tasks of a transcript that it later reports as failed or stopped. */
function badEnds(text: string): number {
  const started = new Set<string>();
  const failed = new Set<string>();
  for (const { toolUseResult: structured } of readRecords(text)) {
    if (!isFields(structured)) continue;
    if (typeof structured.backgroundTaskId === 'string') started.add(structured.backgroundTaskId);
    if (structured.status === 'failed' && typeof structured.shellId === 'string') failed.add(structured.shellId);
    if (structured.isAsync === true && typeof structured.agentId === 'string') started.add(structured.agentId);
  }
  return [...started].filter((id) => failed.has(id) || endsBadly(text, id)).length;
}

function endsBadly(text: string, id: string): boolean {
  const shell = [`Shell ${id} is not running, so cannot be killed (status: failed)`, `killed shell: ${id}`];
  const notice = text.indexOf(`<task-id>${id}</task-id>`);
  const status = notice === -1 ? undefined : /<status>(\w+)<\/status>/.exec(text.slice(notice, notice + 1000))?.[1];
  return (
    status === 'failed' ||
    status === 'killed' ||
    [...shell, `stopped task: ${id}`].some((words) => text.includes(words))
  );
}

/** Whether two open calls share one id: only hand-written logs do that, because ids are unique. */
function hasSharedIds({ text }: RawFile): boolean {
  const ids = [...text.matchAll(/"type":"(?:function|custom_tool)_call"[^\n]*?"call_id":"([^"]+)"/g)].map(
    ([, id]) => id,
  );
  return new Set(ids).size < ids.length;
}
