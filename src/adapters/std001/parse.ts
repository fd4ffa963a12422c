import { diagnose, locateJsonError, type SourceRef, shapeOf } from '../../session/index.ts';
import type { Content } from '../assemble/contents.ts';
import type { ParseContext, Source, SourceItem } from '../contract.ts';
import { readDocument, readWhole } from '../read/readDocument.ts';
import { contentFileOf } from './contents.ts';
import { locateItems } from './locateItems.ts';
import type { PlacedItem, Std001Record } from './records.ts';

type Item = SourceItem<Std001Record>;

/**
 * The records of session files: the session first, then the items of its lists, then the files of its content folder. A file with invalid
 * JSON is one broken item.
 */
export async function* parse(source: Source, context: ParseContext): AsyncGenerator<readonly Item[]> {
  const { contents, records } = await readContents(source, context);
  for (const [index, file] of source.files.entries()) {
    if (contentFileOf(file.name) !== undefined) continue;
    const document = await readDocument(file, { context, source: index });
    if (document.is === 'broken') yield [document];
    else if (document.value.trim() !== '') yield itemsOf(document.value, document.ref, file.name, contents);
    else context.report(diagnose('empty-source', { at: { file: file.name } }));
  }
  yield records;
}

/** The files of content folders, whole, and the records that they are. */
async function readContents(
  { files }: Source,
  context: ParseContext,
): Promise<{ contents: readonly Content[]; records: readonly Item[] }> {
  const contents: Content[] = [];
  const records: Item[] = [];
  for (const [source, file] of files.entries()) {
    const name = contentFileOf(file.name)?.content;
    if (name === undefined) continue;
    const read = await readWhole(file, { context, source });
    if (read.is === 'record') contents.push({ name, bytes: read.value });
    records.push(read.is === 'record' ? { is: 'record', value: { is: 'content', name }, ref: read.ref } : read);
  }
  return { contents, records };
}

function itemsOf(text: string, ref: SourceRef, file: string, contents: readonly Content[]): Item[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [brokenItem(text, ref)];
  }
  const found = shapeOf(json) === undefined ? [] : locateItems(text, ref);
  const items = found.map((item): PlacedItem => ({ ...item, value: lookUp(json, item) }));
  return [
    { is: 'record', value: { is: 'session', file, json, items, contents }, ref },
    ...items.map((item): Item => ({ is: 'record', value: { is: 'item', item }, ref: item.ref })),
  ];
}

/** Broken from the fault on. */
function brokenItem(text: string, file: SourceRef): Item {
  const fault = locateJsonError(text);
  if (fault === undefined) return { is: 'broken', code: 'invalid-json', ref: file };
  const { line, column, expected, actual } = fault;
  // Counted from the end: a BOM at the beginning is not in the text.
  const byte_length = new TextEncoder().encode(text.slice(fault.offset)).length;
  const byte_offset = Math.max(0, file.byte_length - byte_length);
  const message = `The file is not valid JSON: expected ${expected}, found ${actual}.`;
  return { is: 'broken', code: 'invalid-json', ref: { ...file, line, byte_offset, byte_length }, column, message };
}

function lookUp(json: unknown, { list, index, owner }: Omit<PlacedItem, 'value'>): unknown {
  return elementOf(owner === undefined ? json : elementOf(json, owner), { list, index });
}

function elementOf(parent: unknown, { list, index }: Pick<PlacedItem, 'list' | 'index'>): unknown {
  const items = typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[list] : undefined;
  return Array.isArray(items) ? items[index] : undefined;
}
