/** What can be counted in a rollout without any adapter. Knows the raw format alone and imports nothing of the kit. */
export interface RolloutCount {
  records: number;
  calls: number;
  /** Calls whose output says that they failed, were denied or interrupted. */
  failures: number;
  /** Calls without an output, though their kind has one. */
  unanswered: number;
  outputTokens: number;
}

type Fields = Record<string, unknown>;

const answeredKinds = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);
const selfContained = new Set(['web_search_call', 'image_generation_call']);
const outputKinds = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);
const endEvents = new Set(['exec_command_end', 'patch_apply_end', 'mcp_tool_call_end', 'web_search_end']);

/** `parent`: the file a fork was copied from; what it holds too is not counted again. */
export function countRollout(jsonl: string, parent?: string): RolloutCount {
  const copied = new Set(parent === undefined ? [] : records(parent).map(keyOf));
  const own = records(jsonl);
  const start = parent === undefined ? 0 : lastCopied(own, copied) + 1;
  const counted = own.slice(start);
  const payloads = counted.map((record) => (isObject(record.payload) ? record.payload : record));
  const opened = payloads.filter(({ type }) => answeredKinds.has(String(type)));
  const outputs = payloads.filter(({ type }) => outputKinds.has(String(type)));
  const ids = new Set(opened.map(({ call_id }) => call_id));
  const answered = new Set(outputs.map(({ call_id }) => call_id));
  const searches = new Set(payloads.filter(({ type }) => type === 'web_search_call').map(searchOf));
  const ends = payloads.filter(({ type }) => endEvents.has(String(type)));
  const lone = ends.filter((end) => !ids.has(end.call_id) && !searches.has(searchOf(end)));
  return {
    records: own.length,
    calls: opened.length + payloads.filter(({ type }) => selfContained.has(String(type))).length + lone.length,
    failures:
      outputs.filter((output) => ids.has(output.call_id) && fails(output.output)).length + lone.filter(endFails).length,
    unanswered: opened.filter(({ call_id }) => !answered.has(call_id)).length,
    outputTokens: tokensIn(payloads),
  };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function records(jsonl: string): Fields[] {
  return jsonl.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function keyOf({ type, payload }: Fields): string {
  return JSON.stringify([type, payload]);
}

/** Place of the last record of an unbroken run of copies near the beginning. */
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
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const code =
    /^\{"output":.*"metadata":\{"exit_code":(-?\d+)/s.exec(text) ??
    /^(?:Chunk ID: .*\nWall time: .*\nProcess exited with code|Exit code:) (-?\d+)/.exec(text);
  if (code !== null) return code[1] !== '0';
  return /^(?:failed in sandbox|execution error|failed to parse|exec_command failed|write_stdin failed|apply_patch verification failed|patch rejected|error: |Wall time: .*\naborted by user|aborted)/.test(
    text,
  );
}

function endFails(end: Fields): boolean {
  if (end.type === 'patch_apply_end') return end.success === false;
  if (end.type === 'exec_command_end') return end.exit_code !== 0;
  return (
    isObject(end.result) &&
    (end.result.Err !== undefined || (isObject(end.result.Ok) && end.result.Ok.isError === true))
  );
}

/** Running totals, which start anew where they fall. */
function tokensIn(payloads: readonly Fields[]): number {
  let sum = 0;
  let before = { total: 0, output: 0 };
  for (const { type, info } of payloads) {
    const usage = type === 'token_count' && isObject(info) ? info.total_token_usage : undefined;
    if (!isObject(usage)) continue;
    const now = { total: Number(usage.total_tokens), output: Number(usage.output_tokens) };
    sum += now.total < before.total ? now.output : now.output - before.output;
    before = now;
  }
  return sum;
}
