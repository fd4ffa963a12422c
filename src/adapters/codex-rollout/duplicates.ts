/** The two places in which a rollout tells the same thing: the model's items, and the events for the screen. */
export type TwinSide = 'item' | 'event';

/** So many texts wait for their twin; twins stand a few records apart. */
const WAITING = 64;

/** Finds what a rollout tells twice, in either order, by its text. */
export interface TwinPool<Told> {
  /** What the other side told with this text, and takes it out; undefined where it told nothing. */
  take(text: string, side: TwinSide): Told | undefined;
  /** Notes what this side told; its twin may follow. */
  put(text: string, side: TwinSide, told: Told): void;
}

export function createTwinPool<Told>(): TwinPool<Told> {
  const waiting = new Map<string, Told[]>();
  let size = 0;

  const removeFirst = (key: string): Told | undefined => {
    const list = waiting.get(key);
    const first = list?.shift();
    if (list?.length === 0) waiting.delete(key);
    if (first !== undefined) size -= 1;
    return first;
  };

  return {
    take: (text, side) => removeFirst(keyOf(text, side === 'item' ? 'event' : 'item')),
    put(text, side, told) {
      const key = keyOf(text, side);
      const list = waiting.get(key);
      if (list === undefined) waiting.set(key, [told]);
      else list.push(told);
      size += 1;
      if (size > WAITING) {
        const oldest = waiting.keys().next();
        if (oldest.done !== true) removeFirst(oldest.value);
      }
    },
  };
}

/** The two sides differ in white space around a text. */
function keyOf(text: string, side: TwinSide): string {
  return side === 'item' ? `i${text.trim()}` : `e${text.trim()}`;
}
