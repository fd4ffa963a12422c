import { readObjects } from '../../scripts/counts/countAgents.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields for names, positions or signatures, in any of these formats: nobody reads them. */
const technical = new Set([
  ...['id', 'uuid', 'type', 'role', 'subtype', 'timestamp', 'session_id', 'sessionId', 'sessionID', 'signature'],
  ...['tool_use_id', 'parent_tool_use_id', 'stop_reason', 'service_tier', 'data', 'media_type', 'status'],
]);

/** Per format, further fields without text by a person, a model or a tool. */
const silent: Readonly<Record<string, readonly string[]>> = {
  'codex-exec-json': ['kind', 'thread_id', 'sender_thread_id'],
  opencode: [
    ...[
      'messageID',
      'parentID',
      'providerID',
      'mode',
      'agent',
      'variant',
      'finish',
      'snapshot',
      'hash',
      'callID',
      'reason',
    ],
    ...['before', 'after', 'preview', 'filediff', 'diff', 'patch', 'root', 'url', 'share', 'diffs', 'itemId', 'model'],
    ...['reasoningEncryptedContent', 'relativePath', 'priority', 'summary', 'metadata', 'slug', 'projectID', 'mime'],
  ],
  pi: [
    ...['parentId', 'toolCallId', 'thinkingSignature', 'textSignature', 'thoughtSignature', 'partialJson', 'api'],
    ...['responseId', 'stopReason', 'diff', 'patch', 'mimeType', 'firstKeptEntryId', 'assistantMessageEvent', 'fromId'],
    ...['targetId', 'provider', 'parentSession', 'branchedFrom', 'responseModel', 'diagnostics'],
  ],
  kimi: [
    ...[
      'systemPrompt',
      'arguments_part',
      'message_id',
      'profileName',
      'subagentNames',
      'names',
      'hash',
      'tools',
      'modelAlias',
      'thinkingEffort',
      'provider',
    ],
    ...['systemPromptHash', 'toolsHash', 'turnStep', 'kind', 'model', 'turnId', 'stepUuid', 'parentUuid', 'toolCallId'],
    ...[
      'finishReason',
      'messageId',
      'usageScope',
      'agentId',
      'action',
      'sessionApprovalRule',
      'decision',
      'scope',
      'cwd',
    ],
    ...[
      'selectedLabel',
      'display',
      'contextSummary',
      'workspaceId',
      'runtimeId',
      'environmentDisclosure',
      'homedir',
      'name',
    ],
    ...[
      'parentAgentId',
      'lastPrompt',
      'createdAt',
      'updatedAt',
      'protocol_version',
      'reason',
      'source',
      'thinkingKeep',
    ],
    ...[
      'encrypted',
      'mode',
      'variant',
      'rawFinishReason',
      'agentsMdPaths',
      'activeToolNames',
      'subagents',
      'disallowedTools',
    ],
  ],
  'kiro-cli': [
    'transcript',
    'operating_system',
    'version',
    'kind',
    'message_id',
    'toolUseId',
    'exit_status',
    'results',
    'format',
    'conversation_id',
  ],
  'gemini-cli': [
    ...['projectHash', 'lastUpdated', 'startTime', 'kind', 'mimeType', 'thoughtSignature', 'memoryScratchpad'],
    ...['originalContent', 'newContent', '$rewindTo', 'fileDiff', 'fg', 'bg'],
  ],
  cursor: [
    'workspaceId',
    'requestId',
    'callKind',
    'branchId',
    'toolResultStatus',
    'value',
    'source',
    'apiKeySource',
    'diffString',
    ...['bubbleId', 'composerId', 'tabId', 'toolCallId', 'createdAt', 'userDecision', 'modelType'],
  ],
  'qwen-code': [
    ...['parentUuid', 'version', 'provenance', 'promptId', 'callId', 'executionStatus', 'errorType', 'newContent'],
    ...['originalContent', 'fileDiff', 'triggerReason', 'titleSource', 'phase', 'targetUuid', 'uiEvent', 'snapshot'],
    ...['customTitle', 'cwd', 'fileName', 'messageUuid'],
  ],
  'copilot-cli': [
    ...['parentId', 'agentId', 'interactionId', 'turnId', 'requestId', 'toolCallId', 'messageId', 'reasoningId', 'rte'],
    ...['reasoningOpaque', 'encryptedContent', 'toolTelemetry', 'apiCallId', 'clientRequestId', 'serviceRequestId'],
    ...['parentAgentTaskId', 'parentToolCallId', 'stack', 'supportedNativeDocumentMimeTypes', 'providerCallId'],
    ...['promptRequest', 'permissionRequest', 'availableModels', 'reasoningBucket', 'routingMethod', 'hostType'],
    ...[
      'repositoryHost',
      'baseCommit',
      'producer',
      'hookInvocationId',
      'shellToolInfo',
      'checkpointPath',
      'performedBy',
    ],
    ...['tokenDetails', 'displayName', 'kind', 'contextTier', 'delivery', 'previousAllowAllPermissionMode'],
    ...['allowAllPermissionMode', 'reason', 'previousReasoningEffort', 'currentModel', 'selectedModel', 'code'],
  ],
  'claude-stream': [
    ...[
      'stream_event',
      'event',
      'inference_geo',
      'provider',
      'speed',
      'slash_commands',
      'cache_control',
      'usage',
      'tool_use_result',
    ],
  ],
};

/** Per format: whole records that repeat something else, or that only the program reads. */
const unread: Readonly<Record<string, (record: Fields) => boolean>> = {
  // Says again what was said in the turn.
  cursor: ({ type, is_error }) => type === 'result' && is_error !== true,
  pi: ({ type }) => ['message_update', 'message_start', 'turn_end', 'agent_end'].includes(String(type)),
  'kiro-cli': ({ session_state }) => session_state !== undefined,
  kimi: ({ role, message }) =>
    role === '_system_prompt' || (isFields(message) && /^Approval/.test(String(message.type))),
  'copilot-cli': ({ type }) =>
    ['hook.start', 'session.usage_checkpoint', 'session.resume', 'permission.requested'].includes(String(type)),
  'claude-stream': ({ type, subtype }) =>
    type === 'stream_event' || (type === 'system' && (subtype === 'init' || subtype === 'status')),
};

/** What Cursor puts around a prompt, and in place of removed text. */
const cursorMarks = /<\/?user_query>|<timestamp>[^<]*<\/timestamp>|\[REDACTED\]/g;

/** The texts of a raw log: every string of its records that is not known to be invisible. */
export function* agentTexts(format: string, text: string): Generator<string> {
  const skipped = new Set([...technical, ...(silent[format] ?? [])]);
  for (const record of readObjects(text)) {
    if (unread[format]?.(record) === true) continue;
    for (const each of texts(record, skipped)) yield format === 'cursor' ? each.replaceAll(cursorMarks, '') : each;
  }
}

/** What is written as JSON inside a text; nothing where it was cut, for its other pieces stand elsewhere. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* texts(value: unknown, skipped: ReadonlySet<string>): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* texts(each, skipped);
  else if (isFields(value)) {
    for (const [key, each] of Object.entries(value)) {
      if (skipped.has(key)) continue;
      yield* texts(key === 'arguments' && typeof each === 'string' ? argumentsOf(each) : each, skipped);
    }
  }
}
