import { inputTexts, outputTexts } from '../../session/facts/callTexts.ts';
import { eventTexts } from '../../session/facts/eventText.ts';
import type { ContentRef, SessionEvent, ToolCall } from '../../session/index.ts';
import { omission } from '../../session/internal.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
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

/** The texts of an item, prepared for reading: each once, the most telling first. */
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
