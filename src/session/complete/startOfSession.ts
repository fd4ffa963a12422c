import type { Carrier } from '../carrier/openCarrier.ts';
import type { JsonObject } from '../json/values.ts';
import { toIso, toMillis } from '../toMillis.ts';
import { firstCallMs } from './firstCallMs.ts';
import { type ReadTime, readTime } from './readTime.ts';

interface StartContext {
  sessionId: string;
  /** ISO 8601, for a session that says nothing of the time. */
  startedAt: string | undefined;
  carrier: Carrier;
}

/**
 * When a session began: as it says, else when its first timed call did, else at the start of the day that its id begins
 * with, else as the caller knows, else 1970.
 */
export function startOfSession(raw: JsonObject, { sessionId, startedAt, carrier }: StartContext): ReadTime {
  const told = readTime(['created_at'], raw.created_at, carrier);
  if (told !== undefined) return told;
  carrier.infer('created_at');
  const ms = firstCallMs(raw) ?? toMillis(/^\d{4}-\d{2}-\d{2}/.exec(sessionId)?.[0]) ?? toMillis(startedAt) ?? 0;
  return { text: toIso(ms), ms };
}
