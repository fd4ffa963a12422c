import { chooseValue } from '../carrier/chooseValue.ts';
import { nearestValue } from '../carrier/nearestValue.ts';
import type { Carrier } from '../carrier/openCarrier.ts';
import type { JsonPath } from '../json/values.ts';
import { fieldTypes, isJsonObject, type JsonObject } from '../json/values.ts';
import { contextReference } from '../schema/std001v30.ts';
import { fitFields } from './fitFields.ts';

/** The context references of an annotation with every field that v3.0 demands; a bare text is the path of a file. */
export function completeContextUsed(raw: readonly unknown[], carrier: Carrier): JsonObject[] {
  return raw.flatMap((each, index): JsonObject[] => {
    const path = ['context_used', index];
    const fields = typeof each === 'string' ? { source: each } : each;
    if (!isJsonObject(fields)) {
      carrier.misfit(path, each, 'a context reference');
      return [];
    }
    const completed = {
      ...fields,
      type: chooseValue(carrier, [...path, 'type'], 'context', fields.type, 'file'),
      source: carrier.need([...path, 'source'], fields.source, fieldTypes.string, () => ''),
      relevance: chooseValue(carrier, [...path, 'relevance'], 'level', fields.relevance, 'medium'),
      ...usageMode(fields.usage_mode, [...path, 'usage_mode'], carrier),
    };
    return [fitFields(completed, contextReference, path, carrier)];
  });
}

/** An optional enumeration: a word that is near none of its values is left to the schema. */
function usageMode(value: unknown, path: JsonPath, carrier: Carrier): JsonObject {
  const near = typeof value === 'string' ? nearestValue('usage', value) : undefined;
  if (near === undefined || near === value) return {};
  carrier.replaced(path, value, near);
  return { usage_mode: near };
}
