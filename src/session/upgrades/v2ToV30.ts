import type { Report } from '../carrier/openCarrier.ts';
import { diagnose } from '../diagnostics.ts';
import { groupBy } from '../json/groupBy.ts';
import {
  isFilled,
  isJsonObject,
  isStringList,
  type JsonObject,
  objectsOf,
  othersOf,
  textOf,
  toPointer,
} from '../json/values.ts';
import { keepPhases } from './keepPhases.ts';
import { namePhase } from './namePhase.ts';
import { phaseToAnnotations } from './phaseToAnnotations.ts';

/**
 * Turns the phases of v2 into annotations over the flat list of calls, and keeps them beside, for v3.0 has both: a phase
 * without calls can be no annotation. One whose calls are no neighbours becomes several annotations.
 */
export function v2ToV30({ phases, ...json }: JsonObject, report: Report): JsonObject {
  const calls = objectsOf(json.tool_calls);
  const all = objectsOf(phases).map(namePhase);
  const places = placeCalls(all, calls, report);
  const annotated = all
    .flatMap((phase, index) => phaseToAnnotations({ phase, index, places: places[index] ?? [] }, calls))
    .sort((a, b) => a.first - b.first);
  const prompt = promptOf(all);
  const asked = prompt === undefined || isFilled(json.user_prompt);
  const others = Object.values(othersOf('phases', phases)).flat();
  return {
    ...(asked ? json : { ...json, user_prompt: prompt }),
    ...(annotated.length === 0 ? {} : { phase_annotations: annotated.map(({ annotation }) => annotation) }),
    phases: keepPhases(all, calls, places, report),
    ...(others.length === 0 ? {} : { other_phases: others }),
  };
}

/** Where the calls of each phase stand: by the phase's list, else by what the calls say. */
function placeCalls(phases: readonly JsonObject[], calls: readonly JsonObject[], report: Report): number[][] {
  const places = new Map(calls.map(({ call_id }, place) => [call_id, place]));
  const byPhase = groupBy(calls.keys(), (place) => calls[place]?.phase_id);
  return phases.map(({ phase_id, tool_call_ids }, index) => {
    if (!isStringList(tool_call_ids)) return phase_id === undefined ? [] : (byPhase.get(phase_id) ?? []);
    return tool_call_ids.flatMap((id, at) => {
      const place = places.get(id);
      if (place !== undefined) return place;
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

/** What the user said, as v2 notes it with the phase that understood it. */
function promptOf(phases: readonly JsonObject[]): string | undefined {
  return phases
    .map(({ input }) => (isJsonObject(input) ? textOf(input.user_message) : undefined))
    .find((each) => each !== undefined);
}
