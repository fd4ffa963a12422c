import { isJsonObject, type JsonObject } from '../../read/jsonObject.ts';

/** The records of a log that are about one step (0-based), in order: one for each time that it ran, and what steered it. */
export function stepRecord(log: Iterable<unknown>, step: number): JsonObject[] {
  return [...log].filter((record): record is JsonObject => isJsonObject(record) && record.step === step);
}
