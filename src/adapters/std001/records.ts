import { diagnose, locateJsonError, type SourceRef, shapeOf } from '../../session/index.ts';
import type { Content } from '../assemble/contents.ts';
import type { ParseContext, Source, SourceItem } from '../contract.ts';
import { readDocument, readWhole } from '../read/readDocument.ts';
import { contentFileOf } from './contents.ts';

/** The lists of a session file whose items are records of their own. */
const itemLists = ['tool_calls', 'events', 'messages', 'phases', 'phase_annotations', 'steps', 'sub_sessions'] as const;

type ItemList = (typeof itemLists)[number];

/** An item of a list, and where it stands in its file. */
export interface LocatedItem {
  list: ItemList;
  index: number;
  /** Position of the sub-session or phase that the list stands in; absent for the session's own lists. */
  owner?: { list: ItemList; index: number };
  ref: SourceRef;
  value: unknown;
}

/** A session file is one record, and one more for every item of its lists, and for every file in its content folder. */
export type Std001Record =
  | { is: 'session'; file: string; json: unknown; items: readonly LocatedItem[]; contents: readonly Content[] }
  /** A file of the content folder, by its name there; it comes after the session. */
  | { is: 'content'; name: string }
  | { is: 'item'; item: LocatedItem };

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
  const items = found.map((item): LocatedItem => ({ ...item, value: lookUp(json, item) }));
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

function lookUp(json: unknown, { list, index, owner }: Omit<LocatedItem, 'value'>): unknown {
  return elementOf(owner === undefined ? json : elementOf(json, owner), { list, index });
}

function elementOf(parent: unknown, { list, index }: Pick<LocatedItem, 'list' | 'index'>): unknown {
  const items = typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[list] : undefined;
  return Array.isArray(items) ? items[index] : undefined;
}

/** An item whose value has not been looked up. */
type FoundItem = Omit<LocatedItem, 'value'>;

/** From `start` to `end` (exclusive), in UTF-16 units. */
interface Span {
  start: number;
  end: number;
}

type UnreferredItem = Omit<FoundItem, 'ref'> & { span: Span };

const BOM_BYTES = 3;

/** Items that hold lists of their own. */
const nesting: readonly ItemList[] = ['sub_sessions', 'phases'];

/**
 * Finds every item of the lists of a session, and of its sub-sessions and phases, in a text known to be valid JSON. In text order. `file`
 * is where the text comes from; the file may begin with a BOM that the text lacks.
 */
export function locateItems(text: string, file: SourceRef): FoundItem[] {
  const items: UnreferredItem[] = [];
  for (const outer of itemsAt(text, skipSpace(text, 0))) {
    items.push(outer);
    if (!nesting.includes(outer.list)) continue;
    const owner = { list: outer.list, index: outer.index };
    for (const inner of itemsAt(text, outer.span.start)) items.push({ ...inner, owner });
  }
  return withRefs(text, items, file);
}

/** Items of the lists in the object at a position; none if no object begins there. */
function itemsAt(text: string, start: number): UnreferredItem[] {
  if (text[start] !== '{') return [];
  // Of two fields with the same name the last one counts, as in JSON.parse.
  const lists = new Map<ItemList, UnreferredItem[]>();
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const list = itemLists.find((name) => name === key);
    const spans = list === undefined ? undefined : elementsAt(text, valueStart);
    if (list !== undefined)
      lists.set(
        list,
        (spans?.elements ?? []).map((span, index) => ({ list, index, span })),
      );
    at = skipSpace(text, spans?.end ?? endOfValue(text, valueStart));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return [...lists.values()].flat().sort((a, b) => a.span.start - b.span.start);
}

function elementsAt(text: string, start: number): { elements: Span[]; end: number } | undefined {
  if (text[start] !== '[') return undefined;
  const elements: Span[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at);
    elements.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { elements, end: at + 1 };
}

/** Without recursion: depth is only counted. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const char = text[at] ?? '';
    if (char === '"') at = endOfString(text, at);
    else {
      if (char === '{' || char === '[') depth += 1;
      else if (char === '}' || char === ']') depth -= 1;
      at += 1;
      if (depth === 0 && !'{}[]'.includes(char)) at = endOfScalar(text, at);
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length && !' \t\n\r,]}'.includes(text[at] ?? '')) at += 1;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** Converts positions in the text to lines and bytes, in one pass. */
function withRefs(text: string, items: readonly UnreferredItem[], { source, byte_length }: SourceRef): FoundItem[] {
  const stops = items.flatMap(({ span }) => [span.start, span.end]).sort((a, b) => a - b);
  const locations = new Map<number, { line: number; byte: number }>();
  let at = 0;
  let line = 1;
  let byte = 0;
  for (const stop of [...stops, text.length]) {
    for (; at < stop; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10) line += 1;
      byte += bytesOf(code);
    }
    locations.set(stop, { line, byte });
  }
  const bom = byte_length === byte + BOM_BYTES ? BOM_BYTES : 0;
  return items.map(({ span, ...item }) => {
    const start = locations.get(span.start) ?? { line: 1, byte: 0 };
    const end = locations.get(span.end) ?? start;
    const ref: SourceRef = {
      source,
      line: start.line,
      byte_offset: bom + start.byte,
      byte_length: end.byte - start.byte,
    };
    return { ...item, ref };
  });
}

/** Bytes of a UTF-16 unit in UTF-8; the two halves of a pair make four together. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
