import type { SourceRef } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Ending } from '../conversation.ts';
import type { FileKind } from '../files/fileKind.ts';
import { counted } from '../results/counted.ts';
import { snakeFields } from '../results/snakeFields.ts';

type Companion = Extract<FileKind, { is: 'meta' | 'journal' | 'workflow' }>;

/** A record of a file beside the transcripts: what the CLI notes of a subagent, or of a workflow. */
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

/** A workflow starts an agent, or has an agent's result. */
export function convertJournal(
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
    const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
    run.notice({ ref, kind: 'background_task', text: `Result\n${text}` });
  }
  return 'converted';
}

/** The state of a workflow when it was over, told in the session where the workflow was started. */
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
