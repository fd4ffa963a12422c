import { inputTexts, outputTexts } from '../../session/facts/callTexts.ts';
import { eventTexts } from '../../session/facts/eventText.ts';
import type { ContentRef } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { foldCase } from './query.ts';

/** The whole of a shortened text, once it was fetched. */
export interface WholeText {
  readonly content: ContentRef;
  readonly part: SearchPart;
  /** Its text without cases. */
  readonly folded: string;
}

/** What a search looks through: for each item its texts without cases, made when first needed. */
export interface SearchTexts {
  readonly index: SessionIndex;
  readonly reading: SearchReading;
  /** Whether the text of an item is there already, and looking at it costs nothing. */
  isReady(item: number): boolean;
  /** Whether an item has a word in it; the word is without cases. */
  has(item: number, word: string): boolean;
  /** The texts of an item as they may be shown, also fetched ones. */
  partsOf(item: number): readonly SearchPart[];
  /** Takes the whole of a shortened text of an item in. */
  addWhole(item: number, whole: WholeText): void;
  /** The whole behind a reference, where it was taken in. */
  wholeOf(item: number, content: ContentRef): WholeText | undefined;
  /** What was made for an item, for the texts of a session that has grown. */
  carried(item: number): CarriedTexts;
}

/** What was made for one item. */
interface CarriedTexts {
  readonly source: object | undefined;
  readonly text: string | undefined;
  readonly wholes: readonly WholeText[];
}

/** Stands between two texts, where no query can have it. */
const between = '\u0000';

const none: readonly WholeText[] = [];

/** Makes the texts of a session to be searched. Those of the session before it grew are taken over where items stayed. */
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
      wholes.set(item, [...wholesOf(item), whole]);
    },
    wholeOf: (item, content) => wholesOf(item).find((whole) => whole.content.sha256 === content.sha256),
    carried: (item) => ({ source: sourceOf(index.items[item]), text: texts[item], wholes: wholesOf(item) }),
  };
}

function sourceOf(item: ReplayItem | undefined): object | undefined {
  return item === undefined ? undefined : item.is === 'call' ? item.call : item.event;
}

/** Where in an item a text stands: its tool's name, what the call was given or gave back, or what an event says. */
export type PartKind = 'name' | 'input' | 'output' | 'text';

/** A text of an item that a search looks through. */
export interface SearchPart {
  readonly kind: PartKind;
  readonly text: string;
}

/** How texts of a log may be read. */
export interface SearchReading {
  /** Gives a text, or a value of JSON, without its secrets: what is masked is neither found nor shown. */
  readonly mask: <Value>(value: Value) => Value;
  /** Masks a long text in steps of some milliseconds. */
  readonly maskInSteps: (text: string) => Generator<undefined, string>;
  /** Takes out of a text what is not read, such as escape sequences. */
  readonly plain: (text: string) => string;
}

/** The texts of an item, as they may be read: each once, the telling ones first. */
export function searchParts(item: ReplayItem, { mask, plain }: SearchReading): SearchPart[] {
  const parts: SearchPart[] = [];
  const seen = new Set<string>();
  const add = (kind: PartKind, texts: readonly string[]): void => {
    for (const text of texts) {
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      parts.push({ kind, text: plain(text) });
    }
  };
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
