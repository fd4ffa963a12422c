import type { SourceRef } from '../../session/index.ts';
import { textHash } from '../hashText.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';

/** A step that can be converted. */
export interface Step {
  raw: JsonObject;
  /** Its `content_summary`. */
  text: string;
  ref: SourceRef;
  /** With a zone if the caller knows it. */
  at: string | undefined;
  /** Whether the log writes it without a zone, as writers from 2026-03 on do. */
  isLocal: boolean;
}

const keptFields = ['step_id', 'raw_uuid', 'parent_uuid'] as const;

/** What a step says that has no other place in the session. */
export function stepExtensions({ raw }: Step, more: Record<string, unknown> = {}): Record<string, unknown> {
  const kept = keptFields.map((name) => [name, raw[name]] as const).filter(([, value]) => value != null);
  return { ...Object.fromEntries(kept), ...more };
}

/** The id that results and later steps name: the one of the transcript's record. */
export function stepUuid({ raw }: Step): string | undefined {
  return field.text(raw, 'raw_uuid');
}

/** Finds steps that the monitor and a later synchronisation both wrote: same transcript record, same text. */
interface Repeats {
  has(step: JsonObject, text: string): boolean;
}

export function createRepeats(): Repeats {
  const seen = new Map<string, number>();
  return {
    has(step, text) {
      const uuid = field.text(step, 'raw_uuid');
      if (uuid === undefined) return false;
      const mark = textHash(text);
      if (seen.get(uuid) === mark) return true;
      seen.set(uuid, mark);
      return false;
    },
  };
}
