import { chooseValue } from '../carrier/chooseValue.ts';
import type { Carrier } from '../carrier/openCarrier.ts';
import { fieldTypes, isJsonObject, type JsonObject } from '../json/values.ts';
import { decision } from '../schema/std001v30.ts';
import { fitFields } from './fitFields.ts';

/** The decisions of an annotation with every field that v3.0 demands; a bare text is a description. */
export function completeDecisions(raw: readonly unknown[], carrier: Carrier): JsonObject[] {
  return raw.flatMap((each, index): JsonObject[] => {
    const path = ['decisions', index];
    const fields = typeof each === 'string' ? { description: each } : each;
    if (!isJsonObject(fields)) {
      carrier.misfit(path, each, 'a decision');
      return [];
    }
    const { string } = fieldTypes;
    const made = `dec-${String(index + 1).padStart(3, '0')}`;
    const completed = {
      ...fields,
      decision_id: carrier.need([...path, 'decision_id'], fields.decision_id, string, () => made),
      type: chooseValue(carrier, [...path, 'type'], 'decision', fields.type, 'approach'),
      description: carrier.need([...path, 'description'], fields.description, string, () => ''),
    };
    return [fitFields(completed, decision, path, carrier)];
  });
}
