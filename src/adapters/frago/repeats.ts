import { fingerprint } from '../claude-code/text/fingerprint.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';

/** Finds steps that the monitor and a later synchronisation both wrote: same transcript record, same text. */
export interface Repeats {
  has(step: JsonObject, text: string): boolean;
}

export function createRepeats(): Repeats {
  const seen = new Map<string, number>();
  return {
    has(step, text) {
      const uuid = field.text(step, 'raw_uuid');
      if (uuid === undefined) return false;
      const mark = fingerprint(text);
      if (seen.get(uuid) === mark) return true;
      seen.set(uuid, mark);
      return false;
    },
  };
}
