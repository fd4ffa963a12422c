import { chooseValue } from '../carrier/chooseValue.ts';
import type { Carrier } from '../carrier/openCarrier.ts';
import { fieldTypes, isJsonObject, type JsonObject } from '../json/values.ts';
import { completeContextUsed } from './completeContextUsed.ts';
import { completeDecisions } from './completeDecisions.ts';
import type { CallRange } from './readRange.ts';
import { readTime } from './readTime.ts';

/** An annotation with every field that v3.0 demands but its range. */
export function completeAnnotation(
  raw: JsonObject,
  { index, range, annotatedAt, carrier }: { index: number; range: CallRange; annotatedAt: string; carrier: Carrier },
): JsonObject {
  const { extensions: _, inferred: __, tool_call_range, decisions, context_used, ...fields } = raw;
  const made = `ann-${String(index + 1).padStart(3, '0')}`;
  const at = readTime(['annotated_at'], raw.annotated_at, carrier);
  if (at === undefined) carrier.infer('annotated_at');
  if (range.is === 'range') keepRest(tool_call_range, range, carrier);
  return {
    ...fields,
    annotation_id: carrier.need(['annotation_id'], raw.annotation_id, fieldTypes.string, () => made),
    phase_type: chooseValue(carrier, ['phase_type'], 'phase', raw.phase_type, 'unclassified'),
    annotated_by: chooseValue(carrier, ['annotated_by'], 'annotator', raw.annotated_by, 'agent'),
    annotated_at: at?.text ?? annotatedAt,
    confidence: confidenceOf(raw.confidence, carrier),
    ...listPart('decisions', decisions, carrier, completeDecisions),
    ...listPart('context_used', context_used, carrier, completeContextUsed),
    ...carrier.fields(),
  };
}

/** Some files give a confidence as a share of 1. */
function confidenceOf(value: unknown, carrier: Carrier): 'high' | 'medium' | 'low' {
  if (typeof value !== 'number') return chooseValue(carrier, ['confidence'], 'level', value, 'low');
  const level = value >= 0.8 ? 'high' : value >= 0.5 ? 'medium' : 'low';
  carrier.replaced(['confidence'], value, level);
  carrier.infer('confidence');
  return level;
}

/** What a range says beyond its ends. */
function keepRest(raw: unknown, { start, end }: { start: string; end: string }, carrier: Carrier): void {
  if (!isJsonObject(raw)) return;
  for (const [key, value] of Object.entries(raw)) {
    if (value !== start && value !== end) carrier.keep(['tool_call_range', key], value);
  }
}

function listPart(
  name: string,
  value: unknown,
  carrier: Carrier,
  complete: (list: readonly unknown[], carrier: Carrier) => JsonObject[],
): JsonObject {
  if (value === undefined || value === null) return {};
  if (Array.isArray(value)) return { [name]: complete(value, carrier) };
  carrier.misfit([name], value, 'an array');
  return {};
}
