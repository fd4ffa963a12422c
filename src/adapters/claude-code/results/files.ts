import type { FilePatch, PatchHunk } from '../../../session/index.ts';
import type { AttachmentPart } from '../../assembly.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { counted, countLines, type RawResult, type ResultFields, snakeFields } from './fields.ts';

const knownOfReads = new Set(['type', 'content', 'filePath', 'base64', 'numLines', 'cells']);

/** The result of `Read`: the file's own text without line numbers, or its picture or document. */
export function readFileResult(raw: RawResult): ResultFields {
  const file = raw.structured === undefined ? undefined : field.object(raw.structured, 'file');
  // If the CLI moved the text out of the log, its file has the complete text.
  if (raw.structured === undefined || file === undefined || raw.preview !== undefined) return plainFile(raw);
  switch (field.text(raw.structured, 'type')) {
    case 'text':
      return textFile(raw, file);
    case 'file_unchanged':
      return { text: raw.text, display: 'File unchanged since it was last read' };
    case 'image':
    case 'pdf':
      return documentFile(raw, raw.structured, file);
    default:
      return { text: raw.text, contributes: 'file_content', ...fieldsOf(file) };
  }
}

function textFile({ text: shown }: RawResult, file: JsonObject): ResultFields {
  const content = field.text(file, 'content') ?? '';
  const lines = field.number(file, 'numLines') ?? countLines(content);
  const { lead, rest } = leadingReminder(shown);
  const reminder = [lead, trailingReminder(rest)].filter((each) => each !== undefined).join('\n\n');
  // An empty file, or an offset after its end: the result is only the CLI's remark.
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

function documentFile({ text, attachments }: RawResult, structured: JsonObject, file: JsonObject): ResultFields {
  const isImage = field.text(structured, 'type') === 'image';
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
  const fields = snakeFields(file, knownOfReads);
  return fields === undefined ? {} : { fields };
}

const REMINDER_END = '</system-reminder>';

/** The CLI's words to the model above the numbered lines, with the rest of the text. */
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

/** The file before a change, in today's and in older versions. */
const wholeBefore = ['originalFile', 'originalFileContents'] as const;

/** Texts of the call itself, and what its patch says: neither is a further field. */
const knownOfEdits = new Set([
  'type',
  'filePath',
  'oldString',
  'newString',
  ...wholeBefore,
  'original_file',
  'updated_file',
  'new_source',
  'notebook_path',
  'structuredPatch',
  'content',
  'edits',
]);

/** The result of `Edit`, `MultiEdit`, `Write` and `NotebookEdit`: the change to the file. */
export function readEditResult({ call, text, structured }: RawResult): ResultFields {
  const input = call?.input ?? {};
  const path =
    field.text(structured ?? {}, 'filePath') ?? field.text(input, 'file_path') ?? field.text(input, 'notebook_path');
  const stated = structured === undefined ? [] : readHunks(structured);
  const created = isCreated(structured === undefined ? undefined : field.text(structured, 'type'), text);
  const written = field.text(structured ?? {}, 'content') ?? field.text(input, 'content');
  const stamped = created && written !== undefined && written !== field.text(input, 'content');
  const hunks = stated.length === 0 && stamped ? [wholeFile(written)] : stated;
  const fields = snakeFields(structured, knownOfEdits);
  return {
    text,
    display: displayOf(stated.length > 0 ? patchSize(stated) : undefined, created, written),
    ...(path === undefined
      ? {}
      : { patches: [{ ...filePatch(path, created ? 'added' : 'modified', hunks), ...beforeOf(structured) }] }),
    ...(fields === undefined ? {} : { fields }),
  };
}

function beforeOf(structured: JsonObject = {}): Pick<FilePatch, 'before'> {
  const before = wholeBefore.map((name) => field.text(structured, name)).find((text) => text !== undefined);
  return before === undefined ? {} : { before };
}

/** The content of a new file, if the CLI wrote something other than the call's input. */
function wholeFile(content: string): PatchHunk {
  const lines = content.replace(/\n$/, '').split('\n');
  return { old_start: 0, old_lines: 0, new_start: 1, new_lines: lines.length, lines: lines.map((line) => `+${line}`) };
}

/** `Write` states it in its structured result or, without one, in its text. */
function isCreated(type: string | undefined, text: string): boolean {
  return type === undefined ? text.startsWith('File created') : type === 'create';
}

function displayOf(size: string | undefined, created: boolean, written: string | undefined): string | undefined {
  if (size !== undefined) return size;
  if (written === undefined) return undefined;
  const lines = counted(countLines(written), 'line');
  return created ? `Created with ${lines}` : `Wrote ${lines}`;
}

/** The hunks of a `structuredPatch`; invalid ones are skipped. */
function readHunks(structured: JsonObject): PatchHunk[] {
  return field.objects(structured, 'structuredPatch').flatMap((hunk) => {
    const [old_start, old_lines, new_start, new_lines] = ['oldStart', 'oldLines', 'newStart', 'newLines'].map((key) =>
      field.number(hunk, key),
    );
    const lines = field.list(hunk, 'lines').filter((line) => typeof line === 'string');
    const numbers = [old_start, old_lines, new_start, new_lines];
    if (!numbers.every((each) => each !== undefined && Number.isSafeInteger(each) && each >= 0)) return [];
    return [{ old_start, old_lines, new_start, new_lines, lines } as PatchHunk];
  });
}

/** `+3 −1`: number of lines that a patch adds and removes. */
function patchSize(hunks: readonly PatchHunk[]): string {
  let added = 0;
  let removed = 0;
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.startsWith('+')) added += 1;
    else if (line.startsWith('-')) removed += 1;
  }
  return `+${added} −${removed}`;
}

/** The patch of one file; without hunks if the log has none. */
function filePatch(path: string, change: FilePatch['change'], hunks: readonly PatchHunk[]): FilePatch {
  return { path, change, ...(hunks.length === 0 ? {} : { hunks: [...hunks] }) };
}

/** A text without the line numbers that `cat -n` puts before each line. */
interface StrippedText {
  content: string;
  /** What stands after the last numbered line. */
  rest: string;
}

const ARROW = 0x2192;
const TAB = 0x09;
const SPACE = 0x20;

/** Removes line numbers; undefined if the first line has none. Linear. */
export function stripLineNumbers(text: string): StrippedText | undefined {
  const lines: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = afterNumber(text, at);
    if (start === undefined) break;
    const end = text.indexOf('\n', start);
    lines.push(text.slice(start, end === -1 ? text.length : end));
    at = end === -1 ? text.length : end + 1;
  }
  if (lines.length === 0) return undefined;
  return { content: lines.join('\n'), rest: text.slice(at).trim() };
}

/** Where the line itself begins: after spaces, a number and an arrow (or, in newer versions, a tab). */
function afterNumber(text: string, from: number): number | undefined {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  const digits = at;
  while (isDigit(text.charCodeAt(at))) at += 1;
  const code = text.charCodeAt(at);
  return at > digits && (code === ARROW || code === TAB) ? at + 1 : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
