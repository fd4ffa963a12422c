import type { Outcome, PlanItem } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Place } from '../conversation.ts';
import type { OpenCall, RawResult } from '../results/rawResult.ts';
import { isDelegation } from '../results/toolReaders.ts';
import type { Run } from '../run.ts';
import { readPlanItem } from '../state/checklist.ts';
import { readAgentTail } from '../text/readAgentTail.ts';

interface Followed {
  call: OpenCall;
  raw: RawResult;
  outcome: Outcome;
  place: Place;
}

/** What a result means beyond its own call: a checklist, the run of a subagent, a task in the background. */
export function followResult(conversation: Conversation, run: Run, followed: Followed): void {
  const { call, outcome, raw } = followed;
  if (isDelegation(call.name)) linkAgent(conversation, run, followed);
  if (call.name === 'Workflow' && typeof call.id === 'string') {
    conversation.workflows.noteCall(call.id, `${raw.text}\n${JSON.stringify(raw.twin ?? {})}`);
  }
  if (stopping.has(call.name)) followStop(conversation, followed);
  if (polling.has(call.name)) followPoll(conversation, followed);
  if (outcome !== 'succeeded' && outcome !== 'unknown') return;
  giveChecklist(conversation, run, followed);
  if (typeof call.id !== 'string') return;
  const started = field.text(raw.twin ?? {}, 'backgroundTaskId') ?? monitorText.exec(raw.text)?.[1];
  if (started !== undefined) conversation.background.start(started, { run, callId: call.id });
}

function linkAgent(conversation: Conversation, run: Run, { call, raw, outcome }: Followed): void {
  if (typeof call.id !== 'string') return;
  const isElsewhere = raw.twin?.status === 'teammate_spawned';
  if ((outcome === 'succeeded' || outcome === 'unknown') && !isElsewhere) conversation.links.noteRan(call.id);
  const told = raw.twin === undefined ? undefined : field.text(raw.twin, 'agentId');
  const said = readAgentTail(raw.text).agentId;
  if (told !== undefined) conversation.links.note(told, call.id, 'result');
  if (said !== undefined) conversation.links.note(said, call.id, 'text');
  const agentId = told ?? said;
  if (agentId === undefined) return;
  run.sink.amendCall(call.id, { extensions: { agent_id: agentId } });
  if (raw.twin?.status === 'async_launched') conversation.background.start(agentId, { run, callId: call.id });
}

function giveChecklist(conversation: Conversation, run: Run, { call, raw, place }: Followed): void {
  const items = checklistAfter(conversation, call, raw);
  if (items === undefined) return;
  const { at, ref } = place;
  run.plan({ at, ref, items, nativeCallId: typeof call.id === 'string' ? call.id : undefined });
}

const createdText = /^Task #([\w-]{1,20}) created/;

/** The whole checklist after a call, or undefined where the call does not change it. */
function checklistAfter({ checklist }: Conversation, call: OpenCall, raw: RawResult): PlanItem[] | undefined {
  const { input } = call;
  const twin: JsonObject = raw.twin ?? {};
  switch (call.name) {
    case 'TodoWrite': {
      const todos = Array.isArray(twin.newTodos) ? twin.newTodos : field.list(input, 'todos');
      return todos.flatMap((todo) => readPlanItem(todo) ?? []);
    }
    case 'TaskCreate': {
      const id = field.text(field.object(twin, 'task') ?? {}, 'id') ?? createdText.exec(raw.text)?.[1];
      if (id === undefined) return undefined;
      checklist.create(id, input);
      return checklist.items();
    }
    case 'TaskUpdate':
      return checklist.update(input) ? checklist.items() : undefined;
    case 'TaskList':
      return Array.isArray(twin.tasks) && checklist.replace(twin.tasks) ? checklist.items() : undefined;
    default:
      return undefined;
  }
}

const stopping = new Set(['KillShell', 'KillBash', 'TaskStop']);
const polling = new Set(['TaskOutput', 'BashOutput']);
const monitorText = /^Monitor started \(task ([\w-]{1,40})/;

/** Somebody asked how a task in the background is doing: it may be over. */
function followPoll({ background }: Conversation, { raw, place }: Followed): void {
  const twin: JsonObject = raw.twin ?? {};
  const task = field.object(twin, 'task') ?? twin;
  const ending = endings.get(field.text(task, 'status') ?? '');
  if (ending === undefined) return;
  const exitCode = field.number(task, 'exitCode');
  background.finish(background.find(field.text(task, 'task_id') ?? field.text(twin, 'shellId')), {
    at: place.at,
    outcome: exitCode === undefined || exitCode === 0 ? ending : 'failed',
    exitCode,
  });
}

const overText = /^Shell [\w-]{1,40} is not running, so cannot be killed \(status: (\w{1,20})\)/;

/** A task was stopped while it ran; or could not be, because it was over: then the answer says how it ended. */
function followStop({ background }: Conversation, { call, raw, outcome, place }: Followed): void {
  const taskId =
    field.text(call.input, 'task_id') ?? field.text(call.input, 'shell_id') ?? field.text(call.input, 'taskId');
  const over = endings.get(overText.exec(raw.text)?.[1] ?? '');
  if (over !== undefined) background.finish(background.find(taskId), { at: undefined, outcome: over });
  else if (outcome === 'succeeded')
    background.finish(background.find(taskId), { at: place.at, outcome: 'interrupted' });
}

const endings: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'succeeded'],
  ['failed', 'failed'],
  ['killed', 'interrupted'],
]);
