import type { Session } from '../../src/session/index.ts';

/**
 * What today's BorisAgentStudio needs of a session file, reported as faults: its import validation, the fields that its views read without
 * a guard, its guess of a role from call ids, annotations that cover each call once, and its sorting of dates as strings.
 */
export function studioFaults(json: unknown): string[] {
  if (!isObject(json)) return ['the file is no object'];
  const faults = [...importFaults(json), ...dateFaults(json)];
  const calls = Array.isArray(json.tool_calls) ? json.tool_calls : [];
  const ownIds = isObject(json.provenance) && json.provenance.source_format === 'std001';
  for (const [index, call] of calls.entries()) {
    faults.push(...callFaults(call).map((fault) => `tool_calls[${index}]: ${fault}`));
    if (!ownIds && isObject(call)) faults.push(...roleFaults(call.call_id));
  }
  return [...faults, ...annotationFaults(json as unknown as Session)];
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function importFaults(json: Fields): string[] {
  const faults: string[] = [];
  for (const key of ['session_id', 'task_title', 'created_at']) {
    const value = json[key];
    if (typeof value !== 'string' || value.trim() === '') faults.push(`${key} is not a non-empty string`);
  }
  if (!Array.isArray(json.tool_calls)) faults.push('tool_calls is no array');
  if (!isObject(json.summary)) faults.push('summary is no object');
  return [...faults, ...phaseFaults(json)];
}

const phaseTypes = ['understand', 'explore', 'plan', 'execute', 'verify', 'mixed', 'unclassified'];
const phaseStatuses = ['pending', 'running', 'success', 'failed', 'skipped'];

/** The studio prefers `phases` to annotations, refuses unknown values, and shows only the calls that phases list. */
function phaseFaults({ phases, tool_calls }: Fields): string[] {
  if (phases === undefined) return [];
  if (!Array.isArray(phases) || phases.length === 0) return ['phases is a stub, which would hide every call'];
  const listed = phases.flatMap((phase: unknown) => (isObject(phase) ? phase.tool_call_ids : [])) as unknown[];
  const ids = (tool_calls as { call_id: unknown }[]).map(({ call_id }) => call_id);
  const fits = (phase: unknown): boolean =>
    isObject(phase) &&
    typeof phase.phase_id === 'string' &&
    phaseTypes.includes(String(phase.phase_type)) &&
    phaseStatuses.includes(String(phase.status)) &&
    isObject(phase.input) &&
    isObject(phase.output) &&
    Array.isArray(phase.context_used) &&
    Array.isArray(phase.decisions);
  return [
    ...phases.flatMap((phase: unknown, at) => (fits(phase) ? [] : [`phases/${at} would be refused`])),
    ...ids.filter((id) => !listed.includes(id)).map((id) => `${String(id)} belongs to no phase, and would be hidden`),
    ...listed.filter((id) => !ids.includes(id)).map((id) => `a phase lists ${String(id)}, which is no call`),
  ];
}

const studioDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function dateFaults(json: Fields): string[] {
  return ['created_at', 'completed_at']
    .filter((key) => !studioDate.test(String(json[key])))
    .map((key) => `${key} is ${String(json[key])}, not UTC with milliseconds: the studio sorts dates as strings`);
}

function callFaults(call: unknown): string[] {
  if (!isObject(call)) return ['is no object'];
  const { tool_name, call_id, input, output, started_at, ended_at } = call;
  const faults: string[] = [];
  if (typeof tool_name !== 'string') faults.push('tool_name is no string');
  if (typeof call_id !== 'string') faults.push('call_id is no string');
  if (!isObject(input) || !isObject(input.params)) faults.push('input.params is no object');
  if (!isObject(output) || (output.status !== 'success' && output.status !== 'failed')) faults.push('output.status');
  for (const time of [started_at, ended_at]) if (!studioDate.test(String(time))) faults.push(`time ${String(time)}`);
  const display = isObject(output) && isObject(output.result) ? output.result.display : undefined;
  if (display !== undefined && (typeof display !== 'string' || /[\n\r]/.test(display)))
    faults.push('display has lines');
  return faults;
}

/** Prefixes by which the studio guesses a role from a call id, wherever in the id they stand. */
const rolePrefixes = ['po', 'product', 'arch', 'chall', 'da', 'design', 'dev', 'impl', 'review'];

function roleFaults(callId: unknown): string[] {
  return rolePrefixes
    .filter((prefix) => String(callId).toLowerCase().includes(prefix))
    .map((prefix) => `call id ${String(callId)} would be taken for the role ${prefix}`);
}

function annotationFaults({ phase_annotations: annotations, tool_calls }: Session): string[] {
  if (annotations === undefined) return [];
  if (annotations.length === 0) return ['phase_annotations is empty: leave it out'];
  const places = new Map(tool_calls.map(({ call_id }, index) => [call_id, index]));
  const covered = new Array<number>(tool_calls.length).fill(0);
  const faults: string[] = [];
  for (const { annotation_id, tool_call_range } of annotations) {
    const start = places.get(tool_call_range.start_call_id);
    const end = places.get(tool_call_range.end_call_id);
    if (start === undefined || end === undefined || end < start) {
      faults.push(`${annotation_id} names a range that is none: the studio would let it span all calls`);
      continue;
    }
    for (let at = start; at <= end; at += 1) covered[at] = (covered[at] ?? 0) + 1;
  }
  const wrong = covered.filter((times) => times !== 1).length;
  return wrong === 0 ? faults : [...faults, `${wrong} calls are not covered by exactly one annotation`];
}
