import { filledText, isJsonObject, type JsonObject, objectsOf, othersOf, present } from '../json/values.ts';
import { levelOfShare } from '../normalise/annotations.ts';
import { withInferred } from '../normalise/leftovers.ts';
import type { PhaseType, ToolCategory } from '../schema/std001v30.ts';
import { toIso, toMillis } from '../toMillis.ts';

/** The seven steps of v1, by the phases of v2 and the calls they become. The first step is the user's request, which is no call. */
const steps: ReadonlyMap<unknown, { phase: PhaseType; category?: ToolCategory }> = new Map([
  ['requirement_input', { phase: 'understand' }],
  ['task_decomposition', { phase: 'plan', category: 'planning' }],
  ['code_generation', { phase: 'execute', category: 'action' }],
  ['environment_execution', { phase: 'execute', category: 'action' }],
  ['debug_fix', { phase: 'execute', category: 'action' }],
  ['result_verification', { phase: 'verify', category: 'perception' }],
  ['memory_consolidation', { phase: 'mixed', category: 'action' }],
]);

/** Turns the steps of v1 into phases. Every step that ran, except the user's request, becomes a call with the step's id. */
export function v1ToV2({ steps: rawSteps, ...json }: JsonObject): JsonObject {
  const all = objectsOf(rawSteps);
  const stated = json.status === undefined ? withInferred({ ...json, status: statusOf(all) }, 'status') : json;
  return {
    ...stated,
    ...(json.user_prompt === undefined ? present({ user_prompt: promptOf(all) }) : {}),
    phases: all.map(phaseOf),
    tool_calls: all.filter(isCall).map(callOf),
    ...othersOf('steps', rawSteps),
  };
}

function isCall({ step_name, status }: JsonObject): boolean {
  return step_name !== 'requirement_input' && status !== 'skipped' && status !== 'pending';
}

function phaseOf(step: JsonObject): JsonObject {
  const { step_id, timestamp, input, output, status, ...rest } = step;
  const context = stepContext(step);
  return {
    phase_id: step_id,
    phase_type: steps.get(step.step_name)?.phase ?? 'unclassified',
    tool_call_ids: isCall(step) ? [step_id] : [],
    ...(context.length === 0 ? {} : { context_used: context }),
    ...rest,
    // A step that becomes a call has these there.
    ...(isCall(step) ? {} : present({ timestamp, status, input, output })),
  };
}

function callOf({ step_id, step_name, timestamp, duration_ms, input, output, status, error_message }: JsonObject) {
  const category = steps.get(step_name)?.category;
  const start = typeof timestamp === 'string' ? toMillis(timestamp) : undefined;
  const ended_at = start === undefined || typeof duration_ms !== 'number' ? undefined : toIso(start + duration_ms);
  return present({
    call_id: step_id,
    tool_name: step_name,
    tool_category: category,
    started_at: timestamp,
    ended_at,
    duration_ms,
    input: { params: isJsonObject(input) ? input : present({ input: input ?? undefined }) },
    output: present({ status, result: output ?? undefined, error: error_message }),
    inferred: ended_at === undefined ? [] : ['ended_at'],
  });
}

function promptOf(all: readonly JsonObject[]): string | undefined {
  return filledText(all.find(({ step_name }) => step_name === 'requirement_input')?.input);
}

/** The outcome of the verification; without one, failed if any step failed. */
function statusOf(all: readonly JsonObject[]): string {
  const verified = all.find(({ step_name }) => step_name === 'result_verification')?.status;
  if (all.some(({ status }) => status === 'running' || status === 'pending')) return 'in_progress';
  if (verified === 'success') return 'success';
  return verified === 'failed' || all.some(({ status }) => status === 'failed') ? 'failed' : 'success';
}

/** The skill and the domain knowledge that a step of v1 used, as context references. */
function stepContext({ skill_source, domain_knowledge_source }: JsonObject): JsonObject[] {
  const skills = isJsonObject(skill_source) ? [reference(skill_source, skill_source.description)] : [];
  return [...skills, ...objectsOf(domain_knowledge_source).map((each) => reference(each, each.content))];
}

function reference({ id, name, relevance_score }: JsonObject, summary: unknown): JsonObject {
  return {
    type: 'skill',
    source: filledText(name) ?? filledText(id) ?? '',
    relevance: typeof relevance_score === 'number' ? levelOfShare(relevance_score) : 'medium',
    ...present({ summary: filledText(summary) }),
  };
}
