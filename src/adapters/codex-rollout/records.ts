import { asNumber, asObject, asText, type Fields } from './narrow.ts';

/** A record of a rollout file, classified by its shape alone. */
export type RolloutLine =
  /** `{timestamp, type, payload}`: every version since 0.32. */
  | {
      is: 'enveloped';
      type: string;
      payload: Fields;
      at: string | undefined;
      /** Position in a paginated rollout. */
      ordinal: number | undefined;
      /** The writer's own metadata beside the payload. */
      metadata: Fields | undefined;
    }
  /** First line of an old file: `{id, timestamp, instructions, git?}`. */
  | { is: 'header'; payload: Fields }
  /** `{record_type: "state"}` of an old file: a marker without content. */
  | { is: 'state' }
  /** An item without an envelope, and so without a time. */
  | { is: 'bare'; type: string; payload: Fields }
  | { is: 'foreign' };

/** Classifies a parsed record without looking into its payload. */
export function readRolloutLine(raw: unknown): RolloutLine {
  const record = asObject(raw);
  if (record === undefined) return { is: 'foreign' };
  const type = asText(record.type);
  const payload = asObject(record.payload);
  if (type !== undefined && payload !== undefined) {
    const at = asText(record.timestamp);
    return {
      is: 'enveloped',
      type,
      payload,
      at,
      ordinal: asNumber(record.ordinal),
      metadata: asObject(record.metadata),
    };
  }
  if (record.record_type === 'state') return { is: 'state' };
  if (type !== undefined) return { is: 'bare', type, payload: record };
  const headed = typeof record.id === 'string' && typeof record.timestamp === 'string' && 'instructions' in record;
  return headed ? { is: 'header', payload: record } : { is: 'foreign' };
}
