import type { Carrier } from '../carrier/openCarrier.ts';
import { fieldTypes, isJsonObject, type JsonObject, objectsOf, textOf } from '../json/values.ts';

/** The account of a subagent with its type and its count of calls. Other values are left to the schema. */
export function completeSubagent(raw: unknown, params: JsonObject, carrier: Carrier): unknown {
  if (!isJsonObject(raw)) return raw;
  const breakdown = objectsOf(raw.tools_breakdown);
  return {
    ...raw,
    subagent_type: carrier.need(
      ['subagent_info', 'subagent_type'],
      raw.subagent_type,
      fieldTypes.string,
      () => textOf(params.subagent_type) ?? 'unknown',
    ),
    tool_uses: carrier.need(['subagent_info', 'tool_uses'], raw.tool_uses, fieldTypes.count, () =>
      breakdown.reduce((sum, { count }) => sum + (fieldTypes.count.fits(count) ? count : 0), 0),
    ),
  };
}
