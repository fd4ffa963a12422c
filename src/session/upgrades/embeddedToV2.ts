import { toolFacts } from '../facts/toolFacts.ts';
import { filledText, isGiven, isJsonObject, type JsonObject, objectsOf, othersOf, present } from '../json/values.ts';
import { openLeftovers } from '../normalise/leftovers.ts';
import { nearestValue } from '../normalise/synonyms.ts';
import { numberedId } from '../normalise/walk.ts';
import { level } from '../schema/std001v30.ts';
import { namePhase, renameFields } from './rename.ts';

/**
 * Turns the variant of v2 that holds the calls inside its phases, under other field names (`title`, `phase`, `tool`, `target`,
 * `context_references`, `artifacts`), into plain v2. Calls without an id are numbered.
 */
export function embeddedToV2(json: JsonObject): JsonObject {
  const calls: JsonObject[] = [];
  const taken = new Set<unknown>();
  const phases = objectsOf(json.phases)
    .map(namePhase)
    .map((phase, index) => {
      const phase_id = filledText(phase.phase_id) ?? numberedId('phase', index);
      const own = objectsOf(phase.tool_calls).map((call) => {
        const named = nameCall(call, calls.length + 1, taken);
        calls.push(named);
        return named.call_id;
      });
      const { tool_calls, tool_call_ids, ...rest } = renameFields(phase, {
        phase_type: ['phase'],
        context_used: ['context_references'],
      });
      const context = Array.isArray(rest.context_used) ? { context_used: rest.context_used.map(contextOf) } : {};
      // Ids of calls that the file does not contain carry no information.
      const ids = isGiven(tool_call_ids) ? { original_tool_call_ids: tool_call_ids } : {};
      return { ...rest, ...context, ...othersOf('tool_calls', tool_calls), ...ids, phase_id, tool_call_ids: own };
    });
  const renamed = renameFields(json, {
    task_title: ['title'],
    task_description: ['description'],
    // The files created and modified.
    summary: ['artifacts'],
  });
  const others = Object.values(othersOf('phases', json.phases)).flat();
  return { ...renamed, phases: [...phases, ...others], tool_calls: calls };
}

/** Each phase may number its calls from one: an id that occurred before is replaced by the call's number. */
function nameCall(raw: JsonObject, number: number, taken: Set<unknown>): JsonObject {
  const call = callOf(raw);
  const own = filledText(call.call_id);
  const call_id = own === undefined || taken.has(own) ? freeId(number, taken) : own;
  taken.add(call_id);
  if (call_id === own) return call;
  const leftovers = openLeftovers(call);
  leftovers.infer('call_id');
  if (call.call_id !== undefined) leftovers.keep(['call_id'], call.call_id);
  return { ...call, call_id, ...leftovers.fields() };
}

function freeId(number: number, taken: ReadonlySet<unknown>): string {
  const id = numberedId('tool', number - 1);
  return taken.has(id) ? `${id}-${taken.size + 1}` : id;
}

/** Whether a tool's target is a file. */
function isFileTool(name: string): boolean {
  const { access, folder } = toolFacts(name);
  return (access === 'read' || access === 'change') && folder !== true;
}

function callOf(raw: JsonObject): JsonObject {
  const call = renameFields(raw, { tool_name: ['tool'] });
  if (call.input !== undefined) return call;
  const { command, target, action, result, ...rest } = call;
  const ofFile = typeof call.tool_name === 'string' && isFileTool(call.tool_name);
  return {
    ...rest,
    input: {
      params: present({ command, ...(ofFile ? { file_path: target } : { target }) }),
      ...present({ description: action }),
    },
    ...(rest.output === undefined && result !== undefined ? { output: { result } } : present({ result })),
  };
}

/** A reference by path or by content; its relevance is prose, which becomes its summary. */
function contextOf(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const fields = renameFields(raw, { source: ['path', 'content'] });
  const { relevance, ...rest } = fields;
  const isLevel = typeof relevance === 'string' && nearestValue(level, relevance) !== undefined;
  return isLevel || rest.summary !== undefined ? fields : { ...rest, ...present({ summary: relevance }) };
}
