import type { Outcome, PlanItem } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import type { StatedResult } from '../toolResult.ts';

/** What a tool gave back, and the checklist in it. */
export interface KiroResult extends StatedResult {
  plan?: { items: PlanItem[]; explanation: string | undefined } | undefined;
}

const refused = /\b(?:denied|rejected|declined|not approved|disallowed)\b/i;
const stopped = /\b(?:interrupted|cancelled|canceled|aborted)\b/i;

/**
 * Builds a result from its parts, its status, and what the program stores about it. A failed command counts as a success there, so its exit
 * status is preferred.
 */
export function readResult(content: readonly JsonObject[], status: unknown, kept: unknown): KiroResult {
  const parts = content.length > 0 ? content : keptItems(kept);
  const values = parts.flatMap((part) => (isJsonObject(part.data) && part.kind === 'json' ? [part.data] : []));
  const command = values.find((value) => 'exit_status' in value || 'exitStatus' in value);
  const exitCode = command === undefined ? undefined : exitCodeOf(command.exit_status ?? command.exitStatus);
  const text = parts.flatMap(partText).join('\n');
  const attachments = parts.flatMap(pictureOf);
  const stderr = command === undefined ? undefined : field.text(command, 'stderr');
  const outcome = outcomeOf(textOf(status ?? ''), kept, text);
  const signal = command !== undefined && exitCode === undefined && /signal/i.test(textOf(command.exit_status ?? ''));
  return {
    outcome: signal ? 'interrupted' : outcome.is,
    ...(text === '' ? {} : { text }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(stderr === undefined || stderr === '' ? {} : { stderr }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(outcome.guessed || signal ? { inferred: ['outcome'] } : {}),
    plan: planOf(values.find((value) => Array.isArray(value.tasks))),
  };
}

/** `exit status: 1`, or the number alone. */
function exitCodeOf(status: unknown): number | undefined {
  if (typeof status === 'number') return status;
  const [, code] = /^(?:exit (?:status|code):? ?)?(-?\d{1,10})$/i.exec(textOf(status ?? '').trim()) ?? [];
  return code === undefined ? undefined : Number(code);
}

function outcomeOf(status: string, kept: unknown, text: string): { is: Outcome; guessed: boolean } {
  const [word = ''] = isJsonObject(kept) ? Object.keys(kept) : [textOf(kept ?? '')];
  const said = status === '' ? word : status;
  if (/^success$/i.test(said)) return { is: 'succeeded', guessed: false };
  const words = `${word} ${text.slice(0, 300)}`;
  if (said === '') return { is: 'unknown', guessed: false };
  if (refused.test(words)) return { is: 'denied', guessed: true };
  return stopped.test(words) ? { is: 'interrupted', guessed: true } : { is: 'failed', guessed: false };
}

/** What the program keeps of a result, as parts like those that the model got. */
function keptItems(kept: unknown): JsonObject[] {
  if (!isJsonObject(kept)) return [];
  const success = field.object(kept, 'Success');
  if (success === undefined) return Object.values(kept).map((data) => ({ kind: 'text', data: textOf(data) }));
  return field
    .objects(success, 'items')
    .flatMap((item) => Object.entries(item).map(([kind, data]) => ({ kind: kind.toLowerCase(), data })));
}

function partText({ kind, data, ...rest }: JsonObject): string[] {
  if (typeof data === 'string') return kind === 'image' ? [] : [data];
  if (data === undefined)
    return Object.entries(rest).flatMap(([name, value]) => (name === 'Text' || name === 'Json' ? [shown(value)] : []));
  if (!isJsonObject(data)) return [shown(data)];
  if ('exit_status' in data || 'exitStatus' in data) {
    return [field.text(data, 'stdout') ?? '', field.text(data, 'stderr') ?? '']
      .map((each) => each.trimEnd())
      .filter((each) => each !== '');
  }
  const paths = field.list(data, 'filePaths').filter((path) => typeof path === 'string');
  if (paths.length > 0) return [...paths, ...(field.flag(data, 'truncated') === true ? ['…'] : [])];
  return kind === 'image' ? [] : [jsonText(data, 2)];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : jsonText(value, 2));

/** A picture is bytes as numbers, or base64, with its format beside it. */
function pictureOf({ kind, data }: JsonObject): AttachmentPart[] {
  if (kind !== 'image') return [];
  const format = isJsonObject(data) ? field.text(data, 'format') : undefined;
  const source = isJsonObject(data) ? (field.object(data, 'source') ?? data) : undefined;
  const base64 = source === undefined ? undefined : (field.text(source, 'data') ?? field.text(source, 'bytes'));
  return [{ kind: 'image', ...(format === undefined ? {} : { media_type: `image/${format}` }), base64 }];
}

/** The parts of a message: its text and its pictures. */
export function messageParts(data: JsonObject): { text: string; attachments: AttachmentPart[] } {
  if (typeof data.content === 'string') return { text: data.content, attachments: [] };
  const parts = field.objects(data, 'content');
  return {
    text: parts
      .flatMap((part) => (part.kind === 'text' && typeof part.data === 'string' ? [part.data] : []))
      .join('\n'),
    attachments: parts.flatMap(pictureOf),
  };
}

function planOf(value: JsonObject | undefined): KiroResult['plan'] {
  if (value === undefined) return undefined;
  const items = field.objects(value, 'tasks').flatMap((task): PlanItem[] => {
    const text = field.text(task, 'task_description') ?? field.text(task, 'description');
    const id = field.text(task, 'id');
    const status = task.completed === true ? 'completed' : 'pending';
    return text === undefined ? [] : [{ text, status, ...(id === undefined ? {} : { item_id: id }) }];
  });
  return items.length === 0 ? undefined : { items, explanation: field.text(value, 'description') };
}
