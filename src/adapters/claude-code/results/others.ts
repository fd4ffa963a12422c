import type { SubagentInfo } from '../../../session/index.ts';
import { field, type JsonObject, textOf } from '../../read/jsonObject.ts';
import { readAgentTail } from '../userText.ts';
import { counted, countLines, type RawResult, type ReadResult, type ResultFields, snakeFields } from './fields.ts';

const known = new Set([
  'content',
  'filenames',
  'result',
  'results',
  'query',
  'url',
  'matches',
  'durationMs',
  'durationSeconds',
]);

/** The structure that all search tools share: a text of the kind `search result`, its counts, its duration. */
function searchResult(display: (structured: JsonObject, raw: RawResult) => string | undefined): ReadResult {
  return (raw): ResultFields => {
    const { text, structured = {}, preview } = raw;
    const seconds = field.number(structured, 'durationSeconds');
    const durationMs = field.number(structured, 'durationMs') ?? (seconds === undefined ? undefined : seconds * 1000);
    const fields = { ...snakeFields(structured, known), ...(preview === undefined ? {} : { preview }) };
    return {
      text,
      contributes: 'search_result',
      display: display(structured, raw),
      ...(durationMs === undefined || durationMs < 0 ? {} : { durationMs: Math.round(durationMs) }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(field.flag(structured, 'truncated') === true || structured.appliedLimit !== undefined
        ? { truncated: true }
        : {}),
    };
  };
}

export const readGrepResult = searchResult((structured, { text, call }) => {
  const files = field.number(structured, 'numFiles');
  switch (field.text(structured, 'mode') ?? field.text(call?.input ?? {}, 'output_mode')) {
    case 'content':
      return `Found ${counted(field.number(structured, 'numLines') ?? countLines(text), 'line')}`;
    case 'count':
      return `Found ${counted(field.number(structured, 'numMatches') ?? 0, 'match', 'matches')} in ${counted(files ?? 0, 'file')}`;
    default:
      return files === undefined ? undefined : `Found ${counted(files, 'file')}`;
  }
});

export const readGlobResult = searchResult((structured, { text }) => {
  const files = field.number(structured, 'numFiles') ?? (text === 'No files found' ? 0 : countLines(text));
  return `Found ${counted(files, 'file')}`;
});

export const readListResult = searchResult((_, { text }) => `Listed ${counted(countLines(text), 'line')}`);

export const readFetchResult = searchResult((structured) => {
  const bytes = field.number(structured, 'bytes');
  const status = [field.number(structured, 'code'), field.text(structured, 'codeText')].filter(
    (each) => each !== undefined,
  );
  return bytes === undefined ? undefined : `Received ${counted(bytes, 'byte')} (${status.join(' ')})`;
});

export const readWebSearchResult = searchResult((structured) => {
  if (structured.results === undefined) return undefined;
  const links = field.objects(structured, 'results').flatMap((result) => field.list(result, 'content'));
  return `Found ${counted(links.length, 'link')}`;
});

export const readToolSearchResult = searchResult((structured) => {
  const matches = field.list(structured, 'matches');
  return matches.length === 0 ? undefined : `Found ${counted(matches.length, 'tool')}`;
});

const nothing: ReadonlySet<string> = new Set();

/** Any other tool: its text, and all of its structured result. */
export function readAnyResult(raw: RawResult): ResultFields {
  return described(raw, undefined, nothing);
}

function described(
  { text, structured, preview }: RawResult,
  display: string | undefined,
  known: ReadonlySet<string>,
): ResultFields {
  const fields = { ...snakeFields(structured, known), ...(preview === undefined ? {} : { preview }) };
  return { text, display, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}

const questionsKnown = new Set(['questions']);

/** `AskUserQuestion`: what the person chose. */
export const readAnswers: ReadResult = (raw) => {
  const answers = Object.values(field.object(raw.structured ?? {}, 'answers') ?? {}).map((answer) =>
    Array.isArray(answer) ? answer.map(textOf).join(', ') : textOf(answer),
  );
  return described(raw, answers.length === 0 ? undefined : `Answered: ${answers.join('; ')}`, questionsKnown);
};

/** `ExitPlanMode`: the plan that the person accepted; kept separately only if the call's input does not contain it. */
export const readPlanApproval: ReadResult = (raw) => {
  const plan = field.text(raw.structured ?? {}, 'plan');
  const same = raw.call !== undefined && field.text(raw.call.input, 'plan') === plan;
  return described(raw, 'Plan approved', same ? new Set(['plan']) : nothing);
};

const checklistKnown = new Set(['oldTodos', 'newTodos', 'tasks', 'task']);

/** `TodoWrite` and the task tools: the checklist itself is a plan event. */
export const readChecklistResult: ReadResult = (raw) => {
  const todos = field.objects(raw.structured ?? {}, 'newTodos');
  const done = todos.filter((todo) => todo.status === 'completed').length;
  return described(raw, todos.length === 0 ? undefined : `${done} of ${todos.length} done`, checklistKnown);
};

/** `TaskUpdate`: one step of one task. */
export const readTaskUpdate: ReadResult = (raw) => {
  const change = field.object(raw.structured ?? {}, 'statusChange') ?? {};
  const { from: before = 'new', to } = change;
  const id = field.text(raw.structured ?? {}, 'taskId');
  const display = id === undefined || to === undefined ? undefined : `Task #${id}: ${textOf(before)} → ${textOf(to)}`;
  return described(raw, display, new Set(['success']));
};

/** `KillShell` and `TaskStop`: the sentence, where the model got it in JSON. */
export const readStopResult: ReadResult = (raw) => described(raw, messageIn(raw.text), nothing);

function messageIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return field.text(JSON.parse(text) as JsonObject, 'message');
  } catch {
    return undefined;
  }
}

/** `Skill` and MCP tools that read: knowledge for what follows. */
export const readKnowledge: ReadResult = (raw) => ({ ...readAnyResult(raw), contributes: 'knowledge' });

const agentFields = new Set([
  'content',
  'prompt',
  'usage',
  'totalDurationMs',
  'totalTokens',
  'totalToolUseCount',
  'agentType',
  'description',
]);

/** The result of `Task` and `Agent`: the subagent's report, and the cost of its run. */
export function readAgentResult({ text, structured = {}, preview }: RawResult): ResultFields {
  const tail = readAgentTail(text);
  const toolUses = countOf(structured, 'totalToolUseCount') ?? tail.toolUses;
  const tokens = countOf(structured, 'totalTokens') ?? tail.tokens;
  const durationMs = countOf(structured, 'totalDurationMs') ?? tail.durationMs;
  const agentType = field.text(structured, 'agentType');
  const subagent: Partial<SubagentInfo> = {
    ...(agentType === undefined ? {} : { subagent_type: agentType }),
    ...(toolUses === undefined ? {} : { tool_uses: toolUses }),
    ...(tokens === undefined ? {} : { tokens_used: tokens }),
  };
  const fields = { ...snakeFields(structured, agentFields), ...(preview === undefined ? {} : { preview }) };
  return {
    text,
    display: displayOf(field.text(structured, 'status'), toolUses, tokens, durationMs),
    ...(Object.keys(subagent).length === 0 ? {} : { subagent }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function countOf(structured: JsonObject, key: string): number | undefined {
  const value = field.number(structured, key);
  return value === undefined || value < 0 ? undefined : Math.round(value);
}

function displayOf(
  status: string | undefined,
  toolUses: number | undefined,
  tokens: number | undefined,
  durationMs: number | undefined,
): string | undefined {
  if (status === 'async_launched') return 'Started in the background';
  const facts = [
    ...(toolUses === undefined ? [] : [counted(toolUses, 'tool use')]),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
    ...(durationMs === undefined ? [] : [`${Math.round(durationMs / 1000)} s`]),
  ];
  return facts.length === 0 ? undefined : facts.join(' · ');
}
