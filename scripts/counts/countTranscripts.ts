import {
  addCause,
  addTo,
  type Count,
  type Fields,
  isFields,
  none,
  parseLines,
  type RawFile,
  type Tally,
} from './tally.ts';

interface TranscriptCount extends Count {
  /** Results that answer no call. */
  orphans: number;
}

/** One occurrence of a call in the files, with the cause if it is not counted. */
interface Occurrence {
  id: string | undefined;
  /** The calls that count are under `counted`; `added` ones of them have no line of their own. */
  cause: string | undefined;
  added: boolean;
}

const WARM_UP = 'warm-up agents, which nobody asked anything';
const HISTORY = 'history that an older session tells';
const TWICE = 'records that stand twice';
const SAME_CALL = 'calls that stand twice';
const PROGRESS = 'agents whose only record is the progress of their call';
const REPEATED_USAGE = 'usage that each record of a response repeats';

/** Tools run by the program, by the service, and by servers that the service calls. */
const callTypes = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Counts a source of Claude Code from the raw format alone, without any code of the kit. `isKnown` says whether an older session's file has
 * a record too.
 */
export function countTranscripts(
  files: readonly RawFile[],
  isKnown: (record: Fields) => boolean = () => false,
): TranscriptCount {
  const agents = new Set(files.flatMap(({ name }) => /\/?agent-([\w-]+)\.jsonl$/.exec(name)?.[1] ?? []));
  const seen = new Set<string>();
  const calls = new Set<string>();
  const results = new Map<string, boolean>();
  const occurrences: Occurrence[] = [];
  const tokens = new Map<string, { most: number; sum: number }>();
  const plain = none();
  const because = new Map<string, Tally>();
  let anonymousCalls = 0;
  let anonymousResults = 0;

  const count = (id: unknown, cause: string | undefined, added: boolean): void => {
    const known = typeof id === 'string' ? id : undefined;
    const again = cause === undefined && known !== undefined && calls.has(known);
    occurrences.push({ id: known, cause: again ? SAME_CALL : cause, added });
    if (cause !== undefined) return;
    if (known === undefined) anonymousCalls += 1;
    else calls.add(known);
  };

  const spend = (record: Fields, message: Fields, cause: string | undefined, added: boolean): void => {
    if (record.type !== 'assistant' || !isFields(message.usage)) return;
    const outputTokens = Number(message.usage.output_tokens ?? 0);
    const more = { ...none(), outputTokens };
    if (added) addCause(because, PROGRESS, more);
    else addTo(plain, more);
    if (cause === WARM_UP || cause === HISTORY) {
      addCause(because, cause, more, -1);
      return;
    }
    const key = `${String(message.id)} ${String(record.requestId)}`;
    const before = tokens.get(key) ?? { most: 0, sum: 0 };
    tokens.set(key, { most: Math.max(before.most, outputTokens), sum: before.sum + outputTokens });
  };

  const take = (record: Fields, left: string | undefined, added: boolean): void => {
    const { message, uuid } = record;
    if (!isFields(message)) return;
    const twice = left === undefined && typeof uuid === 'string' && uuidShape.test(uuid) && seen.has(uuid);
    const cause = twice ? TWICE : left;
    spend(record, message, cause, added);
    if (typeof uuid === 'string' && cause === undefined) seen.add(uuid);
    for (const block of Array.isArray(message.content) ? message.content : []) {
      if (!isFields(block)) continue;
      if (record.type === 'assistant' && callTypes.has(String(block.type))) count(block.id, cause, added);
      if (!String(block.type).endsWith('tool_result') || cause !== undefined) continue;
      if (typeof block.tool_use_id !== 'string') anonymousResults += 1;
      else if (!results.has(block.tool_use_id)) results.set(block.tool_use_id, isFailure(block, record.toolUseResult));
    }
  };

  for (const { name, text } of files) {
    if (!name.endsWith('.jsonl')) continue;
    const records = readRecords(text);
    const warmUp = /agent-[\w-]+\.jsonl$/.test(name) && isWarmup(records[0]) ? WARM_UP : undefined;
    for (const record of records) {
      const { data } = record;
      const left = warmUp ?? (isKnown(record) ? HISTORY : undefined);
      if (record.type !== 'progress') take(record, left, false);
      else if (
        left === undefined &&
        isFields(data) &&
        data.type === 'agent_progress' &&
        !agents.has(String(data.agentId))
      ) {
        const copies = Array.isArray(data.normalizedMessages) ? data.normalizedMessages : [];
        for (const copy of [...copies, data.message]) if (isFields(copy)) take(copy, undefined, true);
      }
    }
  }

  let paired = Math.min(anonymousCalls, anonymousResults);
  for (const { id, cause, added } of occurrences) {
    const answered = id === undefined ? paired-- > 0 : results.has(id);
    const call = {
      calls: 1,
      failures: id !== undefined && results.get(id) === true ? 1 : 0,
      unanswered: answered ? 0 : 1,
      outputTokens: 0,
    };
    if (added) addCause(because, PROGRESS, call);
    else addTo(plain, call);
    if (cause !== undefined) addCause(because, cause, call, -1);
  }
  for (const { most, sum } of tokens.values()) {
    if (sum > most) addCause(because, REPEATED_USAGE, { ...none(), outputTokens: sum - most }, -1);
  }
  const own = { ...plain };
  for (const more of because.values()) addTo(own, more);
  const unpaired = anonymousResults - Math.min(anonymousCalls, anonymousResults);
  return { own, plain, because, orphans: [...results.keys()].filter((id) => !calls.has(id)).length + unpaired };
}

function isFailure(block: Fields, structured: unknown): boolean {
  if (block.is_error === true) return true;
  if (typeof structured === 'string') return structured.startsWith('Error');
  if (!isFields(structured)) return false;
  return (
    structured.interrupted === true ||
    structured.wasInterrupted === true ||
    (typeof structured.exitCode === 'number' && structured.exitCode !== 0)
  );
}

function isWarmup(record: Fields | undefined): boolean {
  const message = record?.message;
  return record?.type === 'user' && isFields(message) && message.content === 'Warmup';
}

/** The records of a transcript; a line that is not JSON may hold several objects in a row. */
export function readRecords(text: string): Fields[] {
  return parseLines(text, readGlued);
}

function readGlued(line: string): Fields[] {
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
