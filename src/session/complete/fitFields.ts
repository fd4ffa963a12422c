import type { z } from 'zod';
import type { Carrier } from '../carrier/openCarrier.ts';
import type { JsonObject, JsonPath } from '../json/values.ts';

/** An object of a list without the optional fields that do not fit its schema: they are kept, but for `null`. */
export function fitFields(fields: JsonObject, schema: z.ZodType, path: JsonPath, carrier: Carrier): JsonObject {
  const { error } = schema.safeParse(fields);
  if (error === undefined) return fields;
  const expected = new Map(error.issues.map(({ path: [key], message }) => [String(key), message]));
  const entries = Object.entries(fields).filter(([key, value]) => {
    const message = expected.get(key);
    if (message !== undefined) carrier.misfit([...path, key], value, message);
    return message === undefined;
  });
  return Object.fromEntries(entries);
}
