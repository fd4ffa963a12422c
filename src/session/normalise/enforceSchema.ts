import { diagnoseMismatch, expectedBy } from '../diagnostics.ts';
import {
  describeValue,
  filledText,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  present,
  toPointer,
  valueAt,
} from '../json/values.ts';
import { type Session, session as sessionSchema } from '../schema/std001v31.ts';
import { groupBy } from '../sequences.ts';
import { openFieldReader, type Report } from './leftovers.ts';

/** A field that does not fit the schema, by its path from the enclosing object. */
interface Mismatch {
  path: JsonPath;
  expected: string;
}

/**
 * Maximum number of attempts per object: a field is removed at its innermost place, then its parent, and so on, and no path of the schema
 * is longer.
 */
const MAX_ROUNDS = 10;

/**
 * Makes a normalised session fit its schema. An optional field that does not fit goes to the leftovers, with a `schema-violation`; an event
 * that fits no type becomes an unknown one. Undefined, with the violations, where a required field does not fit, because such a session
 * cannot be saved.
 */
export function enforceSchema(normalised: JsonObject, report: Report): Session | undefined {
  let session = normalised;
  let mismatches: Mismatch[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = sessionSchema.safeParse(session);
    // Does not use the schema's own copy, which would lose keys such as `__proto__`.
    if (result.success) return session as Session;
    mismatches = result.error.issues.map((issue) => ({
      path: issue.path.map((key) => (typeof key === 'number' ? key : String(key))),
      expected: expectedBy(issue),
    }));
    const fitted = takeOut(session, [], mismatches, report);
    if (fitted === session) break;
    session = fitted;
  }
  for (const { path, expected } of mismatches) {
    report(diagnoseMismatch(toPointer(path), describeValue(valueAt(session, path)), expected));
  }
  return undefined;
}

const lists = new Set(['tool_calls', 'events', 'phase_annotations', 'sub_sessions']);

/**
 * Removes fields that do not fit from a session or sub-session, and keeps them as leftovers of the call, annotation or sub-session that
 * holds them. Returns the same object where nothing could be removed.
 */
function takeOut(thing: JsonObject, at: JsonPath, mismatches: readonly Mismatch[], report: Report): JsonObject {
  const isInside = ({ path }: Mismatch) => lists.has(String(path[0])) && typeof path[1] === 'number';
  const byList = groupBy(mismatches.filter(isInside), ({ path }) => String(path[0]));
  let left = thing;
  for (const [name, group] of byList) {
    const list = left[name];
    if (!Array.isArray(list)) continue;
    const items = takeOutOfItems(list, [...at, name], group, report);
    if (items.some((item, index) => item !== list[index])) left = { ...left, [name]: items };
  }
  const own = mismatches.filter((mismatch) => !isInside(mismatch));
  return own.length === 0 ? left : takeOutFields(left, at, own, report);
}

function takeOutOfItems(list: unknown[], at: JsonPath, mismatches: readonly Mismatch[], report: Report): unknown[] {
  const byIndex = groupBy(mismatches, ({ path }) => Number(path[1]));
  return list.map((item: unknown, index) => {
    const inside = byIndex.get(index)?.map(({ path, expected }) => ({ path: path.slice(2), expected }));
    if (inside === undefined || !isJsonObject(item)) return item;
    if (at.at(-1) !== 'events') return takeOut(item, [...at, index], inside, report);
    for (const { path, expected } of inside) {
      const pointer = toPointer([...at, index, ...path]);
      report(diagnoseMismatch(pointer, describeValue(valueAt(item, path)), expected));
    }
    return toUnknownEvent(item);
  });
}

function takeOutFields(thing: JsonObject, at: JsonPath, mismatches: readonly Mismatch[], report: Report): JsonObject {
  const reader = openFieldReader(thing, at, report);
  let rest = thing;
  for (const { path, expected } of mismatches) {
    const field = fieldToTake(rest, path);
    const value = valueAt(rest, field);
    if (field.length === 0 || value === undefined) continue;
    reader.mismatch(field, value, expected);
    rest = withoutField(rest, field);
  }
  if (rest === thing) return thing;
  const { extensions: _, inferred: __, ...fields } = rest;
  return { ...fields, ...reader.fields() };
}

/** The innermost existing field on the path; never an element of a list, because removing it would shift those after it. */
function fieldToTake(thing: JsonObject, path: JsonPath): string[] {
  const position = path.findIndex((key) => typeof key === 'number');
  const field = (position === -1 ? path : path.slice(0, position)).map(String);
  while (field.length > 0 && valueAt(thing, field) === undefined) field.pop();
  return field;
}

function withoutField(thing: JsonObject, [key = '', ...inner]: readonly string[]): JsonObject {
  const { [key]: value, ...others } = thing;
  return inner.length === 0 || !isJsonObject(value) ? others : { ...others, [key]: withoutField(value, inner) };
}

/** An inert event that fits no type, kept whole under `raw`. */
function toUnknownEvent(event: JsonObject): JsonObject {
  const { event_id, seq, at, type } = event;
  return {
    event_id,
    seq,
    ...present({ at: filledText(at) }),
    type: 'unknown',
    record_type: filledText(type) ?? 'unknown',
    raw: event,
  };
}
