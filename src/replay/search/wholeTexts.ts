import type { ContentRef } from '../../session/index.ts';
import { placeInSession } from '../../session/internal.ts';
import type { ReplayItem } from '../replayItem.ts';
import { runInSlices } from '../slices.ts';
import { foldCase } from './query.ts';
import type { PartKind, SearchTexts, WholeText } from './searchTexts.ts';

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
    (sourceOf(item).content_refs ?? [])
      .filter((content) => !binary.test(content.pointer) && !isKept(texts.wholeOf(item.index, content)))
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
  const kind = placeOf(index.items[item] as ReplayItem, content);
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
  const places = words.map((word) => folded.indexOf(word));
  // In few scripts letters in lower case are longer: places in the text are not those in its folded form.
  if (folded.length !== text.length) return text;
  const parts = places.flatMap((at, n) =>
    at === -1 ? [] : [text.slice(Math.max(0, at - shownAround), at + (words[n]?.length ?? 0) + shownAround)],
  );
  return parts.join('\n…\n');
}

function placeOf(item: ReplayItem, { pointer }: ContentRef): PartKind {
  if (item.is === 'event') return 'text';
  return pointer.startsWith('/input') ? 'input' : 'output';
}

function sourceOf(item: ReplayItem): { readonly content_refs?: readonly ContentRef[] | undefined } {
  return item.is === 'call' ? item.call : item.event;
}
