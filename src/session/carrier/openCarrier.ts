import { type Diagnostic, diagnose, diagnoseMisfit } from '../diagnostics.ts';
import { describeValue, isGiven, type JsonObject, type JsonPath, toPointer } from '../json/values.ts';
import { type Margin, openMargin } from './openMargin.ts';

export type Report = (diagnostic: Diagnostic) => void;

/** A session, call, annotation or sub-session that is being read: its margin, and how it speaks of its fields. */
export interface Carrier extends Margin {
  /** Says that a field does not fit, and keeps its value; `null` and nothing go without a word. */
  misfit(path: JsonPath, value: unknown, expected: string): void;
  /** Says that a value outside its enumeration was replaced, and keeps it. */
  replaced(path: JsonPath, value: unknown, by: string): void;
  /** Says that a time could not be read, and keeps it. */
  unreadTime(path: JsonPath, value: string): void;
  /** The value where it fits, else an inferred one: named as inferred, and what does not fit is kept. */
  need<Value>(
    path: JsonPath,
    value: unknown,
    type: { fits(value: unknown): value is Value; expected: string },
    infer: () => Value,
  ): Value;
}

/** Opens a thing that stands at `path` of the session. */
export function openCarrier(raw: JsonObject, path: JsonPath, report: Report): Carrier {
  const margin = openMargin(raw);
  const at = (local: JsonPath) => ({ pointer: toPointer([...path, ...local]) });
  const carrier: Carrier = {
    ...margin,
    misfit: (local, value, expected) => {
      if (!isGiven(value)) return;
      margin.keep(local, value);
      report(diagnoseMisfit(at(local).pointer, describeValue(value), expected));
    },
    replaced: (local, value, by) => {
      margin.keep(local, value);
      report(diagnose('unknown-value', { at: at(local), actual: describeValue(value), expected: by }));
    },
    unreadTime: (local, value) => {
      margin.keep(local, value);
      report(diagnose('invalid-time', { at: at(local), actual: describeValue(value), expected: 'ISO 8601' }));
    },
    need: (local, value, type, infer) => {
      if (type.fits(value)) return value;
      carrier.misfit(local, value, type.expected);
      margin.infer(local.join('.'));
      return infer();
    },
  };
  return carrier;
}
