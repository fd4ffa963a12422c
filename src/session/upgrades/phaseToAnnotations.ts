import { isJsonObject, isStringList, type JsonObject, textOf } from '../json/jsonObject.ts';
import { contiguousRuns } from '../phases/contiguousRuns.ts';
import type { FoldedPhase } from './foldPhases.ts';

/** An annotation, and where its first call stands. */
export interface PlacedAnnotation {
  annotation: JsonObject;
  first: number;
}

/** The fields of a phase that an annotation has too; the others go to its margin, under their own names. */
const shared = ['phase_type', 'description', 'decisions', 'context_used', 'loop_info', 'exploration_record'];

/** Turns a phase into one annotation for each run of neighbouring calls; the first one says what the phase says. */
export function phaseToAnnotations(folded: FoldedPhase, calls: readonly JsonObject[]): PlacedAnnotation[] {
  const { phase, index, places } = folded;
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
    const said = part === 0 ? mainPart(folded, runs.length > 1) : { phase_type: phase.phase_type };
    return { annotation: { ...said, ...frame, inferred: [...inferred, ...namesOf(said)] }, first };
  });
}

function namesOf({ inferred }: JsonObject): string[] {
  return isStringList(inferred) ? inferred : [];
}

function mainPart({ phase, places, before, after }: FoldedPhase, split: boolean): JsonObject {
  const others = [...before, ...after];
  // An id that is no text cannot name the annotation, and is kept like any other field.
  const entries = Object.entries(phase).filter(([key, value]) => key !== 'phase_id' || textOf(value) === undefined);
  const own = Object.fromEntries(entries.filter(([key]) => shared.includes(key)));
  const rest = Object.fromEntries(entries.filter(([key]) => !shared.includes(key)));
  const { tool_call_ids, ...noted } = rest;
  const idsAreSaid = !split && Array.isArray(tool_call_ids) && tool_call_ids.length === places.length;
  const kept = {
    ...noted,
    ...(idsAreSaid || tool_call_ids === undefined ? {} : { tool_call_ids }),
    ...(others.length === 0 ? {} : { phases: others.map(withoutFolded) }),
  };
  return {
    ...own,
    ...foldLists(own, before, after),
    ...(Object.keys(kept).length === 0 ? {} : { extensions: { std001: kept } }),
  };
}

const foldedLists = ['decisions', 'context_used'] as const;

/** Decisions and context of the phases without calls, before and after the phase's own. */
function foldLists(own: JsonObject, before: readonly JsonObject[], after: readonly JsonObject[]): JsonObject {
  const inferred: string[] = [];
  const lists: JsonObject = {};
  for (const name of foldedLists) {
    const ahead = before.flatMap((phase) => itemsOf(phase[name]));
    const behind = after.flatMap((phase) => itemsOf(phase[name]));
    if (ahead.length + behind.length === 0) continue;
    lists[name] = [...ahead, ...itemsOf(own[name]), ...behind];
    inferred.push(name);
  }
  const record = [...before, ...after].find(({ exploration_record }) => isJsonObject(exploration_record));
  if (record !== undefined && own.exploration_record === undefined) {
    lists.exploration_record = record.exploration_record;
    inferred.push('exploration_record');
  }
  return inferred.length === 0 ? {} : { ...lists, inferred };
}

function itemsOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A phase without calls as it is kept: without the lists that were folded. */
function withoutFolded(phase: JsonObject): JsonObject {
  const { decisions: _, context_used: __, ...kept } = phase;
  return kept;
}
