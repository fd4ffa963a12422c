import type { ContentRef } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';
import { runInSlices } from '../slices.ts';
import { foldCase } from './query.ts';
import type { PartKind, SearchTexts } from './searchTexts.ts';

/** A shortened text of which the whole lies beside the session. */
export interface WholeToRead {
  readonly item: number;
  readonly content: ContentRef;
}

/** How the wholes of shortened texts are read. */
export interface ReadWholesOptions {
  /** Fetches one, as the host keeps it. Rejects where it cannot be had. */
  readonly load: (content: ContentRef) => Promise<string>;
  readonly signal: AbortSignal;
  /** Called after each that was taken in. */
  readonly onRead: () => void;
}

/** So many are fetched at once. */
const atOnce = 4;

/** A picture or another binary attachment: there is no text in it. */
const binary = /\/attachments\/\d+$/;

/** The shortened texts whose whole is not yet among the texts, in the order of their items. */
export function wholesToRead(texts: SearchTexts): WholeToRead[] {
  return texts.index.items.flatMap((item) =>
    (sourceOf(item).content_refs ?? [])
      .filter((content) => !binary.test(content.pointer) && texts.wholeOf(item.index, content) === undefined)
      .map((content) => ({ item: item.index, content })),
  );
}

/**
 * Fetches the wholes of shortened texts and adds them to the texts, masked like these.
 *
 * @returns how many could not be had; rejects on abort alone.
 */
export async function readWholes(
  texts: SearchTexts,
  wanted: readonly WholeToRead[],
  { load, signal, onRead }: ReadWholesOptions,
): Promise<number> {
  let failed = 0;
  let next = 0;
  const readOn = async (): Promise<void> => {
    for (let whole = wanted[next]; whole !== undefined; whole = wanted[next]) {
      next += 1;
      const text = await load(whole.content).catch(() => undefined);
      signal.throwIfAborted();
      if (text === undefined) failed += 1;
      else await takeIn(texts, whole, text, signal);
      onRead();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return failed;
}

async function takeIn(texts: SearchTexts, { item, content }: WholeToRead, text: string, signal: AbortSignal) {
  const { reading, index } = texts;
  const plain = reading.plain(await runInSlices(reading.maskInSteps(text), { signal }));
  const kind = placeOf(index.items[item] as ReplayItem, content);
  texts.addWhole(item, { content, part: { kind, text: plain }, folded: foldCase(plain) });
}

function placeOf(item: ReplayItem, { pointer }: ContentRef): PartKind {
  if (item.is === 'event') return 'text';
  return pointer.startsWith('/input') ? 'input' : 'output';
}

function sourceOf(item: ReplayItem): { readonly content_refs?: readonly ContentRef[] | undefined } {
  return item.is === 'call' ? item.call : item.event;
}
