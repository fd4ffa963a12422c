import type { Environment } from '../../session/index.ts';
import { objectsOf } from '../../session/internal.ts';
import { asNumber, asObject, asText, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';

/** What a file's first record says about its thread. */
export interface ThreadHeader {
  threadId: string | undefined;
  /** The root thread of the tree of agents; the thread's own id if it is the root. Since 0.144. */
  rootId: string | undefined;
  /** The thread that spawned this one. */
  parentId: string | undefined;
  /** The thread whose history this one continues under an id of its own. */
  forkedFromId: string | undefined;
  /** ISO 8601. */
  createdAt: string | undefined;
  agent: AgentNames | undefined;
  /** Records with a smaller ordinal are copies from the parent. */
  historyStart: number | undefined;
  environment: Environment;
  /** The system prompt. */
  baseInstructions: string | undefined;
  /** The person's standing instructions (AGENTS.md), in old headers. */
  instructions: string | undefined;
  extensions: Readonly<Record<string, unknown>>;
}

/** The name of a spawned agent. */
interface AgentNames {
  /** `thread_spawn`, `review`, `guardian`, `compact`, … */
  kind: string;
  role: string | undefined;
  nickname: string | undefined;
  path: string | undefined;
}

/** JsonObject kept unchanged under the format's name. */
const keptFields = [
  'originator',
  'source',
  'thread_source',
  'memory_mode',
  'history_mode',
  'history_base',
  'multi_agent_version',
  'context_window',
  'agent_nickname',
  'agent_role',
  'agent_path',
] as const;

/** Reads the payload of a `session_meta` record, or the first line of a file without envelopes. */
export function readThreadHeader(payload: JsonObject): ThreadHeader {
  const agent = agentOf(payload);
  const git = fieldsOf(payload.git);
  const spawn = spawnOf(payload.source);
  return {
    threadId: filledText(payload.id),
    rootId: filledText(payload.session_id),
    parentId: filledText(payload.parent_thread_id) ?? filledText(spawn?.parent_thread_id),
    forkedFromId: filledText(payload.forked_from_id),
    createdAt: filledText(payload.timestamp),
    agent,
    historyStart: asNumber(payload.subagent_history_start_ordinal),
    environment: environmentOf(payload, git),
    baseInstructions: filledText(asObject(payload.base_instructions)?.text) ?? filledText(payload.base_instructions),
    instructions: filledText(payload.instructions),
    extensions: extensionsOf(payload, git),
  };
}

/** Whether a thread was started by another one, not by a person. */
export function isSpawned({ agent, parentId, forkedFromId }: ThreadHeader): boolean {
  return agent !== undefined || (parentId !== undefined && forkedFromId === undefined);
}

function spawnOf(source: unknown): JsonObject | undefined {
  return asObject(asObject(asObject(source)?.subagent)?.thread_spawn);
}

function agentOf(payload: JsonObject): AgentNames | undefined {
  const subagent = asObject(payload.source)?.subagent;
  if (subagent === undefined) return undefined;
  const spawn = spawnOf(payload.source);
  return {
    kind: spawn === undefined ? kindOf(subagent) : 'thread_spawn',
    role: filledText(payload.agent_role) ?? filledText(spawn?.agent_role) ?? filledText(payload.agent_type),
    nickname: filledText(payload.agent_nickname) ?? filledText(spawn?.agent_nickname),
    path: filledText(payload.agent_path) ?? filledText(spawn?.agent_path),
  };
}

/** `"review"`, `{other: "guardian"}`, or an object with one key. */
function kindOf(subagent: unknown): string {
  const fields = asObject(subagent);
  if (fields === undefined) return asText(subagent) ?? 'unknown';
  return filledText(fields.other) ?? Object.keys(fields)[0] ?? 'unknown';
}

function environmentOf(payload: JsonObject, git: JsonObject): Environment {
  const given = {
    cwd: filledText(payload.cwd),
    git_branch: filledText(git.branch),
    git_commit: filledText(git.commit_hash),
    cli: filledText(payload.originator),
    cli_version: filledText(payload.cli_version),
    provider: filledText(payload.model_provider),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function extensionsOf(payload: JsonObject, git: JsonObject): Record<string, unknown> {
  const kept = keptFields.map((name) => [name, payload[name]] as const);
  const tools = toolNames(payload.dynamic_tools);
  return Object.fromEntries(
    [
      ...kept,
      ['repository_url', git.repository_url] as const,
      ['dynamic_tools', tools.length === 0 ? undefined : tools] as const,
    ].filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Names of the tools that the client brought along; their descriptions and schemas are not kept. */
function toolNames(tools: unknown): string[] {
  const listed = Array.isArray(tools) ? objectsOf(tools) : objectsOf([tools]);
  return listed.flatMap((tool) => {
    const name = filledText(tool.name) ?? 'unnamed';
    const group = filledText(tool.namespace) ?? (tool.tools === undefined ? undefined : name);
    if (tool.tools !== undefined)
      return objectsOf(tool.tools).map((each) => `${group}.${filledText(each.name) ?? 'unnamed'}`);
    return [group === undefined ? name : `${group}.${name}`];
  });
}
