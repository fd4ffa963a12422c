/**
 * The texts of a rollout that a person could see: prompts, replies, thinking, inputs and outputs of tools, notices. Uses knowledge of the
 * raw format only, and imports nothing from the kit.
 */
export function* visibleTexts(jsonl: string): Generator<string> {
  for (const line of jsonl.split('\n')) {
    const record = parse(line);
    if (record === undefined) continue;
    const payload = isObject(record.payload) ? record.payload : record;
    if (record.type === 'session_meta' || !('type' in record)) yield* headerTexts(payload);
    else if (record.type === 'compacted') yield* texts(payload.message);
    else if (record.type === 'event_msg') yield* eventTexts(payload);
    else yield* itemTexts(payload);
  }
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* texts(each);
  else if (isObject(value)) for (const each of Object.values(value)) yield* texts(each);
}

/** The `text` of parts, without the tags that mark the place of an image. */
function* partTexts(content: unknown): Generator<string> {
  for (const part of Array.isArray(content) ? content : [content]) {
    if (typeof part === 'string') yield part;
    else if (isObject(part) && typeof part.text === 'string' && !/^<\/?image\b/.test(part.text)) yield part.text;
  }
}

function* headerTexts(payload: Fields): Generator<string> {
  yield* texts(payload.instructions);
  yield* isObject(payload.base_instructions) ? texts(payload.base_instructions.text) : [];
}

/** Headings and tags that structure a message, and say nothing themselves. */
const seams = ['## My request for Codex:', '<proposed_plan>', '</proposed_plan>'];

function* unseamed(given: Iterable<string>): Generator<string> {
  for (const text of given) {
    let bare = text;
    for (const seam of seams) bare = bare.replaceAll(seam, '');
    yield bare;
  }
}

function* itemTexts(payload: Fields): Generator<string> {
  switch (payload.type) {
    case 'message':
    case 'agent_message':
      yield* payload.role === 'developer' ? partTexts(payload.content) : unseamed(partTexts(payload.content));
      break;
    case 'reasoning':
      yield* partTexts(payload.summary);
      yield* partTexts(payload.content ?? []);
      break;
    case 'function_call':
      yield* argumentTexts(payload.arguments);
      break;
    case 'custom_tool_call':
      yield* texts(payload.input);
      break;
    case 'local_shell_call':
    case 'web_search_call':
      yield* texts(payload.action);
      break;
    case 'tool_search_call':
      yield* texts(payload.arguments);
      break;
    case 'function_call_output':
    case 'custom_tool_call_output':
      yield* outputTexts(payload.output);
      break;
    case undefined:
      yield* texts([payload.user_instructions, payload.developer_instructions]);
      break;
  }
}

function* argumentTexts(given: unknown): Generator<string> {
  const parsed = typeof given === 'string' ? parse(given) : given;
  yield* texts(parsed ?? given);
}

function* outputTexts(output: unknown): Generator<string> {
  if (typeof output !== 'string') {
    yield* partTexts(output);
    return;
  }
  const wrapped = output.startsWith('{"output":') ? parse(output) : undefined;
  yield typeof wrapped?.output === 'string' ? wrapped.output : output;
}

function* eventTexts(payload: Fields): Generator<string> {
  switch (payload.type) {
    case 'user_message':
    case 'agent_message':
    case 'error':
      yield* unseamed(texts(payload.message));
      yield* texts(payload.local_images);
      break;
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      yield* texts(payload.text);
      break;
    case 'exec_command_end':
      yield* texts([payload.command, payload.stdout, payload.stderr]);
      break;
    case 'patch_apply_end':
      yield* texts([payload.stdout, payload.stderr, Object.keys(isObject(payload.changes) ? payload.changes : {})]);
      yield* Object.values(isObject(payload.changes) ? payload.changes : {}).flatMap((change) => diffLines(change));
      break;
    case 'mcp_tool_call_end':
      yield* texts([payload.invocation, resultTexts(payload.result)]);
      break;
    case 'item_completed':
      yield* completedTexts(isObject(payload.item) ? payload.item : {});
      break;
    case 'task_complete':
      yield* texts([payload.last_agent_message, isObject(payload.error) ? payload.error.message : undefined]);
      break;
    case 'exited_review_mode':
      yield* texts(payload.review_output);
      break;
    case 'thread_name_updated':
      yield* texts(payload.thread_name);
      break;
    case 'thread_goal_updated':
      yield* texts(isObject(payload.goal) ? payload.goal.objective : undefined);
      break;
    case 'guardian_assessment':
      yield* texts(payload.rationale);
      break;
    case 'web_search_end':
      yield* texts([payload.query, payload.results]);
      break;
  }
}

function diffLines(change: unknown): string[] {
  if (!isObject(change)) return [];
  const added = typeof change.content === 'string' ? change.content.split('\n') : [];
  const diff = typeof change.unified_diff === 'string' ? change.unified_diff.split('\n') : [];
  return [...added, ...diff.filter((line) => /^[+-]/.test(line)).map((line) => line.slice(1))];
}

function resultTexts(result: unknown): string[] {
  if (!isObject(result)) return [];
  if (typeof result.Err === 'string') return [result.Err];
  const answer = isObject(result.Ok) ? result.Ok : result;
  return [...partTexts(answer.content)];
}

function* completedTexts(item: Fields): Generator<string> {
  yield* unseamed(partTexts(item.content ?? []));
  yield* texts([item.text, item.summary_text, item.raw_content, item.stdout, item.stderr, item.aggregated_output]);
  yield* texts([item.query, item.results, resultTexts(item.result)]);
}
