import type { Environment } from '../../session/index.ts';
import { objectsOf } from '../../session/internal.ts';
import { asNumber, asObject, asText, asWords, type JsonObject } from '../read/jsonObject.ts';

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
  const git = asObject(payload.git) ?? {};
  const spawn = spawnOf(payload.source);
  return {
    threadId: asWords(payload.id),
    rootId: asWords(payload.session_id),
    parentId: asWords(payload.parent_thread_id) ?? asWords(spawn?.parent_thread_id),
    forkedFromId: asWords(payload.forked_from_id),
    createdAt: asWords(payload.timestamp),
    agent,
    historyStart: asNumber(payload.subagent_history_start_ordinal),
    environment: environmentOf(payload, git),
    baseInstructions: asWords(asObject(payload.base_instructions)?.text) ?? asWords(payload.base_instructions),
    instructions: asWords(payload.instructions),
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
    role: asWords(payload.agent_role) ?? asWords(spawn?.agent_role) ?? asWords(payload.agent_type),
    nickname: asWords(payload.agent_nickname) ?? asWords(spawn?.agent_nickname),
    path: asWords(payload.agent_path) ?? asWords(spawn?.agent_path),
  };
}

/** `"review"`, `{other: "guardian"}`, or an object with one key. */
function kindOf(subagent: unknown): string {
  const fields = asObject(subagent);
  if (fields === undefined) return asText(subagent) ?? 'unknown';
  return asWords(fields.other) ?? Object.keys(fields)[0] ?? 'unknown';
}

function environmentOf(payload: JsonObject, git: JsonObject): Environment {
  const given = {
    cwd: asWords(payload.cwd),
    git_branch: asWords(git.branch),
    git_commit: asWords(git.commit_hash),
    cli: asWords(payload.originator),
    cli_version: asWords(payload.cli_version),
    provider: asWords(payload.model_provider),
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
    const name = asWords(tool.name) ?? 'unnamed';
    const group = asWords(tool.namespace) ?? (tool.tools === undefined ? undefined : name);
    if (tool.tools !== undefined)
      return objectsOf(tool.tools).map((each) => `${group}.${asWords(each.name) ?? 'unnamed'}`);
    return [group === undefined ? name : `${group}.${name}`];
  });
}
