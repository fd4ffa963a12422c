import { field } from '../../read/jsonObject.ts';
import { textOf } from '../../read/textOf.ts';
import type { RawResult, ReadResult, ResultFields } from './rawResult.ts';
import { snakeFields } from './snakeFields.ts';

const nothing: ReadonlySet<string> = new Set();

/** Any other tool: its text, and whatever its twin says. */
export function readAnyResult(raw: RawResult): ResultFields {
  return described(raw, undefined, nothing);
}

function described(
  { text, twin, preview }: RawResult,
  display: string | undefined,
  known: ReadonlySet<string>,
): ResultFields {
  const fields = { ...snakeFields(twin, known), ...(preview === undefined ? {} : { preview }) };
  return { text, display, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}

const questionsKnown = new Set(['questions']);

/** `AskUserQuestion`: what the person chose. */
export const readAnswers: ReadResult = (raw) => {
  const answers = Object.values(field.object(raw.twin ?? {}, 'answers') ?? {}).map((answer) =>
    Array.isArray(answer) ? answer.map(textOf).join(', ') : textOf(answer),
  );
  return described(raw, answers.length === 0 ? undefined : `Answered: ${answers.join('; ')}`, questionsKnown);
};

/** `ExitPlanMode`: the plan that the person accepted; kept apart only where the call itself does not hold it. */
export const readPlanApproval: ReadResult = (raw) => {
  const plan = field.text(raw.twin ?? {}, 'plan');
  const same = raw.call !== undefined && field.text(raw.call.input, 'plan') === plan;
  return described(raw, 'Plan approved', same ? new Set(['plan']) : nothing);
};

const checklistKnown = new Set(['oldTodos', 'newTodos', 'tasks', 'task']);

/** `TodoWrite` and the task tools: the checklist itself is a plan event. */
export const readChecklistResult: ReadResult = (raw) => {
  const todos = field.objects(raw.twin ?? {}, 'newTodos');
  const done = todos.filter((todo) => todo.status === 'completed').length;
  return described(raw, todos.length === 0 ? undefined : `${done} of ${todos.length} done`, checklistKnown);
};

/** `TaskUpdate`: one step of one task. */
export const readTaskUpdate: ReadResult = (raw) => {
  const change = field.object(raw.twin ?? {}, 'statusChange') ?? {};
  const { from: before = 'new', to } = change;
  const id = field.text(raw.twin ?? {}, 'taskId');
  const display = id === undefined || to === undefined ? undefined : `Task #${id}: ${textOf(before)} → ${textOf(to)}`;
  return described(raw, display, new Set(['success']));
};

/** `Skill` and MCP tools of a reading kind: knowledge for what follows. */
export const readKnowledge: ReadResult = (raw) => ({ ...readAnyResult(raw), contributes: 'knowledge' });
