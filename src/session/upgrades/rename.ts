import { filledText, isFilled, isGiven, isStringList, type JsonObject } from '../json/values.ts';
import { nearestValue } from '../normalise/synonyms.ts';
import { phaseType } from '../schema/std001v30.ts';

/**
 * Renames fields to the standard's names, each from the first of its other names that is present, and only if the standard's name is free.
 */
export function renameFields(fields: JsonObject, names: Readonly<Record<string, readonly string[]>>): JsonObject {
  const renamed = new Map<string, string>();
  for (const [name, others] of Object.entries(names)) {
    const other = others.find((each) => isFilled(fields[each]) && !renamed.has(each));
    if (other !== undefined && !isFilled(fields[name])) renamed.set(other, name);
  }
  if (renamed.size === 0) return fields;
  const replaced = new Set(renamed.values());
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !replaced.has(key))
      .map(([key, value]) => [renamed.get(key) ?? key, value]),
  );
}

/** Keys under which files state the kind of a phase, the standard's own first. */
const typeKeys = ['phase_type', 'phase', 'type', 'name', 'stage', 'kind', 'title', 'label'];
const listKeys = ['tool_call_ids', 'call_ids', 'tool_calls', 'calls', 'tools'];

/** The key that states the kind of a phase; undefined where none has a known word. */
function typeKeyOf(phase: JsonObject): string | undefined {
  return typeKeys.find((key) => {
    const word = filledText(phase[key]);
    return word !== undefined && nearestValue(phaseType, word) !== undefined;
  });
}

/** Whether an object is a phase, under any of the known keys. */
export function isPhase(phase: JsonObject): boolean {
  if (filledText(phase.phase_type) !== undefined || filledText(phase.phase) !== undefined) return true;
  return typeKeyOf(phase) !== undefined || listKeys.some((key) => Array.isArray(phase[key]));
}

/** A phase, or its annotation, under the standard's own keys. Values that already stand under those keys are kept. */
export function namePhase(phase: JsonObject): JsonObject {
  const type = typeKeyOf(phase);
  const list = phase.tool_call_ids === undefined ? listKeys.find((key) => isStringList(phase[key])) : undefined;
  const id = phase.phase_id === undefined && filledText(phase.id) !== undefined ? 'id' : undefined;
  const renamed = new Map<string, string>([
    ...(type === undefined || type === 'phase_type' ? [] : ([[type, 'phase_type']] as const)),
    ...(list === undefined ? [] : ([[list, 'tool_call_ids']] as const)),
    ...(id === undefined ? [] : ([[id, 'phase_id']] as const)),
  ]);
  if (renamed.size === 0) return phase;
  const replaced = new Set(renamed.values());
  return Object.fromEntries(
    Object.entries(phase).flatMap(([key, value]): [string, unknown][] => {
      const name = renamed.get(key);
      if (name !== undefined) return [[name, value]];
      // A word that stands for no phase moves to a name of its own.
      if (!replaced.has(key)) return [[key, value]];
      return isGiven(value) ? [[`original_${key}`, value]] : [];
    }),
  );
}
