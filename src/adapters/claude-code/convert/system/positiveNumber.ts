import { field, type JsonObject } from '../../../read/jsonObject.ts';

/** A number of a record that cannot be negative: tokens, milliseconds. */
export function positiveNumber(object: JsonObject, key: string): number | undefined {
  const value = field.number(object, key);
  return value === undefined || value < 0 ? undefined : value;
}
