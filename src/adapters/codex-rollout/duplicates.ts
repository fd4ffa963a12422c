/** The two places in which a rollout says the same thing: the model's items, and the events for the screen. */
export type DuplicateSide = 'item' | 'event';

/** Number of texts that wait for their duplicate; the two are a few records apart. */
const WAITING = 64;

/** Finds what a rollout says twice, in either order, by its text. */
export interface DuplicateFilter<Stated> {
  /** Takes out what the other side said with this text; undefined if there was nothing. */
  take(text: string, side: DuplicateSide): Stated | undefined;
  /** Records what this side said; its duplicate may follow. */
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

/** The two sides differ in the white space around a text. */
function keyOf(text: string, side: DuplicateSide): string {
  return side === 'item' ? `i${text.trim()}` : `e${text.trim()}`;
}
