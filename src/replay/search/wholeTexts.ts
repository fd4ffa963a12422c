import type { ContentRef } from '../../session/index.ts';
import { placeInSession } from '../../session/internal.ts';
import type { ReplayItem } from '../replayItem.ts';
import { runInSlices } from '../slices.ts';
import { foldCase } from './query.ts';
import type { PartKind, SearchTexts } from './searchTexts.ts';

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
  /** Called after each text that was added. */
  readonly onRead: () => void;
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
  const wanted = texts.index.items.flatMap((item) =>
    (sourceOf(item).content_refs ?? [])
      .filter((content) => !binary.test(content.pointer) && texts.wholeOf(item.index, content) === undefined)
      .map((content) => ({ item: item.index, content, start: placeInSession(content)?.start ?? 0 })),
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
