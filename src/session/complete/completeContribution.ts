import { chooseValue } from '../carrier/chooseValue.ts';
import type { Carrier } from '../carrier/openCarrier.ts';
import { isJsonObject, textOf } from '../json/values.ts';

/** What a call contributed to the context: a bare text is knowledge. Other values are left to the schema. */
export function completeContribution(raw: unknown, carrier: Carrier): unknown {
  if (typeof raw === 'string') {
    carrier.infer('context_contribution.type');
    return { type: 'knowledge', summary: raw };
  }
  if (!isJsonObject(raw)) return raw;
  const type = chooseValue(carrier, ['context_contribution', 'type'], 'contribution', raw.type, 'knowledge');
  if (typeof raw.summary === 'string') return { ...raw, type };
  carrier.misfit(['context_contribution', 'summary'], raw.summary, 'a string');
  carrier.infer('context_contribution.summary');
  return { ...raw, type, summary: textOf(raw.reference) ?? textOf(raw.description) ?? '' };
}
