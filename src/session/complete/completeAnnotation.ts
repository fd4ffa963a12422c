import { chooseValue } from '../carrier/chooseValue.ts';
import type { Carrier } from '../carrier/openCarrier.ts';
import { fieldTypes } from '../json/fieldTypes.ts';
import { isJsonObject, type JsonObject } from '../json/jsonObject.ts';
import { completeContextUsed } from './completeContextUsed.ts';
import { completeDecisions } from './completeDecisions.ts';
import { readTime } from './readTime.ts';

/** An annotation with every field that v3.0 demands but its range. */
export function completeAnnotation(
  raw: JsonObject,
  { index, annotatedAt, carrier }: { index: number; annotatedAt: string; carrier: Carrier },
): JsonObject {
  const { extensions: _, inferred: __, tool_call_range, decisions, context_used, ...fields } = raw;
  const made = `ann-${String(index + 1).padStart(3, '0')}`;
  const at = readTime(['annotated_at'], raw.annotated_at, carrier);
  if (at === undefined) carrier.infer('annotated_at');
  keepRest(tool_call_range, carrier);
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
  return level;
}

/** What a range says beyond its ends. */
function keepRest(range: unknown, carrier: Carrier): void {
  if (!isJsonObject(range)) return;
  const { start_call_id: _, end_call_id: __, start: ___, end: ____, ...rest } = range;
  for (const [key, value] of Object.entries(rest)) carrier.keep(['tool_call_range', key], value);
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
