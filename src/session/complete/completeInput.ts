import type { Carrier } from '../carrier/openCarrier.ts';
import { isGiven, isJsonObject, type JsonObject } from '../json/values.ts';

/** The input of a call with its parameters as an object. */
export function completeInput(raw: unknown, carrier: Carrier): JsonObject {
  if (isJsonObject(raw) && isJsonObject(raw.params)) return raw;
  carrier.infer('input.params');
  if (!isJsonObject(raw)) return { params: isGiven(raw) ? { input: raw } : {} };
  const { params, ...rest } = raw;
  if (isGiven(params)) return { ...rest, params: { params } };
  // Parameters that stand in the input itself.
  const { description, raw_command, ...own } = rest;
  return {
    params: own,
    ...(description === undefined ? {} : { description }),
    ...(raw_command === undefined ? {} : { raw_command }),
  };
}
