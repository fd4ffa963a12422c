import type { Report } from '../carrier/openCarrier.ts';
import { diagnoseMisfit } from '../diagnostics.ts';
import type { JsonObject } from '../json/values.ts';
import { describeValue, toPointer, valueAt } from '../json/values.ts';
import { type Session, session as sessionSchema } from '../schema/std001v31.ts';
import { type Misfit, takeOutMisfits } from './takeOutMisfits.ts';

/** A field is taken out at its innermost place, then its parent, and so on: no path of the schema is longer. */
const MAX_ROUNDS = 10;

/**
 * Holds a completed session against the schema. An optional field that does not fit goes to the margin, with a
 * `schema-violation`; an event that fits no type becomes an unknown one. Undefined, with the violations, where a
 * required field does not fit: the session cannot be saved.
 */
export function settle(completed: JsonObject, report: Report): Session | undefined {
  let session = completed;
  let misfits: Misfit[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = sessionSchema.safeParse(session);
    // Not the schema's own copy: it would lose keys such as `__proto__`.
    if (result.success) return session as Session;
    misfits = result.error.issues.map((issue) => ({
      path: issue.path.map((key) => (typeof key === 'number' ? key : String(key))),
      expected: issue.code === 'invalid_type' ? issue.expected : issue.message,
    }));
    const settled = takeOutMisfits(session, misfits, report);
    if (settled === session) break;
    session = settled;
  }
  for (const { path, expected } of misfits) {
    report(diagnoseMisfit(toPointer(path), describeValue(valueAt(session, path)), expected));
  }
  return undefined;
}
