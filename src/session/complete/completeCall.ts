import { chooseValue } from '../carrier/chooseValue.ts';
import { openCarrier, type Report } from '../carrier/openCarrier.ts';
import { toolCategory } from '../facts/toolFacts.ts';
import type { JsonPath } from '../json/values.ts';
import { fieldTypes, isJsonObject, type JsonObject } from '../json/values.ts';
import type { CallClock } from './callClock.ts';
import { chooseOutcome } from './chooseOutcome.ts';
import { completeContribution } from './completeContribution.ts';
import { completeInput } from './completeInput.ts';
import { completeOutput } from './completeOutput.ts';
import { completeSubagent } from './completeSubagent.ts';

export interface CallContext {
  path: JsonPath;
  report: Report;
  clock: CallClock;
  /** An id for a call that has none. */
  nextId(): string;
}

/** A call with every field that v3.0 demands; what is not among them stays as it is. */
export function completeCall(raw: JsonObject, { path, report, clock, nextId }: CallContext): JsonObject {
  const { extensions: _, inferred: __, ...fields } = raw;
  const carrier = openCarrier(raw, path, report);
  const { string, text } = fieldTypes;
  const call_id = carrier.need(['call_id'], raw.call_id, text, () =>
    typeof raw.call_id === 'number' ? String(raw.call_id) : nextId(),
  );
  const tool_name = carrier.need(['tool_name'], raw.tool_name, string, () => 'unknown');
  const category = toolCategory(tool_name);
  const tool_category = chooseValue(carrier, ['tool_category'], 'category', raw.tool_category, category);
  const times = clock.times(raw, carrier);
  const input = completeInput(raw.input, carrier);
  const { output, outcome } = completeOutput(raw.output, carrier);
  const params = isJsonObject(input.params) ? input.params : {};
  return {
    ...fields,
    call_id,
    tool_name,
    tool_category,
    ...times,
    input,
    output,
    outcome: chooseOutcome(raw.outcome, outcome, carrier),
    ...part('context_contribution', completeContribution(raw.context_contribution, carrier)),
    ...part('subagent_info', completeSubagent(raw.subagent_info, params, carrier)),
    ...carrier.fields(),
  };
}

function part(name: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
