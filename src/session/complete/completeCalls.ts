import type { Carrier, Report } from '../carrier/openCarrier.ts';
import { diagnose } from '../diagnostics.ts';
import { isJsonObject, type JsonObject, type JsonPath, toPointer } from '../json/values.ts';
import { createCallClock } from './callClock.ts';
import { completeCall } from './completeCall.ts';

/** The list of calls of a session or a sub-session, and where it stands. */
export interface CallList {
  calls: unknown;
  /** The session or sub-session. */
  owner: Carrier;
  path: JsonPath;
  /** Before ids that have to be made: '' or `<sub-session>-`. */
  idPrefix: string;
  startMs: number;
}

/** Completes every call of a list. What is no call is kept in the owner's margin. */
export function completeCalls({ calls, owner, path, idPrefix, startMs }: CallList, report: Report): JsonObject[] {
  if (!Array.isArray(calls)) {
    owner.misfit(['tool_calls'], calls, 'an array');
    return [];
  }
  const clock = createCallClock(startMs);
  const taken = new Set(calls.map((call) => (isJsonObject(call) ? call.call_id : undefined)));
  let made = 0;
  const nextId = (): string => {
    let id: string;
    do {
      made += 1;
      id = `${idPrefix}tool-${String(made).padStart(3, '0')}`;
    } while (taken.has(id));
    return id;
  };
  const completed: JsonObject[] = [];
  for (const [index, call] of calls.entries()) {
    if (!isJsonObject(call)) owner.misfit(['tool_calls', index], call, 'a call');
    else completed.push(completeCall(call, { path: [...path, 'tool_calls', index], report, clock, nextId }));
  }
  if (clock.guessed) report(diagnose('time-inferred', { at: { pointer: toPointer([...path, 'tool_calls']) } }));
  return completed;
}
