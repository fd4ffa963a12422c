import { chooseValue } from '../carrier/chooseValue.ts';
import { type Carrier, openCarrier, type Report } from '../carrier/openCarrier.ts';
import { fieldTypes, isJsonObject, type JsonObject, textOf } from '../json/values.ts';
import { toIso, toMillis } from '../toMillis.ts';
import { chooseOutcome } from './chooseOutcome.ts';
import { completeCalls } from './completeCalls.ts';
import { completeEvents } from './completeEvents.ts';
import { firstCallMs } from './firstCallMs.ts';
import { numberItems } from './numberItems.ts';
import { outcomeOfStatus } from './outcomeOfStatus.ts';
import { type ReadTime, readTime } from './readTime.ts';

export interface SubSessionContext {
  index: number;
  sessionId: string;
  /** When the session began. */
  startMs: number;
  /** Start times of the session's own calls, by id. */
  callStarts: ReadonlyMap<string, string>;
  report: Report;
}

/** A sub-session with every field that 3.1 demands. */
export function completeSubSession(raw: JsonObject, context: SubSessionContext): JsonObject {
  const { index, sessionId, report } = context;
  const { extensions: _, inferred: __, agent, task, completed_at, ...fields } = raw;
  const path = ['sub_sessions', index];
  const carrier = openCarrier(raw, path, report);
  const sub_session_id = carrier.need(['sub_session_id'], raw.sub_session_id, fieldTypes.text, () => madeId(index));
  const parent = carrier.need(['parent_session_id'], raw.parent_session_id, fieldTypes.string, () => sessionId);
  const start = startOf(raw, context, carrier);
  const end = readTime(['completed_at'], completed_at, carrier);
  const idPrefix = `${sub_session_id}-`;
  const items = numberItems({
    calls: completeCalls({ calls: raw.tool_calls, owner: carrier, path, idPrefix, startMs: start.ms }, report),
    events: completeEvents(raw.events, carrier, idPrefix),
  });
  const status = chooseValue(
    carrier,
    ['status'],
    'status',
    raw.status,
    completed_at === undefined ? 'in_progress' : 'success',
  );
  return {
    ...fields,
    sub_session_id,
    parent_session_id: parent,
    agent: agentOf(agent, carrier),
    ...(task === undefined ? {} : { task: typeof task === 'string' ? { description: task } : task }),
    started_at: start.text,
    ...(end === undefined ? {} : { completed_at: end.text }),
    status,
    outcome: chooseOutcome(raw.outcome, outcomeOfStatus(status, raw.status), carrier),
    tool_calls: items.calls,
    events: items.events,
    ...carrier.fields(),
  };
}

/** As the run says, else when the call that started it did, else when its own first timed call did. */
function startOf(raw: JsonObject, { startMs, callStarts }: SubSessionContext, carrier: Carrier): ReadTime {
  const told = readTime(['started_at'], raw.started_at, carrier);
  if (told !== undefined) return told;
  carrier.infer('started_at');
  const trigger = textOf(raw.triggered_by_call_id);
  const ms = toMillis(trigger === undefined ? undefined : callStarts.get(trigger)) ?? firstCallMs(raw) ?? startMs;
  return { text: toIso(ms), ms };
}

function madeId(index: number): string {
  return `sub-${String(index + 1).padStart(3, '0')}`;
}

function agentOf(agent: unknown, carrier: Carrier): JsonObject {
  if (isJsonObject(agent)) return agent;
  if (typeof agent === 'string') return { agent_type: agent };
  carrier.misfit(['agent'], agent, 'an object');
  return {};
}
