import { withInferred } from '../carrier/withInferred.ts';
import { isJsonObject, type JsonObject, textOf } from '../json/values.ts';
import { renameFields } from './renameFields.ts';

const names = ['decisions', 'design_decisions'];

/**
 * Gives the decisions that some files hold at the session to an annotation, where readers look for them: the first one
 * that plans, else the first. Without annotations they stay where they are.
 */
export function attachDecisions(json: JsonObject): JsonObject {
  const annotations = json.phase_annotations;
  const name = names.find((each) => Array.isArray(json[each]));
  if (name === undefined || !Array.isArray(annotations)) return json;
  const planning = annotations.findIndex((each) => isJsonObject(each) && each.phase_type === 'plan');
  const target = Math.max(0, planning);
  const annotation: unknown = annotations[target];
  if (!isJsonObject(annotation) || (annotation.decisions !== undefined && !Array.isArray(annotation.decisions)))
    return json;
  const { [name]: decisions, ...rest } = json;
  const all = [...(annotation.decisions ?? []), ...(decisions as unknown[]).map(toDecision)];
  const attached = withInferred({ ...annotation, decisions: all }, 'decisions');
  return { ...rest, phase_annotations: annotations.with(target, attached) };
}

/** A decision in the standard's words. */
function toDecision(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const fields = renameFields(raw, {
    description: ['decision'],
    reasoning: ['rationale', 'reason'],
    alternatives_considered: ['alternatives', 'alternatives_rejected'],
  });
  const made = [fields.title, fields.choice].flatMap((each) => textOf(each) ?? []).join(': ');
  return fields.description === undefined && made !== '' ? { ...fields, description: made } : fields;
}
