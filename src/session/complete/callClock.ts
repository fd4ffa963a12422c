import type { Carrier } from '../carrier/openCarrier.ts';
import type { JsonObject } from '../json/values.ts';
import { fieldTypes } from '../json/values.ts';
import { toIso } from '../toMillis.ts';
import { readTime } from './readTime.ts';

/** Gives calls their times, one after the other; a call without a time begins when the one before it ended. */
export interface CallClock {
  times(raw: JsonObject, carrier: Carrier): { started_at: string; ended_at: string; duration_ms: number };
  /** Whether any time had to be laid end to end. */
  readonly guessed: boolean;
}

export function createCallClock(startMs: number): CallClock {
  let now = startMs;
  let guessed = false;
  return {
    times(raw, carrier) {
      const given = fieldTypes.size.fits(raw.duration_ms) ? raw.duration_ms : undefined;
      const start = readTime(['started_at'], raw.started_at, carrier);
      const end = readTime(['ended_at'], raw.ended_at, carrier);
      guessed ||= start === undefined && end === undefined;
      const startAt = start?.ms ?? (end === undefined ? now : end.ms - (given ?? 0));
      const endAt = end?.ms ?? startAt + (given ?? 0);
      now = Math.max(now, endAt);
      if (start === undefined) carrier.infer('started_at');
      if (end === undefined) carrier.infer('ended_at');
      return {
        started_at: start?.text ?? toIso(startAt),
        ended_at: end?.text ?? toIso(endAt),
        duration_ms: carrier.need(['duration_ms'], raw.duration_ms, fieldTypes.size, () =>
          Math.max(0, endAt - startAt),
        ),
      };
    },
    get guessed() {
      return guessed;
    },
  };
}
