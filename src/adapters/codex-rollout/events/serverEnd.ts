import { readArguments } from '../calls/readArguments.ts';
import { emptyOutput } from '../calls/readOutput.ts';
import { readServerEnd, serverToolName } from '../calls/readServerEnd.ts';
import { resultOf } from '../calls/resultOf.ts';
import { tellEndedCall } from '../calls/tellEndedCall.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asObject, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** How a call of a server's tool ended (`mcp_tool_call_end`, `McpToolCall`): joined with its call, or one by itself. */
export function convertServerEnd(
  thread: Thread,
  end: Fields,
  id: string | undefined,
  origin: Origin,
  times?: Fields,
): RolloutVerdict {
  const invocation = asObject(end.invocation) ?? end;
  return tellAnswer(thread, end, {
    id,
    name: serverToolName(invocation.server, invocation.tool),
    params: readArguments(invocation.arguments),
    origin,
    times,
  });
}

/** How a call of a client's tool ended (`dynamic_tool_call_response`, `DynamicToolCall`). */
export function convertClientEnd(
  thread: Thread,
  end: Fields,
  id: string | undefined,
  origin: Origin,
  times?: Fields,
): RolloutVerdict {
  const name = asWords(end.tool) ?? 'unknown';
  return tellAnswer(thread, end, { id, name, params: readArguments(end.arguments), origin, times });
}

/** Opens the call of a client's tool (`dynamic_tool_call_request`), unless an item of the model did. */
export function convertClientRequest(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const nativeId = asWords(payload.callId) ?? asWords(payload.call_id);
  if (nativeId === undefined) return { dropped: 'malformed-record' };
  if (thread.sink.hasCall(nativeId)) return { ignored: 'repeated_call' };
  const namespace = asWords(payload.namespace);
  thread.sink.openCall({
    name: asWords(payload.tool) ?? 'unknown',
    params: readArguments(payload.arguments),
    nativeId,
    at,
    ref,
    extensions: namespace === undefined ? {} : { namespace },
  });
  thread.calls.open.set(nativeId, { kind: 'other', byRequest: true });
  thread.turns.work();
  return 'converted';
}

interface Answered {
  id: string | undefined;
  name: string;
  params: Record<string, unknown>;
  origin: Origin;
  times: Fields | undefined;
}

function tellAnswer(thread: Thread, end: Fields, { id, name, params, origin, times }: Answered): RolloutVerdict {
  const open = id === undefined ? undefined : thread.calls.open.get(id);
  if (open !== undefined && id !== undefined) {
    open.serverEnd = end;
    if (open.byRequest === true) {
      thread.calls.open.delete(id);
      thread.sink.closeCall(id, { ...resultOf(open, emptyOutput), at: origin.at, ref: origin.ref });
    }
    return 'converted';
  }
  const answer = readServerEnd(end);
  if (id !== undefined && thread.sink.hasCall(id)) {
    const failed = answer.failed ? { outcome: 'failed' as const } : {};
    thread.sink.amendCall(id, { durationMs: answer.durationMs, fields: answer.fields, ...failed });
    return 'converted';
  }
  const result = resultOf({ kind: 'other', serverEnd: end }, emptyOutput);
  tellEndedCall(thread, { name, params, nativeId: id }, result, origin, times);
  return 'converted';
}
