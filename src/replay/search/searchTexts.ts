import { inputTexts, outputTexts } from '../../session/facts/callTexts.ts';
import { eventTexts } from '../../session/facts/eventText.ts';
import type { ContentRef, SessionEvent, ToolCall } from '../../session/index.ts';
import { omission, rangeInSession } from '../../session/internal.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { runInSlices } from '../slices.ts';
import { foldCase } from './query.ts';

/** The full version of a shortened text, once fetched. */
export interface WholeText {
  readonly content: ContentRef;
  readonly part: SearchPart;
  /** Its text in lower case. */
  readonly folded: string;
  /** If given, only what stands around these words was kept of the text. */
  readonly words?: readonly string[];
}

/** The texts that a search looks through: for each item its texts in lower case, made when first needed. */
export interface SearchTexts {
  readonly index: SessionIndex;
  readonly reading: SearchReading;
  /** Whether the text of an item has been made already, so that searching it costs nothing. */
  isReady(item: number): boolean;
  /** Whether an item contains a word; the word is in lower case. */
  has(item: number, word: string): boolean;
  /** The texts of an item as they may be shown, including fetched ones. */
  partsOf(item: number): readonly SearchPart[];
  /** Adds the full version of a shortened text to an item, in place of what was kept of it. */
  addWhole(item: number, whole: WholeText): void;
  /** The full text behind a reference, if it was added. */
  wholeOf(item: number, content: ContentRef): WholeText | undefined;
  /** What was made for an item, to be reused for a grown session. */
  carried(item: number): CarriedTexts;
}

/** What was made for one item. */
interface CarriedTexts {
  readonly source: object | undefined;
  readonly text: string | undefined;
  readonly wholes: readonly WholeText[];
}

/** Separates two texts; no query can contain it. */
const between = '\u0000';

const none: readonly WholeText[] = [];

/** Makes the searchable texts of a session. When the session has grown, the texts of unchanged items are taken over. */
export function createSearchTexts(index: SessionIndex, reading: SearchReading, before?: SearchTexts): SearchTexts {
  const texts: (string | undefined)[] = new Array(index.items.length);
  const wholes = new Map<number, readonly WholeText[]>();
  if (before?.reading === reading) {
    for (const item of index.items) {
      const carried = before.carried(item.index);
      if (carried.source !== sourceOf(item)) continue;
      texts[item.index] = carried.text;
      if (carried.wholes.length > 0) wholes.set(item.index, carried.wholes);
    }
  }
  const itemAt = (item: number): ReplayItem => index.items[item] as ReplayItem;
  const wholesOf = (item: number): readonly WholeText[] => wholes.get(item) ?? none;
  const textOf = (item: number): string => {
    const made = texts[item];
    if (made !== undefined) return made;
    const text = foldCase(
      searchParts(itemAt(item), reading)
        .map((part) => part.text)
        .join(between),
    );
    texts[item] = text;
    return text;
  };
  return {
    index,
    reading,
    isReady: (item) => texts[item] !== undefined,
    has: (item, word) => textOf(item).includes(word) || wholesOf(item).some(({ folded }) => folded.includes(word)),
    partsOf: (item) => [...searchParts(itemAt(item), reading), ...wholesOf(item).map(({ part }) => part)],
    addWhole: (item, whole) => {
      const others = wholesOf(item).filter(({ content }) => content !== whole.content);
      wholes.set(item, [...others, whole]);
    },
    wholeOf: (item, content) => wholesOf(item).find((whole) => whole.content.sha256 === content.sha256),
    carried: (item) => ({ source: sourceOf(index.items[item]), text: texts[item], wholes: wholesOf(item) }),
  };
}

function sourceOf(item: ReplayItem | undefined): ToolCall | SessionEvent | undefined {
  return item === undefined ? undefined : item.is === 'call' ? item.call : item.event;
}

/** Where a text comes from: the tool's name, the call's input or output, or the text of an event. */
export type PartKind = 'name' | 'input' | 'output' | 'text';

/** A text of an item that a search looks through. */
export interface SearchPart {
  readonly kind: PartKind;
  readonly text: string;
}

/** How texts of a log are prepared for reading. */
export interface SearchReading {
  /** Masks secrets in a text or a JSON value: what is masked is neither found nor shown. */
  readonly mask: <Value>(value: Value) => Value;
  /** Masks a long text in steps of some milliseconds. */
  readonly maskInSteps: (text: string) => Generator<undefined, string>;
  /** Removes what is not meant for reading, such as escape sequences. */
  readonly plain: (text: string) => string;
}

/** The texts of an item, prepared for reading: each once, the most informative first. */
export function searchParts(item: ReplayItem, { mask, plain }: SearchReading): SearchPart[] {
  const parts: SearchPart[] = [];
  const seen = new Set<string>();
  const add = (kind: PartKind, texts: readonly string[]): void => {
    for (const text of texts) {
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      parts.push({ kind, text: plain(cut ? text.replace(omission, '\n…\n') : text) });
    }
  };
  // The line that says how much is missing is the kit's own, and no text of the log.
  const cut = sourceOf(item)?.content_refs !== undefined;
  if (item.is === 'event') {
    add('text', eventTexts(mask(item.event)));
    return parts;
  }
  const call = mask(item.call);
  add('name', [call.tool_name]);
  add('input', inputTexts(call));
  if (item.plan !== undefined) add('text', eventTexts(mask(item.plan)));
  add('output', outputTexts(call));
  return parts;
}

/** A shortened text whose full version is kept beside the session. */
export interface WholeToRead {
  readonly item: number;
  readonly content: ContentRef;
}

/** How full texts are read. */
export interface ReadWholesOptions {
  /** Fetches one from where the host keeps it. Rejects where it cannot be fetched. */
  readonly load: (content: ContentRef) => Promise<string>;
  readonly signal: AbortSignal;
  /** Called after each text that was read. */
  readonly onRead: () => void;
  /**
   * The words that are searched for, in lower case. Where the texts together are longer than {@link keptBytes}, only what stands around these
   * words is kept, so that memory stays flat; another search reads them again.
   */
  readonly words?: readonly string[];
}

/** Texts of more bytes than this, together, are not kept. */
const keptBytes = 64 * 1024 * 1024;

/** Whether texts are too long to be kept all. */
export function isMoreThanKept(wanted: readonly WholeToRead[]): boolean {
  return wanted.reduce((sum, { content }) => sum + content.bytes, 0) > keptBytes;
}

/** Number of texts fetched at once. */
const atOnce = 4;

/** A picture or another binary attachment has no text to search. */
const binary = /\/attachments\/\d+$/;

/**
 * The shortened texts whose full versions are not among the searchable texts yet: in the order of their items, and those that lie in the
 * session file in its order, so that it is read from one end to the other.
 */
export function wholesToRead(texts: SearchTexts): WholeToRead[] {
  const isKept = (whole: WholeText | undefined): boolean => whole !== undefined && whole.words === undefined;
  const wanted = texts.index.items.flatMap((item) =>
    (sourceOf(item)?.content_refs ?? [])
      .filter((content) => !binary.test(content.pointer) && !isKept(texts.wholeOf(item.index, content)))
      .map((content) => ({ item: item.index, content, start: rangeInSession(content)?.start ?? 0 })),
  );
  return wanted.sort((a, b) => a.start - b.start);
}

/**
 * Fetches the full texts and adds them to the searchable texts, masked in the same way.
 *
 * @returns the number of texts that could not be fetched; rejects only on abort.
 */
export async function readWholes(
  texts: SearchTexts,
  wanted: readonly WholeToRead[],
  { load, signal, onRead, words = [] }: ReadWholesOptions,
): Promise<number> {
  const around = isMoreThanKept(wanted) ? words : undefined;
  let failed = 0;
  let next = 0;
  const readOn = async (): Promise<void> => {
    for (let whole = wanted[next]; whole !== undefined; whole = wanted[next]) {
      next += 1;
      const text = await load(whole.content).catch(() => undefined);
      signal.throwIfAborted();
      if (text === undefined) failed += 1;
      else await takeIn(texts, whole, text, { signal, around });
      onRead();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return failed;
}

async function takeIn(
  texts: SearchTexts,
  { item, content }: WholeToRead,
  text: string,
  { signal, around }: { signal: AbortSignal; around: readonly string[] | undefined },
): Promise<void> {
  const { reading, index } = texts;
  // Masking is by far the dearest. What has none of the words has none after it, but for those of the marks themselves.
  if (around !== undefined && !holdsAny(foldCase(reading.plain(text)), around)) return;
  const plain = reading.plain(await runInSlices(reading.maskInSteps(text), { signal }));
  const kind = partOf(index.items[item] as ReplayItem, content);
  if (around === undefined) {
    texts.addWhole(item, { content, part: { kind, text: plain }, folded: foldCase(plain) });
    return;
  }
  const kept = surroundings(plain, around);
  if (kept !== '') texts.addWhole(item, { content, part: { kind, text: kept }, folded: foldCase(kept), words: around });
}

function holdsAny(folded: string, words: readonly string[]): boolean {
  return words.some((word) => folded.includes(word));
}

/** Characters kept before and after a word. */
const shownAround = 160;

/** What stands around the first of each of some words in a text; '' where it has none of them. */
function surroundings(text: string, words: readonly string[]): string {
  const folded = foldCase(text);
  if (!holdsAny(folded, words)) return '';
  const starts = words.map((word) => folded.indexOf(word));
  // In few scripts letters in lower case are longer: places in the text are not those in its folded form.
  if (folded.length !== text.length) return text;
  const parts = starts.flatMap((at, n) =>
    at === -1 ? [] : [text.slice(Math.max(0, at - shownAround), at + (words[n]?.length ?? 0) + shownAround)],
  );
  return parts.join('\n…\n');
}

function partOf(item: ReplayItem, { pointer }: ContentRef): PartKind {
  if (item.is === 'event') return 'text';
  return pointer.startsWith('/input') ? 'input' : 'output';
}
