import { addCause, addTo, type Count, type Fields, isFields, none, parseLines, type Tally } from './tally.ts';

interface RolloutCount extends Count {
  records: number;
}

const answeredKinds = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);
const selfContained = new Set(['web_search_call', 'image_generation_call']);
const outputKinds = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);
const endEvents = new Set(['exec_command_end', 'patch_apply_end', 'mcp_tool_call_end', 'web_search_end']);

const COPIED = 'history that the rollout of the parent tells';
const ENDS = 'ends of calls that no item of the model opens';
const REPEATED_USAGE = 'running totals, of which each repeats the ones before';

/** Calls among the items of the turn, which newer versions write when each is done. */
const endItems = new Set([
  ...['CommandExecution', 'FileChange', 'McpToolCall', 'Extension:web.search', 'Extension:image_gen.generation'],
]);

/**
 * Counts a rollout from the raw format alone, without any adapter. `parent`: the file that a thread was copied from; records that it has
 * too are not counted again.
 */
export function countRollout(jsonl: string, parent?: string): RolloutCount {
  const copied = new Set(parent === undefined ? [] : parseLines(parent).map(keyOf));
  const all = parseLines(jsonl);
  const start = parent === undefined ? 0 : lastCopied(all, copied) + 1;
  const payloadsOf = (some: readonly Fields[]): Fields[] =>
    some.map((record) => (isFields(record.payload) ? record.payload : record));
  const whole = payloadsOf(all);
  const opened = countCalls(whole);
  const inherited = payloadsOf(all.slice(0, start));
  const own = payloadsOf(all.slice(start));
  const because = new Map<string, Tally>();
  const plain = { ...opened.items, outputTokens: tokenLines(whole) };
  const mine = countCalls(own);
  if (start > 0) {
    const calls = { calls: mine.items.calls - plain.calls, failures: mine.items.failures - plain.failures };
    const unanswered = mine.items.unanswered - plain.unanswered;
    addCause(because, COPIED, { ...calls, unanswered, outputTokens: -tokenLines(inherited) });
  }
  if (mine.lone.calls > 0) addCause(because, ENDS, mine.lone);
  const outputTokens = tokensIn(own);
  addCause(because, REPEATED_USAGE, { ...none(), outputTokens: outputTokens - tokenLines(own) });
  const sum = { ...plain };
  for (const more of because.values()) addTo(sum, more);
  return { own: sum, plain, because, records: all.length };
}

/** Calls that the model's items begin, and those of which only the end is recorded. */
function countCalls(payloads: readonly Fields[]): { items: Tally; lone: Tally } {
  const opened = payloads.filter(({ type }) => answeredKinds.has(String(type)));
  const outputs = payloads.filter(({ type }) => outputKinds.has(String(type)));
  const ids = new Set(opened.map(({ call_id }) => call_id));
  const inputs = new Map(opened.map(({ call_id, input }) => [call_id, input]));
  const answered = new Set(outputs.map(({ call_id }) => call_id));
  const searches = new Set(payloads.filter(({ type }) => type === 'web_search_call').map(searchOf));
  const ends = payloads.flatMap(endOf);
  const lone = ends.filter((end) => !ids.has(end.call_id) && !searches.has(searchOf(end)));
  return {
    items: {
      calls: opened.length + payloads.filter(({ type }) => selfContained.has(String(type))).length,
      failures: outputs.filter(
        ({ call_id, output }) => ids.has(call_id) && (fails(output) || printsFailure(inputs.get(call_id), output)),
      ).length,
      unanswered: opened.filter(({ call_id }) => !answered.has(call_id)).length,
      outputTokens: 0,
    },
    lone: { ...none(), calls: lone.length, failures: lone.filter(endFails).length },
  };
}

/** The end of a call: an event of its own, or a completed item of the turn. */
function endOf(payload: Fields): Fields[] {
  const { type, item } = payload;
  if (endEvents.has(String(type))) return [payload];
  if (type !== 'item_completed' || !isFields(item)) return [];
  const name = String(item.type);
  const kind = name === 'Extension' ? `Extension:${String(item.kind)}` : name.charAt(0).toUpperCase() + name.slice(1);
  return endItems.has(kind) ? [{ ...item, call_id: item.id }] : [];
}

function keyOf({ type, payload }: Fields): string {
  return JSON.stringify([type, payload]);
}

/** Position of the last record in an unbroken run of copies near the beginning. */
function lastCopied(own: readonly Fields[], copied: ReadonlySet<string>): number {
  let last = -1;
  for (const [index, record] of own.entries()) {
    if (copied.has(keyOf(record))) last = index;
    else if (index - last > 1) break;
  }
  return last;
}

function searchOf({ action, query }: Fields): string {
  return JSON.stringify(action ?? query);
}

function fails(output: unknown): boolean {
  const text = firstText(output);
  const code =
    /^\{"output":.*"metadata":\{"exit_code":(-?\d+)/s.exec(text) ??
    /^(?:Command: .*?\n)?(?:Chunk ID: [^\n]*\nWall time: [^\n]*\nProcess exited with code|Exit code:) (-?\d+)/s.exec(
      text,
    );
  if (code !== null) return code[1] !== '0';
  return /^(?:failed in sandbox|execution error|failed to parse|exec_command failed|write_stdin failed|apply_patch verification failed|patch rejected|error: |Rejected\(|tool call error: |Script failed|Wall time: .*\naborted by user|aborted)/.test(
    text,
  );
}

/** Whether a script that makes one shell call prints, as its whole output, that the call failed. */
function printsFailure(input: unknown, output: unknown): boolean {
  const printed: unknown = Array.isArray(output) && output.length === 2 ? output[1] : undefined;
  const only =
    typeof input === 'string' && input.split('tools.').length === 2 && /tools\.exec_command\(\{"/.test(input);
  if (!only || !isFields(printed) || typeof printed.text !== 'string') return false;
  const [answer] = parseLines(printed.text);
  return typeof answer?.output === 'string' && typeof answer.exit_code === 'number' && answer.exit_code !== 0;
}

/** The output as a text; for an output in parts, the first part, which says how a script ended. */
function firstText(output: unknown): string {
  const first: unknown = Array.isArray(output) ? output[0] : undefined;
  if (typeof output === 'string') return output;
  return isFields(first) && typeof first.text === 'string' ? first.text : JSON.stringify(output);
}

function endFails(end: Fields): boolean {
  if (end.status === 'failed' || end.status === 'declined') return true;
  if (end.type === 'patch_apply_end') return end.success === false;
  if (end.type === 'exec_command_end') return end.exit_code !== 0;
  return (
    isFields(end.result) &&
    (end.result.Err !== undefined || (isFields(end.result.Ok) && end.result.Ok.isError === true))
  );
}

/** The sum of the totals in all lines, however often they repeat each other. */
function tokenLines(payloads: readonly Fields[]): number {
  return payloads.reduce((sum, { type, info }) => {
    const usage = type === 'token_count' && isFields(info) ? info.total_token_usage : undefined;
    return sum + (isFields(usage) ? Number(usage.output_tokens) : 0);
  }, 0);
}

/** Output tokens worked out from running totals, which begin again where they fall. */
function tokensIn(payloads: readonly Fields[]): number {
  let sum = 0;
  let before = { total: 0, output: 0 };
  for (const { type, info } of payloads) {
    const usage = type === 'token_count' && isFields(info) ? info.total_token_usage : undefined;
    if (!isFields(usage)) continue;
    const now = { total: Number(usage.total_tokens), output: Number(usage.output_tokens) };
    sum += now.total < before.total ? now.output : now.output - before.output;
    before = now;
  }
  return sum;
}
