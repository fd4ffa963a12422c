import type { JsonObject } from '../json/values.ts';
import { openMargin } from './openMargin.ts';

/** A thing that names more of its fields as inferred. */
export function withInferred(thing: JsonObject, ...names: string[]): JsonObject {
  const margin = openMargin(thing);
  margin.infer(...names);
  return { ...thing, ...margin.fields() };
}
