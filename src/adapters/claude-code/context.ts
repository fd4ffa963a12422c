import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { snakeFields } from './results/fields.ts';

/** A text for the model, with further facts from the log. */
interface ContextText {
  text: string;
  extensions: Record<string, unknown>;
}

/** What the CLI writes to the model about its tools, agents, skills and environment; undefined for unknown types. */
export function readContext(type: string, attachment: JsonObject): ContextText | undefined {
  const text = texts.get(type)?.(attachment);
  return text === undefined
    ? undefined
    : { text: text === '' ? titleOf(type) : text, extensions: { attachment: type, ...restOf(type, attachment) } };
}

/** The fields that the text does not include; texts of lists and reminders include all of them. */
function restOf(type: string, attachment: JsonObject): Record<string, unknown> | undefined {
  const stated = knownFields.get(type);
  return stated === undefined ? undefined : snakeFields(attachment, new Set(['type', ...stated]));
}

const knownFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['opened_file_in_ide', ['filename']],
  ['output_style', ['style']],
  ['diagnostics', ['files']],
  ['relevant_memories', ['memories']],
  ['team_context', ['teamName', 'agentName', 'teamConfigPath', 'taskListPath']],
  ['prompt_snapshot', ['systemPrompt', 'system', 'prompt', 'content', 'text']],
]);

type ReadText = (attachment: JsonObject) => string;

const lines = (attachment: JsonObject, key: string): string[] =>
  field.list(attachment, key).filter((line) => typeof line === 'string');

/** A list of additions and removals, as given to the model. */
const delta =
  (what: string, added: string, names: string, removed: string): ReadText =>
  (attachment) => {
    const stated = lines(attachment, added);
    const list = stated.length > 0 ? stated : lines(attachment, names);
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
  ['opened_file_in_ide', (each) => `Opened in the editor: ${path(each)}`],
  ['output_style', (each) => `Output style: ${field.text(each, 'style') ?? ''}`],
  ['diagnostics', diagnosticsText],
  ['relevant_memories', memoriesText],
  ['team_context', teamText],
  ['prompt_snapshot', promptText],
]);

/** An editor's diagnostics for files, one per line. */
function diagnosticsText(attachment: JsonObject): string {
  const files = field.objects(attachment, 'files').map((file) => {
    const faults = field.objects(file, 'diagnostics').map((each) => {
      const line = field.number(fieldsOf(fieldsOf(each.range).start), 'line');
      const words = [field.text(each, 'severity'), field.text(each, 'message'), sourceOf(each)];
      return `  ${line === undefined ? '' : `${line + 1}: `}${words.filter((word) => word !== undefined).join(' ')}`;
    });
    return [field.text(file, 'uri') ?? 'a file', ...faults].join('\n');
  });
  return ['Diagnostics of the editor:', ...files].join('\n');
}

function sourceOf(diagnostic: JsonObject): string | undefined {
  const { code } = diagnostic;
  const named = [
    field.text(diagnostic, 'source'),
    typeof code === 'number' ? String(code) : field.text(diagnostic, 'code'),
  ];
  const said = named.filter((each) => each !== undefined).join(' ');
  return said === '' ? undefined : `(${said})`;
}

function memoriesText(attachment: JsonObject): string {
  const memories = field.objects(attachment, 'memories').map((memory) => {
    const title = field.text(memory, 'header') ?? `Memory: ${field.text(memory, 'path') ?? ''}`;
    return `${title}\n${field.text(memory, 'content') ?? ''}`;
  });
  return memories.join('\n\n');
}

function teamText(attachment: JsonObject): string {
  const facts = [
    ['Team', 'teamName'],
    ['Agent', 'agentName'],
    ['Members', 'teamConfigPath'],
    ['Tasks', 'taskListPath'],
  ] as const;
  return facts
    .flatMap(([label, key]) => {
      const value = field.text(attachment, key);
      return value === undefined ? [] : [`${label}: ${value}`];
    })
    .join('\n');
}

/** The system prompt, whole or in parts. */
function promptText(attachment: JsonObject): string {
  const { systemPrompt, system, prompt, content, text } = attachment;
  const given = systemPrompt ?? system ?? prompt ?? content ?? text;
  const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
  return parts.flatMap((part) => (part === undefined || part === null ? [] : partText(part))).join('\n\n');
}

function partText(part: unknown): string {
  return (isJsonObject(part) ? field.text(part, 'text') : undefined) ?? textOf(part);
}

function skills(attachment: JsonObject): string[] {
  return field
    .objects(attachment, 'skills')
    .map((skill) => ['name', 'path', 'content'].flatMap((key) => field.text(skill, key) ?? []).join('\n'));
}

function titleOf(type: string): string {
  return type.replaceAll('_', ' ');
}
