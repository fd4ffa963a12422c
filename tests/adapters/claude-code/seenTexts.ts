import { leaves } from '../../witness/witness.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tags in which the CLI wraps texts; a person never sees them. */
const cliTags =
  /<\/?(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr|notification)|ide_opened_file|ide_selection|system-reminder|user-memory-input|task-notification|agent-notification|task-id|agent-id|shell-id|tool-use-id|output-file|status|summary|note|result|usage|total_tokens|subagent_tokens|tool_uses|duration_ms|tool_use_error|teammate-message(?: [^>\n]*)?)>/g;

/** Line numbers that `cat -n` puts before an empty line. */
const bareNumbers = /^ *\d+(?:\t|→) *$/gm;

/** Names and ids of an attachment, which are not part of its texts. */
const silentKeys = new Set([
  'type',
  'toolUseID',
  'hookEvent',
  'hookName',
  'source_uuid',
  'timestamp',
  'commandMode',
  'origin',
  'filePath',
  'displayPath',
]);

/**
 * What a person could see of a raw Claude Code log: prompts, replies, thinking, inputs and results of tools, notices. Uses knowledge of the
 * format only, not the adapter.
 */
export function* seenTexts(record: unknown): Generator<string> {
  for (const text of rawTexts(record)) yield text.replaceAll(bareNumbers, '');
}

function* rawTexts(record: unknown): Generator<string> {
  if (!isFields(record)) return;
  const { message, content, attachment, data } = record;
  if (isFields(message)) yield* messageTexts(message);
  if (record.type === 'system' && typeof content === 'string') yield withoutTags(content);
  if (record.type === 'summary' && typeof record.summary === 'string') yield record.summary;
  if (record.type === 'queue-operation') for (const text of valueLeaves(taskOf(content))) yield withoutTags(text);
  if (isFields(attachment)) yield* attachmentTexts(attachment);
  if (record.type === 'progress' && isFields(data) && isFields(data.message)) yield* rawTexts(data.message);
}

/** Some versions queue the start of a task as JSON: its values are shown, not its syntax. */
function taskOf(content: unknown): unknown {
  return typeof content === 'string' && content.startsWith('{"task_id"') ? JSON.parse(content) : content;
}

function* messageTexts(message: Fields): Generator<string> {
  const { content } = message;
  if (typeof content === 'string') yield withoutTags(content);
  for (const block of Array.isArray(content) ? content : []) {
    if (typeof block === 'string') yield withoutTags(block);
    if (!isFields(block)) continue;
    if (typeof block.text === 'string') yield withoutTags(block.text);
    if (typeof block.thinking === 'string') yield block.thinking;
    if (block.type === 'tool_use') yield* leaves(block.input);
    if (block.type === 'tool_result') yield* resultTexts(block);
  }
}

/** A result may quote a log, so only the tags at its beginning and end are the CLI's. */
function* resultTexts({ content }: Fields): Generator<string> {
  if (typeof content === 'string') yield content.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '');
  else yield* messageTexts({ content });
}

function withoutTags(text: string): string {
  return text.replaceAll(cliTags, '\n');
}

function* attachmentTexts(attachment: Fields): Generator<string> {
  for (const [key, value] of Object.entries(attachment)) if (!silentKeys.has(key)) yield* valueLeaves(value);
}

function* valueLeaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) if (!silentKeys.has(key)) yield* valueLeaves(each);
  }
}
