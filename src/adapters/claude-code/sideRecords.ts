import type { SourceRef } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject, jsonText } from '../read/jsonObject.ts';
import { readContext } from './context.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import type { FileKind } from './files.ts';
import { convertQueueOperation } from './queuedPrompts.ts';
import { counted, snakeFields } from './results/fields.ts';
import type { Run } from './run.ts';

type Companion = Extract<FileKind, { is: 'meta' | 'journal' | 'workflow' }>;

/** Converts a record of a file next to the transcripts: the CLI's notes about a subagent or a workflow. */
export function convertCompanion(
  conversation: Conversation,
  kind: Companion,
  value: JsonObject,
  ref: SourceRef,
): Ending {
  switch (kind.is) {
    case 'meta':
      return convertMeta(conversation, kind.agentId, value);
    case 'journal':
      return convertJournal(conversation, value, ref, kind.workflow);
    case 'workflow':
      return convertWorkflow(conversation, kind.workflow, value, ref);
  }
}

const metaKnown = new Set(['agentType', 'description', 'toolUseId', 'model']);

function convertMeta(conversation: Conversation, agentId: string, meta: JsonObject): Ending {
  if (conversation.warmups.has(agentId)) return { ignored: 'warmup_agent' };
  const toolUseId = field.text(meta, 'toolUseId');
  if (toolUseId !== undefined) conversation.links.note(agentId, toolUseId, 'meta');
  const subagent = conversation.subagent(agentId);
  subagent.type = field.text(meta, 'agentType');
  subagent.description = field.text(meta, 'description');
  subagent.sink.describe({
    modelId: field.text(meta, 'model'),
    extensions: snakeFields(meta, metaKnown),
  });
  return 'converted';
}

/** A workflow started an agent, or received an agent's result. */
function convertJournal(
  conversation: Conversation,
  record: JsonObject,
  ref: SourceRef,
  workflow: string | undefined,
): Ending {
  const agentId = field.text(record, 'agentId');
  if (agentId === undefined) return { dropped: 'malformed-record', message: 'A journal entry names no agent.' };
  const { sink, run } = conversation.subagent(agentId);
  const key = field.text(record, 'key');
  sink.describe({
    extensions: {
      ...(workflow === undefined ? {} : { workflow }),
      ...(key === undefined ? {} : { workflow_key: key }),
    },
  });
  const { result } = record;
  if (result !== undefined && result !== null) {
    const text = typeof result === 'string' ? result : jsonText(result, 2);
    run.notice({ ref, kind: 'background_task', text: `Result\n${text}` });
  }
  return 'converted';
}

/** The final state of a workflow, added to the session that started it. */
function convertWorkflow(conversation: Conversation, workflow: string, state: JsonObject, ref: SourceRef): Ending {
  const taskId = field.text(state, 'taskId');
  if (taskId !== undefined) conversation.workflows.noteTask(workflow, taskId);
  const name = field.text(state, 'workflowName') ?? field.text(state, 'name') ?? workflow;
  const agents = field.objects(state, 'agents');
  const phases = field.objects(state, 'phases').length;
  conversation.main.notice({
    ref,
    kind: 'background_task',
    text: `Workflow ${name}: ${field.text(state, 'status') ?? 'over'} (${counted(agents.length, 'agent')}, ${counted(phases, 'phase')})`,
    nativeId: workflow,
    extensions: { workflow: state },
  });
  for (const agent of agents) describeAgent(conversation, agent);
  return 'converted';
}

function describeAgent(conversation: Conversation, agent: JsonObject): void {
  const id = field.text(agent, 'agentId') ?? field.text(agent, 'id');
  if (id === undefined || !conversation.subagents.has(id)) return;
  const phase = field.text(agent, 'phaseTitle');
  const subagent = conversation.subagent(id);
  subagent.description ??= field.text(agent, 'label');
  subagent.sink.describe({
    modelId: field.text(agent, 'model'),
    ...(phase === undefined ? {} : { extensions: { phase } }),
  });
}

type ConvertSide = (conversation: Conversation, record: JsonObject, stamp: RecordStamp) => Ending;

/** Converts a record outside the conversation: titles, settings, links, the queue. */
export function convertSideRecord(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const type = field.text(record, 'type');
  const convert = type === undefined ? undefined : converters.get(type);
  if (convert !== undefined) return convert(conversation, record, stamp);
  conversation.main.unknown({ ...stamp, recordType: type ?? '(no type)', raw: record });
  return 'unknown';
}

const converters: ReadonlyMap<string, ConvertSide> = new Map<string, ConvertSide>([
  ['summary', convertSummary],
  ['custom-title', (each, record) => noteTitle(each, 'customTitle', field.text(record, 'customTitle'))],
  ['ai-title', (each, record) => noteTitle(each, 'aiTitle', field.text(record, 'aiTitle'))],
  ['last-prompt', noteLastPrompt],
  ['agent-name', (each, record) => noteFact(each, 'agent_name', record.agentName)],
  ['agent-color', (each, record) => noteFact(each, 'agent_color', record.agentColor)],
  ['tag', (each, record) => noteFact(each, 'tag', record.tag)],
  ['mode', convertMode],
  ['permission-mode', convertPermissionMode],
  ['pr-link', convertLink],
  ['frame-link', convertLink],
  ['worktree-state', convertWorktree],
  ['relocated', convertRelocation],
  ['queue-operation', convertQueueOperation],
  ['prompt_snapshot', convertPromptSnapshot],
  ['prompt-snapshot', convertPromptSnapshot],
  ['started', (each, record, { ref }) => convertJournal(each, record, ref, undefined)],
  ['result', (each, record, { ref }) => convertJournal(each, record, ref, undefined)],
  ['file-history-snapshot', () => ({ ignored: 'file_history' })],
  ['file-history-delta', () => ({ ignored: 'file_history' })],
  ['bridge-session', () => ({ ignored: 'cli_state' })],
  ['atis-latch', () => ({ ignored: 'cli_state' })],
  ['content-replacement', () => ({ ignored: 'cli_state' })],
]);

/** The CLI's title for a conversation, often another one, which ends in the record named. */
function convertSummary({ facts }: Conversation, record: JsonObject): Ending {
  const summary = field.text(record, 'summary');
  if (summary === undefined) return { dropped: 'malformed-record', message: 'A summary has no text.' };
  const leaf = field.text(record, 'leafUuid');
  facts.summaries.push({ summary, ...(leaf === undefined ? {} : { leaf_uuid: leaf }) });
  return 'converted';
}

function noteTitle({ facts }: Conversation, rung: 'customTitle' | 'aiTitle', title: string | undefined): Ending {
  if (title === undefined) return { dropped: 'malformed-record', message: 'A title has no text.' };
  if (facts[rung] === title) return { ignored: 'repeated_setting' };
  const before = facts[rung];
  if (before !== undefined)
    facts.more.set('earlier_titles', [...earlierTitles(facts.more.get('earlier_titles')), before]);
  facts[rung] = title;
  return 'converted';
}

function earlierTitles(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function noteLastPrompt({ facts }: Conversation, record: JsonObject): Ending {
  facts.lastPrompt = field.text(record, 'lastPrompt') ?? facts.lastPrompt;
  return { ignored: 'prompt_copy' };
}

function noteFact({ facts }: Conversation, name: string, value: unknown): Ending {
  if (typeof value !== 'string') return { dropped: 'malformed-record' };
  if (facts.more.get(name) === value) return { ignored: 'repeated_setting' };
  facts.more.set(name, value);
  return 'converted';
}

function convertMode(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const mode = field.text(record, 'mode');
  if (mode === undefined) return { dropped: 'malformed-record', message: 'A mode record names no mode.' };
  const change = conversation.settings.change('mode', mode);
  if (change.is === 'same') return { ignored: 'repeated_setting' };
  if (change.is === 'first') conversation.facts.more.set('mode', mode);
  if (change.is === 'changed')
    conversation.main.notice({ ...stamp, kind: 'mode_change', text: `Mode: ${change.from} → ${mode}` });
  return 'converted';
}

function convertPermissionMode(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const mode = field.text(record, 'permissionMode');
  if (mode === undefined) return { dropped: 'malformed-record', message: 'A permission mode record names no mode.' };
  return notePermissionMode(conversation, mode, stamp) ? 'converted' : { ignored: 'repeated_setting' };
}

/** The system prompt that the session keeps. */
function convertPromptSnapshot({ main }: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const { uuid: _, sessionId: __, timestamp: ___, ...stated } = record;
  const context = readContext('prompt_snapshot', stated);
  if (context === undefined) return { dropped: 'malformed-record' };
  main.message({ ...stamp, role: 'system', origin: 'context', ...context });
  return 'converted';
}

/** A pull request or a page created by the session. */
function convertLink({ main }: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const url = field.text(record, 'prUrl') ?? field.text(record, 'frameUrl') ?? field.text(record, 'path') ?? '';
  const number = field.number(record, 'prNumber');
  const title = number === undefined ? (field.text(record, 'title') ?? 'Page') : `Pull request #${number}`;
  const repository = field.text(record, 'prRepository');
  const path = field.text(record, 'path');
  main.notice({
    ...stamp,
    kind: 'info',
    text: `${title}: ${url}`,
    extensions: { url, ...(repository === undefined ? {} : { repository }), ...(path === undefined ? {} : { path }) },
  });
  return 'converted';
}

function convertWorktree({ main }: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const session = record.worktreeSession;
  if (!isJsonObject(session)) {
    main.notice({ ...stamp, kind: 'info', text: 'Left the worktree' });
    return 'converted';
  }
  const branch = field.text(session, 'worktreeBranch');
  const text = `Worktree: ${field.text(session, 'worktreePath') ?? ''}${branch === undefined ? '' : ` (${branch})`}`;
  main.notice({ ...stamp, kind: 'info', text, extensions: { worktree: session } });
  return 'converted';
}

function convertRelocation({ main }: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  main.notice({ ...stamp, kind: 'info', text: `Moved to: ${field.text(record, 'relocatedCwd') ?? ''}` });
  return 'converted';
}

/** Emits a notice if the working directory, the branch or the permission mode has changed since the record before. */
export function noteSurroundings(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): void {
  const cwd = field.text(record, 'cwd');
  if (cwd !== undefined && cwd !== '' && run.settings.change('directory', cwd).is === 'changed') {
    run.notice({ ...stamp, kind: 'info', text: `Working directory: ${cwd}`, workdir: cwd });
  }
  const branch = field.text(record, 'gitBranch');
  if (branch !== undefined && branch !== '' && run.settings.change('branch', branch).is === 'changed') {
    run.notice({ ...stamp, kind: 'info', text: `Git branch: ${branch}`, extensions: { git_branch: branch } });
  }
  const mode = field.text(record, 'permissionMode');
  if (mode !== undefined) notePermissionMode(conversation, mode, stamp);
}

/** Emits a notice for a new permission mode; returns whether it did. */
function notePermissionMode(conversation: Conversation, mode: string, stamp: RecordStamp): boolean {
  const change = conversation.settings.change('permission mode', mode);
  if (change.is === 'first') conversation.facts.noteSetting('approval', mode);
  if (change.is === 'changed') {
    conversation.main.notice({ ...stamp, kind: 'mode_change', text: `Permission mode: ${change.from} → ${mode}` });
  }
  return change.is !== 'same';
}
