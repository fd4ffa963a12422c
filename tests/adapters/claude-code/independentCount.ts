/**
 * Counts what a source of Claude Code holds, without anything of the kit: only Node and the format. A corpus test holds
 * the adapter against it.
 */

export interface RawFile {
  name: string;
  text: string;
}

export interface Count {
  calls: number;
  /** Calls whose result says that they failed, were denied, interrupted or cancelled. */
  failures: number;
  unanswered: number;
  orphans: number;
  outputTokens: number;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function independentCount(files: readonly RawFile[]): Count {
  const agents = new Set(files.flatMap(({ name }) => /\/?agent-([\w-]+)\.jsonl$/.exec(name)?.[1] ?? []));
  const seen = new Set<string>();
  const calls = new Set<string>();
  const results = new Map<string, boolean>();
  const tokens = new Map<string, number>();
  let anonymousCalls = 0;
  let anonymousResults = 0;

  const take = (record: Fields): void => {
    const { message } = record;
    if (!isFields(message)) return;
    const { usage } = message;
    if (record.type === 'assistant' && isFields(usage)) {
      const key = `${String(message.id)} ${String(record.requestId)}`;
      tokens.set(key, Math.max(tokens.get(key) ?? 0, Number(usage.output_tokens ?? 0)));
    }
    if (typeof record.uuid === 'string' && uuidShape.test(record.uuid)) {
      if (seen.has(record.uuid)) return;
      seen.add(record.uuid);
    }
    for (const block of Array.isArray(message.content) ? message.content : []) {
      if (!isFields(block)) continue;
      if (record.type === 'assistant' && block.type === 'tool_use') {
        if (typeof block.id === 'string') calls.add(block.id);
        else anonymousCalls += 1;
      }
      if (block.type === 'tool_result') {
        if (typeof block.tool_use_id !== 'string') anonymousResults += 1;
        else if (!results.has(block.tool_use_id))
          results.set(block.tool_use_id, isFailure(block, record.toolUseResult));
      }
    }
  };

  for (const { name, text } of files) {
    if (!name.endsWith('.jsonl')) continue;
    const records = text.split('\n').flatMap(parseLine);
    if (/agent-[\w-]+\.jsonl$/.test(name) && isWarmup(records[0])) continue;
    for (const record of records) {
      const { data } = record;
      if (record.type !== 'progress') take(record);
      else if (isFields(data) && data.type === 'agent_progress' && !agents.has(String(data.agentId))) {
        const copies = Array.isArray(data.normalizedMessages) ? data.normalizedMessages : [];
        for (const copy of [...copies, data.message]) if (isFields(copy)) take(copy);
      }
    }
  }
  const answered = [...calls].filter((id) => results.has(id));
  const paired = Math.min(anonymousCalls, anonymousResults);
  return {
    calls: calls.size + anonymousCalls,
    failures: answered.filter((id) => results.get(id)).length,
    unanswered: calls.size - answered.length + anonymousCalls - paired,
    orphans: [...results.keys()].filter((id) => !calls.has(id)).length + anonymousResults - paired,
    outputTokens: [...tokens.values()].reduce((sum, each) => sum + each, 0),
  };
}

function isFailure(block: Fields, twin: unknown): boolean {
  if (block.is_error === true) return true;
  if (typeof twin === 'string') return twin.startsWith('Error');
  if (!isFields(twin)) return false;
  return (
    twin.interrupted === true ||
    twin.wasInterrupted === true ||
    (typeof twin.exitCode === 'number' && twin.exitCode !== 0)
  );
}

function isWarmup(record: Fields | undefined): boolean {
  const message = record?.message;
  return record?.type === 'user' && isFields(message) && message.content === 'Warmup';
}

/** Lines that are no JSON may hold several objects side by side. */
function parseLine(line: string): Fields[] {
  if (line.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? [value] : [];
  } catch {
    return parseGlued(line);
  }
}

function parseGlued(line: string): Fields[] {
  const records: Fields[] = [];
  let from = 0;
  for (let at = line.indexOf('}{'); ; at = line.indexOf('}{', at + 1)) {
    const end = at === -1 ? line.length : at + 1;
    try {
      const value: unknown = JSON.parse(line.slice(from, end));
      if (isFields(value)) records.push(value);
      from = end;
    } catch {
      // Not the seam: the two braces stand inside a text.
    }
    if (at === -1) return records;
  }
}
