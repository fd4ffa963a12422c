import { toMillis } from '../../session/index.ts';
import { createOpenCalls } from './calls.ts';
import { stepKindOf } from './records.ts';
import type { SessionStep, ToolCallRecord } from './schemas.ts';
import { readResultSummary, readToolSummary } from './summaries.ts';

/** Longest summary of a result, in characters. */
const MAX_RESULT = 100;

/** Puts tool calls together, step by step; it holds only those that wait for their result. */
export interface ToolCallLog {
  step(step: SessionStep): void;
  /** The calls that nothing answered, in order. */
  pending(): ToolCallRecord[];
}

/**
 * The tool calls of a session as the monitor holds them in memory: each call with its result, given away when that is
 * there. The beginning of its result says whether a call failed.
 */
export function createToolCallLog(done: (record: ToolCallRecord) => void): ToolCallLog {
  const waiting = createOpenCalls();
  const open = new Map<number, ToolCallRecord>();
  let seq = 0;
  return {
    step(step) {
      const kind = stepKindOf(step);
      if (kind === 'call') {
        const record = recordOf(step);
        const id = step.tool_call_id ?? undefined;
        waiting.add({ seq, name: record.tool_name, path: undefined, id, uuid: step.raw_uuid });
        open.set(seq, record);
        seq += 1;
      } else if (kind === 'result') {
        const found = waiting.take(step.tool_call_id ?? undefined, step.parent_uuid ?? undefined);
        const record = found === undefined ? undefined : open.get(found.call.seq);
        if (found === undefined || record === undefined) return;
        open.delete(found.call.seq);
        done(Object.assign(record, resultOf(record, step)));
      }
    },
    pending: () => [...open.values()],
  };
}

/** The tool calls of a session as the monitor holds them in memory, in the order in which they were made. */
export function toolCallRecords(steps: readonly SessionStep[]): ToolCallRecord[] {
  const records: ToolCallRecord[] = [];
  const log = createToolCallLog((record) => records.push(record));
  for (const step of steps) log.step(step);
  const order = new Map(steps.map((step, place) => [step.step_id, place]));
  return [...records, ...log.pending()].sort((a, b) => (order.get(a.step_id) ?? 0) - (order.get(b.step_id) ?? 0));
}

function recordOf(step: SessionStep): ToolCallRecord {
  const { names } = readToolSummary(step.content_summary);
  const bracket = step.content_summary.indexOf('] ');
  return {
    tool_call_id: step.tool_call_id ?? step.raw_uuid,
    session_id: step.session_id,
    step_id: step.step_id,
    tool_name: step.tool_name ?? names[0] ?? 'unknown',
    input_summary: bracket === -1 ? '' : step.content_summary.slice(bracket + 2),
    called_at: step.timestamp,
    status: 'pending',
  };
}

function resultOf(call: ToolCallRecord, step: SessionStep): Partial<ToolCallRecord> {
  const { text = step.content_summary, outcome } = readResultSummary(step.content_summary);
  const [called, completed] = [toMillis(call.called_at), toMillis(step.timestamp)];
  return {
    result_summary: text.length <= MAX_RESULT ? text : `${text.slice(0, MAX_RESULT - 3)}...`,
    completed_at: step.timestamp,
    ...(called === undefined || completed === undefined ? {} : { duration_ms: Math.max(0, completed - called) }),
    status: outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'error',
  };
}
