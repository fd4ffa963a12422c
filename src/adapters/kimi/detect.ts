import type { Descriptor, Detection, FileRole, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  progress: 'Says that a turn or a step began or ended; messages and results tell what was in it.',
  status: 'How full the context is: no tokens were used for it.',
  approval: 'A call was allowed, or waits to be: the call itself is converted, with its input.',
  program: 'What the program tells the model of itself: its prompt, its tools, its settings.',
  repeated_prompt: 'A message that an earlier record holds.',
  repeated_usage: 'Tokens that the end of the step states.',
  subagent_file: 'A record of a subagent whose own file is among the sources.',
  model_context: 'The context as the model sees it, beside the log of what happened, which is among the sources.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'kimi',
  label: 'Kimi CLI and Kimi Code',
  specUrl: 'https://github.com/MoonshotAI/kimi-cli',
  marks: ['"protocol_version"', '"TurnBegin"', '"ContentPart"', '"context.append_loop_event"', '"turn.prompt"'],
  versionsSeen: ['protocol 1.3', 'protocol 1.4'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Recognises logs of kimi-cli and Kimi Code, and what lies beside them. */
export function detect(sample: Sample): Detection {
  const records = sample.records.filter(isJsonObject);
  const role = roleOf(sample.name);
  const isLog = records.some(isWireMessage) || records.filter(isDotted).length > 0;
  if (records[0] !== undefined && isHeader(records[0]) && (isLog || records.length === 1)) {
    return { grade: 'certain', because: 'begins with the protocol version of Kimi', role };
  }
  if (records.filter(isWireMessage).length >= 2) {
    return { grade: 'certain', because: 'has events of kimi-cli', role };
  }
  if (records.some(({ role: who }) => contextMarks.has(String(who)))) {
    return { grade: 'certain', because: 'has the context of kimi-cli', role: { is: 'part', key: runKey(sample.name) } };
  }
  const head = documentHead(sample);
  if (isJsonObject(head) && isState(head)) {
    return {
      grade: 'certain',
      because: 'has the state of a session of Kimi Code',
      role: { is: 'part', key: runKey(sample.name) },
    };
  }
  return { grade: 'no', because: 'begins with no protocol version, and has no events of Kimi' };
}

const isHeader = ({ type, protocol_version }: JsonObject): boolean =>
  type === 'metadata' && typeof protocol_version === 'string';

const wireTypes = new Set([
  ...['TurnBegin', 'TurnEnd', 'StepBegin', 'StepInterrupted', 'ContentPart', 'ToolCall', 'ToolCallPart', 'ToolResult'],
  ...['StatusUpdate', 'ApprovalRequest', 'SubagentEvent', 'CompactionBegin', 'CompactionEnd', 'SteerInput'],
]);

/** `{timestamp, message: {type: 'TurnBegin', payload}}` */
function isWireMessage({ timestamp, message }: JsonObject): boolean {
  return (
    typeof timestamp === 'number' &&
    isJsonObject(message) &&
    wireTypes.has(String(message.type)) &&
    'payload' in message
  );
}

const dottedTypes =
  /^(?:turn|context|config|tools|llm|permission|plan_mode|usage|profile|full_compaction|runtime|token_counting|plugin)\.[a-z_]{1,40}$/;

const isDotted = ({ type, time }: JsonObject): boolean =>
  typeof type === 'string' && typeof time === 'number' && dottedTypes.test(type);

/** Records that stand in the context of kimi-cli between the messages. */
const contextMarks = new Set(['_checkpoint', '_usage', '_system_prompt']);

const isState = (head: JsonObject): boolean =>
  isJsonObject(head.agents) && ('workDir' in head || 'isCustomTitle' in head || 'createdAt' in head);

/** Sessions of the desktop app that only title or sum up another one. */
const helper = /(?:^|\/)(?:ctitle|sklsum|dvlt)-[^/]*\//;

/** A log in a known folder belongs to a session or a subagent; any other is a session by itself. */
function roleOf(name: string): FileRole {
  if (helper.test(name)) return { is: 'side', because: 'titles or sums up another session' };
  const key = runKey(name);
  const isPart = /(?:^|\/)(?:subagents\/[^/]+|agents\/(?!main\/)[^/]+)\/wire\.jsonl$/.test(name);
  return isPart ? { is: 'part', key } : { is: 'primary', key };
}

/** The folder of a session, whichever of its files it is; for a file with another name, the name without its ending. */
export function runKey(name: string): string {
  const own =
    /^(.*?)(?:(?:subagents|agents)\/[^/]{1,255}\/)?(?:wire\.jsonl|state\.json|context(?:_[\w-]{1,128})?\.jsonl)$/.exec(
      name,
    );
  if (own !== null) return own[1] ?? '';
  return name.replace(/\.(?:state\.json|jsonl?)$/, '');
}

/** The name of the agent that a file is of; undefined for the session's own. */
export function agentOfFile(name: string): string | undefined {
  const [, agent] = /(?:^|\/)(?:subagents|agents)\/([^/]+)\/[^/]+$/.exec(name) ?? [];
  return agent === 'main' ? undefined : agent;
}
