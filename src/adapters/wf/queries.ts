import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** The content blocks of every reply of a Claude Code transcript, in order; a plain text counts as a block of text. */
function* assistantBlocks(transcript: Iterable<unknown>): Generator<JsonObject> {
  for (const record of transcript) {
    if (!isJsonObject(record) || record.type !== 'assistant') continue;
    const message = fieldsOf(record.message);
    const content = field.text(message, 'content');
    if (content !== undefined) yield { type: 'text', text: content };
    else yield* field.objects(message, 'content');
  }
}

/**
 * What the agent of a transcript said last: its last block of text. The last record alone can be thinking or a call of
 * a tool, and then has no text at all.
 */
export function lastReply(transcript: Iterable<unknown>): string | undefined {
  let last: string | undefined;
  for (const block of assistantBlocks(transcript)) {
    const text = block.type === 'text' ? field.text(block, 'text') : undefined;
    if (text !== undefined && text.trim() !== '') last = text;
  }
  return last;
}

/** Path of the transcript that the last agent step of a log left; undefined where none did. */
export function lastTranscript(log: Iterable<unknown>): string | undefined {
  let last: string | undefined;
  for (const record of log) {
    if (isJsonObject(record)) last = field.text(record, 'transcript') ?? last;
  }
  return last;
}

/**
 * The session id in what `claude -p --output-format=json` printed. Other lines may stand before and after the JSON:
 * errors go to the same stream. With several results the last one counts.
 */
export function sessionIdFromOutput(output: string): string | undefined {
  const whole = idIn(output);
  if (whole !== undefined) return whole;
  const lines = output.split('\n');
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const id = idIn(lines[at] ?? '');
    if (id !== undefined) return id;
  }
  return undefined;
}

function idIn(text: string): string | undefined {
  const json = text.trim();
  if (!json.startsWith('{') && !json.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const objects = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
    return objects.map((each) => field.text(each, 'session_id')).findLast((id) => id !== undefined && id !== '');
  } catch {
    return undefined;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Length of an id, and how many line breaks and spaces a narrow terminal may have put into it. */
const ID_LENGTH = 36;
const MAX_SPREAD = 2 * ID_LENGTH;

const command = 'claude --resume';

/**
 * The session id in a captured terminal, from what Claude Code prints when it ends: `claude --resume <id>`. The last
 * whole one counts; an id that the terminal broke into lines is put together.
 */
export function sessionIdFromTerminal(captured: string): string | undefined {
  for (let at = captured.lastIndexOf(command); at !== -1; at = at === 0 ? -1 : captured.lastIndexOf(command, at - 1)) {
    const start = at + command.length;
    const rest = captured.slice(start, start + MAX_SPREAD).replaceAll(/\s/g, '');
    const id = uuid.exec(rest)?.[0];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The records of a log that are about one step (0-based), in order: one for each time that it ran, and what steered it. */
export function stepRecord(log: Iterable<unknown>, step: number): JsonObject[] {
  return [...log].filter((record): record is JsonObject => isJsonObject(record) && record.step === step);
}

/** Every tool call of a transcript, as its `tool_use` block stands there. */
export function toolCalls(transcript: Iterable<unknown>): JsonObject[] {
  return [...assistantBlocks(transcript)].filter(({ type }) => type === 'tool_use');
}

/** How long all steps of a log took together, in seconds; undefined where none has a duration. */
export function totalStepTime(log: Iterable<unknown>): number | undefined {
  let seconds: number | undefined;
  for (const record of log) {
    const duration = isJsonObject(record) ? field.number(record, 'duration') : undefined;
    if (duration !== undefined) seconds = (seconds ?? 0) + duration;
  }
  return seconds;
}

/** Longest folder name that the CLI makes of a path without a hash, in characters. */
const MAX_FOLDER = 200;

/**
 * Where Claude Code keeps the transcript of a session that ran in `cwd` (an absolute path without symbolic links).
 * Every character but letters and digits of ASCII becomes `-`. Of a longer path only the beginning can be known, since
 * the CLI adds a hash of its own: then the folder ends in `-*`.
 */
export function transcriptPathFor(cwd: string, sessionId: string): string {
  const folder = cwd.normalize('NFC').replaceAll(/[^a-zA-Z0-9]/g, '-');
  const name = folder.length <= MAX_FOLDER ? folder : `${folder.slice(0, MAX_FOLDER)}-*`;
  return `~/.claude/projects/${name}/${sessionId}.jsonl`;
}
