import { type Diagnostic, diagnose } from './diagnostics.ts';
import { readJsonText } from './json/locateJsonError.ts';
import { filledText, isGiven, isJsonObject, type JsonObject } from './json/values.ts';
import { enforceSchema } from './normalise/enforceSchema.ts';
import { openLeftovers, type Report } from './normalise/leftovers.ts';
import { moveUnknownFields, normaliseSession } from './normalise/session.ts';
import { phasesFit } from './phases/coverCalls.ts';
import { needsPromptMessage, statedPrompt } from './promptMessage.ts';
import { type Session, session as sessionSchema } from './schema/std001v31.ts';
import { embeddedToV2 } from './upgrades/embeddedToV2.ts';
import { type SessionShape, shapeOf } from './upgrades/shapeOf.ts';
import { v1ToV2 } from './upgrades/v1ToV2.ts';
import { v2ToV30 } from './upgrades/v2ToV30.ts';
import { v30ToV31 } from './upgrades/v30ToV31.ts';

export interface ParseOptions {
  /** Name of the file, for diagnostics; its stem is the id of a session that has none. */
  file?: string | undefined;
  /** Start of a session that states no time, ISO 8601. */
  startedAt?: string | undefined;
}

export interface ParsedSession {
  /** Undefined where the JSON is no session, or cannot be saved; an error diagnostic says why. */
  session: Session | undefined;
  diagnostics: Diagnostic[];
}

/**
 * Reads a session in any shape of STD-001 found in the wild, and returns it in 3.1. Never throws on a JSON value. Loses nothing of the
 * input: what 3.1 has no field for is kept in `extensions.std001`, and what v3.0 requires but the input lacks is named in `inferred`. A
 * valid 3.1 session is returned unchanged, unless it has a prompt that none of its messages contains: that becomes the first message.
 */
export function parseSession(json: unknown, options: ParseOptions = {}): ParsedSession {
  const diagnostics: Diagnostic[] = [];
  const { file } = options;
  const report: Report = (diagnostic) => {
    diagnostics.push(file === undefined ? diagnostic : { ...diagnostic, at: { file, ...diagnostic.at } });
  };
  return { session: read(json, options, report), diagnostics };
}

function read(json: unknown, { file, startedAt }: ParseOptions, report: Report): Session | undefined {
  const shape = shapeOf(json);
  if (!isJsonObject(json) || shape === undefined) {
    report(diagnose('not-a-session'));
    return undefined;
  }
  if (shape === 'v3.1' && isFinished(json)) return json;
  const fallbackId = filledText(json.session_id) ?? stemOf(file);
  if (fallbackId === undefined) {
    report(diagnose('not-a-session', { at: { pointer: '/session_id' }, actual: 'nothing', expected: 'an id' }));
    return undefined;
  }
  if (shape !== 'v3.1') report(diagnose('upgraded-shape', { actual: shape, expected: 'v3.1' }));
  const normalised = normaliseSession(upgrade(json, shape, report), { fallbackId, startedAt }, report);
  // Unknown fields of a 3.1 file may belong to a later version, and stay; in older files they are leftovers.
  return enforceSchema(shape === 'v3.1' ? normalised : moveUnknownFields(normalised), report);
}

/** Phases beside annotations go to the leftovers: readers of v2 would take them for the only groups. */
function setPhasesAside({ phases, ...json }: JsonObject): JsonObject {
  if (Array.isArray(phases) ? phases.length === 0 : !isGiven(phases)) return json;
  const leftovers = openLeftovers(json);
  leftovers.keep(['phases'], phases);
  return { ...json, ...leftovers.fields() };
}

function isFinished(json: JsonObject): json is Session {
  const { data } = sessionSchema.safeParse(json);
  if (data === undefined) return false;
  const ids = data.tool_calls.map(({ call_id }) => call_id);
  return phasesFit(data.phases, ids) && !needsPromptMessage(data.events, statedPrompt(data));
}

function upgrade(json: JsonObject, shape: SessionShape, report: Report): JsonObject {
  switch (shape) {
    case 'v1':
      return upgrade(v1ToV2(json), 'v2', report);
    case 'v2-embedded':
      return upgrade(embeddedToV2(json), 'v2', report);
    case 'v2':
      return v30ToV31(v2ToV30(json, report));
    case 'v3.0':
      return v30ToV31(setPhasesAside(json));
    case 'v3.1':
      return json;
  }
}

function stemOf(file: string | undefined): string | undefined {
  return filledText(
    file
      ?.split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, ''),
  );
}

/**
 * Reads a session from its JSON text. Text that is not JSON gives `invalid-json`, with line and column; nothing is repaired by guessing.
 */
export function parseSessionText(text: string, file?: string): ParsedSession {
  const read = readJsonText(text);
  if ('json' in read) return parseSession(read.json, { file });
  const { fault } = read;
  const at = {
    ...(file === undefined ? {} : { file }),
    ...(fault === undefined ? {} : { line: fault.line, column: fault.column }),
  };
  const stated = fault === undefined ? {} : { actual: fault.actual, expected: fault.expected };
  return { session: undefined, diagnostics: [diagnose('invalid-json', { at, ...stated })] };
}
