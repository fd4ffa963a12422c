import { type ToolCall, toIso, toMillis } from '../../session/index.ts';
import type { CallAmendment } from '../assembly.ts';
import { statusOf } from './buildCall.ts';
import type { Cleaner } from './cleanValue.ts';
import { mergeExtensions } from './mergeExtensions.ts';

/** A finished call with what became known later. */
export function amendCall(call: ToolCall, more: CallAmendment, format: string, clean: Cleaner): ToolCall {
  const amended: ToolCall = { ...call };
  if (more.outcome !== undefined) {
    amended.outcome = more.outcome;
    amended.output = { ...amended.output, status: statusOf(more.outcome) };
  }
  if (more.fields !== undefined || more.patches !== undefined || more.exitCode !== undefined) {
    amended.output = {
      ...amended.output,
      result: {
        ...amended.output.result,
        ...(clean.value(more.fields ?? {}) as object),
        ...(more.patches === undefined ? {} : { patches: clean.value(more.patches) as never }),
        ...(more.exitCode === undefined ? {} : { exit_code: more.exitCode }),
      },
    };
  }
  if (more.subagent !== undefined) {
    const before = amended.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
    amended.subagent_info = { ...before, ...(clean.value(more.subagent) as object) };
  }
  if (more.extensions !== undefined) {
    const merged = mergeExtensions(amended.extensions, format, clean.value(more.extensions) as Record<string, unknown>);
    if (merged !== undefined) amended.extensions = merged;
  }
  if (more.inferred !== undefined) amended.inferred = [...new Set([...(amended.inferred ?? []), ...more.inferred])];
  return amendTimes(amended, more);
}

function amendTimes(call: ToolCall, { at, durationMs }: CallAmendment): ToolCall {
  const end = toMillis(at);
  const start = toMillis(call.started_at) ?? 0;
  if (end === undefined && durationMs === undefined) return call;
  const endMs = Math.max(end ?? start + (durationMs ?? 0), start);
  const told = (call.inferred ?? []).filter((name) => name !== 'ended_at' && name !== 'duration_ms');
  const { inferred: _, ...rest } = call;
  return {
    ...rest,
    ended_at: toIso(endMs),
    duration_ms: durationMs ?? endMs - start,
    ...(told.length === 0 ? {} : { inferred: told }),
  };
}
