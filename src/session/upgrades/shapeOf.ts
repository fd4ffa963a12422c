import { isJsonObject, type JsonObject, objectsOf } from '../json/values.ts';
import { isPhase } from './rename.ts';

/**
 * The shapes of STD-001 found in the wild: v1 with seven steps, v2 with phases beside a flat list of calls, the variant of v2 with calls
 * inside its phases, v3.0 (including the multi-agent STD-008), and 3.1.
 */
export type SessionShape = 'v1' | 'v2-embedded' | 'v2' | 'v3.0' | 'v3.1';

/** Detects the shape of a JSON value by its marker fields; undefined where it is no session. */
export function shapeOf(json: unknown): SessionShape | undefined {
  if (!isJsonObject(json)) return undefined;
  if (isV31(json)) return 'v3.1';
  if (hasPhases(json)) return hasEmbeddedCalls(json) ? 'v2-embedded' : 'v2';
  if (Array.isArray(json.tool_calls)) return 'v3.0';
  return hasSteps(json) ? 'v1' : undefined;
}

/** 3.1 and later minor versions, which only add fields. */
function isV31({ schema_version, tool_calls }: JsonObject): boolean {
  return typeof schema_version === 'string' && /^3\.[1-9]/.test(schema_version) && Array.isArray(tool_calls);
}

/** Phases that count: in a file with annotations, phases are there only for old readers. */
function hasPhases({ phases, phase_annotations }: JsonObject): boolean {
  return objectsOf(phases).some(isPhase) && objectsOf(phase_annotations).length === 0;
}

function hasEmbeddedCalls({ phases, tool_calls }: JsonObject): boolean {
  return !Array.isArray(tool_calls) && objectsOf(phases).some(({ tool_calls: own }) => objectsOf(own).length > 0);
}

function hasSteps({ steps }: JsonObject): boolean {
  return objectsOf(steps).some(
    ({ step_id, step_name }) => typeof step_id === 'string' && typeof step_name === 'string',
  );
}
