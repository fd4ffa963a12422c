import { isStringList, type JsonObject, textOf } from '../json/values.ts';
import { contiguousRuns } from '../phases/contiguousRuns.ts';

/** A phase of v2, with where its calls stand. */
export interface PlacedPhase {
  phase: JsonObject;
  index: number;
  places: readonly number[];
}

/** An annotation, and where its first call stands. */
export interface PlacedAnnotation {
  annotation: JsonObject;
  first: number;
}

/** The fields of a phase that an annotation has too; the others go to its margin, under their own names. */
const shared = ['phase_type', 'description', 'decisions', 'context_used', 'loop_info', 'exploration_record'];

/** Turns a phase into one annotation for each run of neighbouring calls; the first one says what the phase says. */
export function phaseToAnnotations(placed: PlacedPhase, calls: readonly JsonObject[]): PlacedAnnotation[] {
  const { phase, index, places } = placed;
  const id = textOf(phase.phase_id) ?? `phase-${String(index + 1).padStart(3, '0')}`;
  const runs = contiguousRuns(places);
  return runs.map(({ first, last }, part) => {
    const range = { start_call_id: calls[first]?.call_id, end_call_id: calls[last]?.call_id };
    const frame = {
      annotation_id: part === 0 ? id : `${id}-${part + 1}`,
      tool_call_range: range,
      annotated_by: 'agent',
      // The agent noted the phase itself, with its calls.
      confidence: 'high',
    };
    const inferred = ['annotated_by', 'confidence', ...(part === 0 ? [] : ['annotation_id', 'tool_call_range'])];
    const said = part === 0 ? mainPart(placed, runs.length > 1) : { phase_type: phase.phase_type };
    return { annotation: { ...said, ...frame, inferred: [...inferred, ...namesOf(said)] }, first };
  });
}

function namesOf({ inferred }: JsonObject): string[] {
  return isStringList(inferred) ? inferred : [];
}

function mainPart({ phase, places }: PlacedPhase, split: boolean): JsonObject {
  // An id that is no text cannot name the annotation, and is kept like any other field.
  const entries = Object.entries(phase).filter(([key, value]) => key !== 'phase_id' || textOf(value) === undefined);
  const own = Object.fromEntries(entries.filter(([key]) => shared.includes(key)));
  const rest = Object.fromEntries(entries.filter(([key]) => !shared.includes(key)));
  const { tool_call_ids, ...noted } = rest;
  const idsAreSaid = !split && Array.isArray(tool_call_ids) && tool_call_ids.length === places.length;
  const kept = { ...noted, ...(idsAreSaid || tool_call_ids === undefined ? {} : { tool_call_ids }) };
  return { ...own, ...(Object.keys(kept).length === 0 ? {} : { extensions: { std001: kept } }) };
}
