/** The two places in which a rollout tells the same thing: the model's items, and the events for the screen. */
export type DuplicateSide = 'item' | 'event';

/** So many texts wait for their duplicate; the two stand a few records apart. */
const WAITING = 64;

/** Finds what a rollout tells twice, in either order, by its text. */
export interface DuplicateFilter<Stated> {
  /** What the other side told with this text, and takes it out; undefined where it told nothing. */
  take(text: string, side: DuplicateSide): Stated | undefined;
  /** Notes what this side said; its duplicate may follow. */
  put(text: string, side: DuplicateSide, stated: Stated): void;
}

export function createDuplicateFilter<Stated>(): DuplicateFilter<Stated> {
  const waiting = new Map<string, Stated[]>();
  let size = 0;

  const removeFirst = (key: string): Stated | undefined => {
    const list = waiting.get(key);
    const first = list?.shift();
    if (list?.length === 0) waiting.delete(key);
    if (first !== undefined) size -= 1;
    return first;
  };

  return {
    take: (text, side) => removeFirst(keyOf(text, side === 'item' ? 'event' : 'item')),
    put(text, side, stated) {
      const key = keyOf(text, side);
      const list = waiting.get(key);
      if (list === undefined) waiting.set(key, [stated]);
      else list.push(stated);
      size += 1;
      if (size > WAITING) {
        const oldest = waiting.keys().next();
        if (oldest.done !== true) removeFirst(oldest.value);
      }
    },
  };
}

/** The two sides differ in white space around a text. */
function keyOf(text: string, side: DuplicateSide): string {
  return side === 'item' ? `i${text.trim()}` : `e${text.trim()}`;
}
