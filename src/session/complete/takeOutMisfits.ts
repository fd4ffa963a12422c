import { openCarrier, type Report } from '../carrier/openCarrier.ts';
import { diagnoseMisfit } from '../diagnostics.ts';
import { groupBy } from '../json/groupBy.ts';
import { describeValue, isJsonObject, type JsonObject, type JsonPath, toPointer, valueAt } from '../json/values.ts';
import { toUnknownEvent } from './completeEvents.ts';

/** A place that does not fit the schema, from the thing that is looked at. */
export interface Misfit {
  path: JsonPath;
  expected: string;
}

const lists = new Set(['tool_calls', 'events', 'phase_annotations', 'sub_sessions']);

/**
 * Takes what does not fit out of a session, and puts it into the margin of the call, annotation or sub-session that
 * holds it. The same object comes back where nothing could be taken out.
 */
export function takeOutMisfits(session: JsonObject, misfits: readonly Misfit[], report: Report): JsonObject {
  return settleThing(session, [], misfits, report);
}

function settleThing(thing: JsonObject, at: JsonPath, misfits: readonly Misfit[], report: Report): JsonObject {
  const isInside = ({ path }: Misfit) => lists.has(String(path[0])) && typeof path[1] === 'number';
  const byList = groupBy(misfits.filter(isInside), ({ path }) => String(path[0]));
  let settled = thing;
  for (const [name, group] of byList) {
    const list = settled[name];
    if (!Array.isArray(list)) continue;
    const items = settleItems(list, [...at, name], group, report);
    if (items.some((item, index) => item !== list[index])) settled = { ...settled, [name]: items };
  }
  const own = misfits.filter((misfit) => !isInside(misfit));
  return own.length === 0 ? settled : settleFields(settled, at, own, report);
}

function settleItems(list: unknown[], at: JsonPath, misfits: readonly Misfit[], report: Report): unknown[] {
  const byIndex = groupBy(misfits, ({ path }) => Number(path[1]));
  return list.map((item: unknown, index) => {
    const inside = byIndex.get(index)?.map(({ path, expected }) => ({ path: path.slice(2), expected }));
    if (inside === undefined || !isJsonObject(item)) return item;
    if (at.at(-1) !== 'events') return settleThing(item, [...at, index], inside, report);
    for (const { path, expected } of inside) {
      const pointer = toPointer([...at, index, ...path]);
      report(diagnoseMisfit(pointer, describeValue(valueAt(item, path)), expected));
    }
    return toUnknownEvent(item);
  });
}

function settleFields(thing: JsonObject, at: JsonPath, misfits: readonly Misfit[], report: Report): JsonObject {
  const carrier = openCarrier(thing, at, report);
  let rest = thing;
  for (const { path, expected } of misfits) {
    const field = fieldToTake(rest, path);
    const value = valueAt(rest, field);
    if (field.length === 0 || value === undefined) continue;
    carrier.misfit(field, value, expected);
    rest = without(rest, field);
  }
  if (rest === thing) return thing;
  const { extensions: _, inferred: __, ...fields } = rest;
  return { ...fields, ...carrier.fields() };
}

/** The innermost field on the path that is there; never a position in a list, for others stand behind it. */
function fieldToTake(thing: JsonObject, path: JsonPath): string[] {
  const position = path.findIndex((key) => typeof key === 'number');
  const field = (position === -1 ? path : path.slice(0, position)).map(String);
  while (field.length > 0 && valueAt(thing, field) === undefined) field.pop();
  return field;
}

function without(thing: JsonObject, [key = '', ...inner]: readonly string[]): JsonObject {
  const { [key]: value, ...others } = thing;
  return inner.length === 0 || !isJsonObject(value) ? others : { ...others, [key]: without(value, inner) };
}
