import { field, type JsonObject } from '../../read/jsonObject.ts';

/** A text for the model, with what else the log says of it. */
interface ContextText {
  text: string;
  extensions: Record<string, unknown>;
}

/** What the CLI tells the model of its tools, agents, skills and surroundings; undefined for types not known. */
export function readContext(type: string, attachment: JsonObject): ContextText | undefined {
  const text = texts.get(type)?.(attachment);
  return text === undefined
    ? undefined
    : { text: text === '' ? titleOf(type) : text, extensions: { attachment: type } };
}

type ReadText = (attachment: JsonObject) => string;

const lines = (attachment: JsonObject, key: string): string[] =>
  field.list(attachment, key).filter((line) => typeof line === 'string');

/** A list that grows and shrinks, as it is told to the model. */
const delta =
  (what: string, added: string, names: string, removed: string): ReadText =>
  (attachment) => {
    const told = lines(attachment, added);
    const list = told.length > 0 ? told : lines(attachment, names);
    const gone = lines(attachment, removed);
    return [
      ...(list.length === 0 ? [] : [`${what} added:`, ...list]),
      ...(gone.length === 0 ? [] : [`${what} removed:`, ...gone]),
    ].join('\n');
  };

const path: ReadText = (attachment) =>
  field.text(attachment, 'filename') ?? field.text(attachment, 'displayPath') ?? '';
const plain: ReadText = (attachment) => field.text(attachment, 'text') ?? field.text(attachment, 'content') ?? '';

const texts: ReadonlyMap<string, ReadText> = new Map<string, ReadText>([
  ['deferred_tools_delta', delta('Tools', 'addedLines', 'addedNames', 'removedNames')],
  ['agent_listing_delta', delta('Agents', 'addedLines', 'addedTypes', 'removedTypes')],
  ['mcp_instructions_delta', delta('MCP servers', 'addedBlocks', 'addedNames', 'removedNames')],
  ['skill_listing', plain],
  ['command_permissions', (each) => ['Tools allowed by the command:', ...lines(each, 'allowedTools')].join('\n')],
  ['invoked_skills', (each) => skills(each).join('\n\n')],
  ['dynamic_skill', (each) => ['Skills:', ...lines(each, 'skillNames'), field.text(each, 'skillDir') ?? ''].join('\n')],
  ['edited_text_file', (each) => `Changed outside the session: ${path(each)}\n${field.text(each, 'snippet') ?? ''}`],
  ['compact_file_reference', (each) => `File read before the compaction: ${path(each)}`],
  ['total_tokens_reminder', plain],
  ['batching_reminder_sent', plain],
  ['silent_turn_reminder', plain],
  ['critical_system_reminder', plain],
]);

function skills(attachment: JsonObject): string[] {
  return field
    .objects(attachment, 'skills')
    .map((skill) => ['name', 'path', 'content'].flatMap((key) => field.text(skill, key) ?? []).join('\n'));
}

function titleOf(type: string): string {
  return type.replaceAll('_', ' ');
}
