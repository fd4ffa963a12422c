import { chooseValue } from '../carrier/chooseValue.ts';
import { openCarrier, type Report } from '../carrier/openCarrier.ts';
import { completeContextUsed } from '../complete/completeContextUsed.ts';
import { completeDecisions } from '../complete/completeDecisions.ts';
import { isGiven, isJsonObject, isStringList, type JsonObject, textOf } from '../json/values.ts';

const statuses: Readonly<Record<string, string>> = {
  pending: 'pending',
  running: 'running',
  in_progress: 'running',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
};

/**
 * The phases of v2 as readers of v2 take them, in their order, those without calls among them: every field that such a
 * reader asks for is there, every call of the session belongs to one, and whatever else a phase says stands in it.
 * `places` says where the calls of each phase stand.
 */
export function keepPhases(
  phases: readonly JsonObject[],
  calls: readonly JsonObject[],
  places: readonly (readonly number[])[],
  report: Report,
): JsonObject[] {
  const idOf = (place: number): string => textOf(calls[place]?.call_id) ?? '';
  const kept = phases.map((phase, index) => {
    const own = places[index] ?? [];
    // What is odd in a phase with calls is reported of its annotation.
    return keepPhase(phase, index, own.map(idOf), own.length === 0 ? report : () => undefined);
  });
  const covered = new Set(places.flat());
  const others = [...calls.keys()].filter((place) => !covered.has(place)).map(idOf);
  if (others.length === 0) return kept;
  // A reader of phases shows no other calls.
  const rest = { phase_id: 'unassigned', phase_type: 'unclassified', inferred: ['phase_id', 'phase_type', 'status'] };
  return [...kept, keepPhase(rest, kept.length, others, report)];
}

function keepPhase(raw: JsonObject, index: number, ids: readonly string[], report: Report): JsonObject {
  const carrier = openCarrier(raw, ['phases', index], report);
  const { extensions: _, inferred: __, tool_call_ids, decisions, context_used, ...fields } = raw;
  const idsAreSaid = isStringList(tool_call_ids) && tool_call_ids.length === ids.length;
  if (isGiven(tool_call_ids) && !idsAreSaid) carrier.keep(['tool_call_ids'], tool_call_ids);
  const list = (name: string, value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    if (isGiven(value)) carrier.misfit([name], value, 'an array');
    return [];
  };
  const status = statuses[textOf(raw.status)?.toLowerCase() ?? ''] ?? 'success';
  if (isGiven(raw.status) && raw.status !== status) carrier.keep(['status'], raw.status);
  const ownId = textOf(raw.phase_id);
  if (ownId === undefined && isGiven(raw.phase_id)) carrier.keep(['phase_id'], raw.phase_id);
  return {
    ...fields,
    phase_id: ownId ?? `phase-${String(index + 1).padStart(3, '0')}`,
    phase_type: chooseValue(carrier, ['phase_type'], 'phase', raw.phase_type, 'unclassified'),
    status,
    input: isJsonObject(raw.input) ? raw.input : isGiven(raw.input) ? { text: raw.input } : {},
    output: isJsonObject(raw.output) ? raw.output : isGiven(raw.output) ? { text: raw.output } : {},
    tool_call_ids: ids,
    context_used: completeContextUsed(list('context_used', context_used), carrier),
    decisions: completeDecisions(list('decisions', decisions), carrier),
    ...carrier.fields(),
  };
}

/** Whether phases leave no call out: readers of v2 show only those that belong to one. */
export function phasesCover(phases: unknown, callIds: readonly string[]): boolean {
  if (!Array.isArray(phases)) return false;
  const named = new Set(
    phases.flatMap((phase: unknown) =>
      isJsonObject(phase) && Array.isArray(phase.tool_call_ids) ? (phase.tool_call_ids as unknown[]) : [],
    ),
  );
  return callIds.every((id) => named.has(id));
}
