import { type ToolCall, toIso, toMillis } from '../../session/index.ts';
import type { CallAmendment } from '../assembly.ts';
import { statusOf } from './buildCall.ts';
import type { Cleaner } from './cleanValue.ts';
import { defined } from './defined.ts';
import { mergeExtensions } from './mergeExtensions.ts';

/** An amendment with its texts masked. */
export function cleanAmendment(more: CallAmendment, clean: Cleaner): CallAmendment {
  const { fields, patches, subagent, extensions } = more;
  return { ...more, ...(clean.value(defined({ fields, patches, subagent, extensions })) as CallAmendment) };
}

/** A finished call with what became known later. */
export function amendCall(call: ToolCall, more: CallAmendment, format: string): ToolCall {
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
        ...more.fields,
        ...(more.patches === undefined ? {} : { patches: [...more.patches] }),
        ...(Number.isSafeInteger(more.exitCode) ? { exit_code: more.exitCode } : {}),
      },
    };
  }
  if (more.subagent !== undefined) {
    const before = amended.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
    amended.subagent_info = { ...before, ...defined(more.subagent) };
  }
  if (more.extensions !== undefined) {
    const merged = mergeExtensions(amended.extensions, format, more.extensions);
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
  const stated = (call.inferred ?? []).filter((name) => name !== 'ended_at' && name !== 'duration_ms');
  const { inferred: _, ...rest } = call;
  return {
    ...rest,
    ended_at: toIso(endMs),
    duration_ms: durationMs ?? endMs - start,
    ...(stated.length === 0 ? {} : { inferred: stated }),
  };
}
