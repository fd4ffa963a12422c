import { diagnose } from '../diagnostics.ts';
import {
  filledText,
  isFilled,
  isGiven,
  isJsonObject,
  isStringList,
  type JsonObject,
  objectsOf,
  othersOf,
  toPointer,
} from '../json/values.ts';
import { contextUsedRule, contiguousRuns, decisionsRule } from '../normalise/annotations.ts';
import { openFieldReader, type Report } from '../normalise/leftovers.ts';
import { normalise, numberedId, type Scope, type Table } from '../normalise/walk.ts';
import { phase as phaseSchema } from '../schema/std001v31.ts';
import { groupBy } from '../sequences.ts';
import { namePhase } from './rename.ts';

/**
 * Turns the phases of v2 into annotations over the flat list of calls. Keeps the phases too, because v3.0 has both and a phase without
 * calls can be no annotation. A phase whose calls are not neighbours becomes several annotations.
 */
export function v2ToV30({ phases, ...json }: JsonObject, report: Report): JsonObject {
  const calls = objectsOf(json.tool_calls);
  const all = objectsOf(phases).map(namePhase);
  const positions = positionsOfCalls(all, calls, report);
  const annotated = all
    .flatMap((phase, index) => phaseToAnnotations({ phase, index, positions: positions[index] ?? [] }, calls))
    .sort((a, b) => a.first - b.first);
  const prompt = promptOf(all);
  const asked = prompt === undefined || isFilled(json.user_prompt);
  const others = Object.values(othersOf('phases', phases)).flat();
  return {
    ...(asked ? json : { ...json, user_prompt: prompt }),
    ...(annotated.length === 0 ? {} : { phase_annotations: annotated.map(({ annotation }) => annotation) }),
    phases: keepPhases(all, calls, positions, report),
    ...(others.length === 0 ? {} : { other_phases: others }),
  };
}

/** Positions of the calls of each phase: from the phase's list, else from what the calls state. */
function positionsOfCalls(phases: readonly JsonObject[], calls: readonly JsonObject[], report: Report): number[][] {
  const positions = new Map(calls.map(({ call_id }, position) => [call_id, position]));
  const byPhase = groupBy(calls.keys(), (position) => calls[position]?.phase_id);
  return phases.map(({ phase_id, tool_call_ids }, index) => {
    if (!isStringList(tool_call_ids)) return phase_id === undefined ? [] : (byPhase.get(phase_id) ?? []);
    return tool_call_ids.flatMap((id, at) => {
      const position = positions.get(id);
      if (position !== undefined) return position;
      report(
        diagnose('dangling-call-id', {
          at: { pointer: toPointer(['phases', index, 'tool_call_ids', at]) },
          actual: id,
        }),
      );
      return [];
    });
  });
}

/** The user's prompt, which v2 records in the phase that understood it. */
function promptOf(phases: readonly JsonObject[]): string | undefined {
  return phases
    .map(({ input }) => (isJsonObject(input) ? filledText(input.user_message) : undefined))
    .find((each) => each !== undefined);
}

/** A phase of v2, with the positions of its calls. */
interface PositionedPhase {
  phase: JsonObject;
  index: number;
  positions: readonly number[];
}

/** An annotation, and the position of its first call. */
interface PositionedAnnotation {
  annotation: JsonObject;
  first: number;
}

/** The fields of a phase that an annotation has too; the others go to the leftovers under their own names. */
const shared = ['phase_type', 'description', 'decisions', 'context_used', 'loop_info', 'exploration_record'];

/** Turns a phase into one annotation per run of neighbouring calls; the first one carries the phase's content. */
function phaseToAnnotations(positioned: PositionedPhase, calls: readonly JsonObject[]): PositionedAnnotation[] {
  const { phase, index, positions } = positioned;
  const id = filledText(phase.phase_id) ?? numberedId('phase', index);
  const runs = contiguousRuns(positions);
  return runs.map(({ first, last }, part) => {
    const range = { start_call_id: calls[first]?.call_id, end_call_id: calls[last]?.call_id };
    const frame = {
      annotation_id: part === 0 ? id : `${id}-${part + 1}`,
      tool_call_range: range,
      annotated_by: 'agent',
      // The agent recorded the phase itself, with its calls.
      confidence: 'high',
    };
    const inferred = ['annotated_by', 'confidence', ...(part === 0 ? [] : ['annotation_id', 'tool_call_range'])];
    const said = part === 0 ? mainPart(positioned, runs.length > 1) : { phase_type: phase.phase_type };
    return { annotation: { ...said, ...frame, inferred: [...inferred, ...namesOf(said)] }, first };
  });
}

function namesOf({ inferred }: JsonObject): string[] {
  return isStringList(inferred) ? inferred : [];
}

function mainPart({ phase, positions }: PositionedPhase, split: boolean): JsonObject {
  // An id that is no text cannot identify the annotation, and is kept like any other field.
  const entries = Object.entries(phase).filter(([key, value]) => key !== 'phase_id' || filledText(value) === undefined);
  const own = Object.fromEntries(entries.filter(([key]) => shared.includes(key)));
  const rest = Object.fromEntries(entries.filter(([key]) => !shared.includes(key)));
  const { tool_call_ids, ...noted } = rest;
  const idsAreStated = !split && Array.isArray(tool_call_ids) && tool_call_ids.length === positions.length;
  const kept = { ...noted, ...(idsAreStated || tool_call_ids === undefined ? {} : { tool_call_ids }) };
  return { ...own, ...(Object.keys(kept).length === 0 ? {} : { extensions: { std001: kept } }) };
}

const statuses: ReadonlyMap<string | undefined, string> = new Map([
  ['pending', 'pending'],
  ['running', 'running'],
  ['in_progress', 'running'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['skipped', 'skipped'],
]);

interface PhaseContext {
  /** The phase's calls that exist in the session. */
  ids: readonly string[];
}

const phaseTable: Table<PhaseContext> = {
  schema: phaseSchema,
  last: ['tool_call_ids', 'context_used', 'decisions'],
  rules: {
    tool_call_ids: { read: readCallIds },
    status: {
      read: (value, scope) => keptUnless(statuses.get(filledText(value)?.toLowerCase()) ?? 'success', value, scope),
    },
    phase_id: {
      read: (value, scope) => keptUnless(filledText(value) ?? numberedId('phase', scope.index), value, scope),
    },
    phase_type: { infer: 'unclassified' },
    input: { read: objectWithText },
    output: { read: objectWithText },
    context_used: contextUsedRule,
    decisions: decisionsRule,
  },
};

/**
 * The phases of v2 in the form that readers of v2 expect, in order and including those without calls: every field such a reader needs is
 * present, every call of the session belongs to one phase, and other content of a phase is kept in it. `positions` are those of the calls
 * of each phase.
 */
function keepPhases(
  phases: readonly JsonObject[],
  calls: readonly JsonObject[],
  positions: readonly (readonly number[])[],
  report: Report,
): JsonObject[] {
  const idOf = (position: number): string => filledText(calls[position]?.call_id) ?? '';
  const kept = phases.map((phase, index) => {
    const own = positions[index] ?? [];
    // Faults of a phase with calls are reported for its annotation.
    return keepPhase(phase, index, own.map(idOf), own.length === 0 ? report : () => undefined);
  });
  const covered = new Set(positions.flat());
  const others = [...calls.keys()].filter((position) => !covered.has(position)).map(idOf);
  if (others.length === 0) return kept;
  // A reader of phases shows no other calls.
  const rest = { phase_id: 'unassigned', phase_type: 'unclassified', inferred: ['phase_id', 'phase_type', 'status'] };
  return [...kept, keepPhase(rest, kept.length, others, report)];
}

function keepPhase(raw: JsonObject, index: number, ids: readonly string[], report: Report): JsonObject {
  const reader = openFieldReader(raw, ['phases', index], report);
  return { ...normalise(raw, phaseTable, { context: { ids }, reader, index }), ...reader.fields() };
}

function readCallIds(stated: unknown, { context: { ids }, path, reader }: Scope<PhaseContext>): readonly string[] {
  const isStated = isStringList(stated) && stated.length === ids.length;
  if (isGiven(stated) && !isStated) reader.keep(path, stated);
  return ids;
}

/** The value to write; a different value that the file has goes to the leftovers. */
function keptUnless(written: string, value: unknown, { path, reader }: Scope<PhaseContext>): string {
  if (isGiven(value) && value !== written) reader.keep(path, value);
  return written;
}

function objectWithText(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  return isGiven(value) ? { text: value } : {};
}
