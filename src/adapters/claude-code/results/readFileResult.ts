import type { AttachmentPart } from '../../assembly.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { stripLineNumbers } from '../text/stripLineNumbers.ts';
import { counted, countLines } from './counted.ts';
import type { RawResult, ResultFields } from './rawResult.ts';
import { snakeFields } from './snakeFields.ts';

const known = new Set(['type', 'content', 'filePath', 'base64', 'numLines', 'cells']);

/** The result of `Read`: the file's own text without line numbers, or its picture or document. */
export function readFileResult(raw: RawResult): ResultFields {
  const file = raw.twin === undefined ? undefined : field.object(raw.twin, 'file');
  // Where the CLI took the text out of the log, its file has the whole of it.
  if (raw.twin === undefined || file === undefined || raw.preview !== undefined) return plainFile(raw);
  switch (field.text(raw.twin, 'type')) {
    case 'text':
      return textFile(raw, file);
    case 'file_unchanged':
      return { text: raw.text, display: 'File unchanged since it was last read' };
    case 'image':
    case 'pdf':
      return documentFile(raw, raw.twin, file);
    default:
      return { text: raw.text, contributes: 'file_content', ...fieldsOf(file) };
  }
}

function textFile({ text: shown }: RawResult, file: JsonObject): ResultFields {
  const content = field.text(file, 'content') ?? '';
  const lines = field.number(file, 'numLines') ?? countLines(content);
  const { lead, rest } = leadingReminder(shown);
  const reminder = [lead, trailingReminder(rest)].filter((each) => each !== undefined).join('\n\n');
  // An empty file, or an offset behind its end: all there is to see is the CLI's remark.
  if (content === '') return { text: shown, display: 'Read 0 lines', ...fieldsOf(file) };
  return {
    text: content,
    contributes: 'file_content',
    display: `Read ${counted(lines, 'line')}`,
    ...fieldsOf(file),
    ...(reminder === '' ? {} : { extensions: { reminder } }),
  };
}

function plainFile({ text, preview }: RawResult): ResultFields {
  const { lead, rest: numbered } = leadingReminder(text);
  const stripped = stripLineNumbers(numbered);
  if (stripped === undefined) return { text, contributes: 'file_content' };
  const { content, rest } = stripped;
  const reminder = [lead ?? '', rest].filter((each) => each !== '').join('\n\n');
  return {
    text: content,
    contributes: 'file_content',
    display: `Read ${counted(countLines(content), 'line')}`,
    ...(preview === undefined ? {} : { fields: { preview } }),
    ...(reminder === '' ? {} : { extensions: { reminder } }),
  };
}

function documentFile({ text, attachments }: RawResult, twin: JsonObject, file: JsonObject): ResultFields {
  const isImage = field.text(twin, 'type') === 'image';
  const base64 = field.text(file, 'base64');
  const own: AttachmentPart = {
    kind: isImage ? 'image' : 'document',
    media_type: field.text(file, 'type') ?? (isImage ? undefined : 'application/pdf'),
    name: field.text(file, 'filePath'),
    base64,
  };
  return {
    text,
    display: isImage ? 'Read an image' : 'Read a document',
    attachments: attachments.length > 0 || base64 === undefined ? attachments : [own],
    ...fieldsOf(file),
  };
}

function fieldsOf(file: JsonObject): Pick<ResultFields, 'fields'> {
  const fields = snakeFields(file, known);
  return fields === undefined ? {} : { fields };
}

const REMINDER_END = '</system-reminder>';

/** The CLI's words to the model above the numbered lines, and what follows them. */
function leadingReminder(text: string): { lead: string | undefined; rest: string } {
  if (!text.startsWith('<system-reminder>')) return { lead: undefined, rest: text };
  const end = text.indexOf(REMINDER_END);
  if (end === -1) return { lead: undefined, rest: text };
  const after = end + REMINDER_END.length;
  const rest = text.slice(after).replace(/^[\r\n]{1,4}/, '');
  return rest.trim() === '' ? { lead: undefined, rest: text } : { lead: text.slice(0, after), rest };
}

/** The CLI's words to the model below the numbered lines. */
function trailingReminder(text: string): string | undefined {
  const at = text.lastIndexOf('\n\n<system-reminder>');
  return at === -1 ? undefined : text.slice(at).trim();
}
