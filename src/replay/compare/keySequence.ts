import type { ItemKeys } from './itemKeys.ts';

/** The keys of one session in reading order, as numbers: equal texts have equal numbers on both sides. */
export interface KeySequence {
  readonly length: number;
  readonly exact: Int32Array;
  readonly subject: Int32Array;
  readonly weight: Uint8Array;
}

/** Turns the keys of two sessions into numbers. */
export function keySequences(left: readonly ItemKeys[], right: readonly ItemKeys[]): [KeySequence, KeySequence] {
  const [exact, subject] = [numbering(), numbering()];
  const sequenceOf = (keys: readonly ItemKeys[]): KeySequence => ({
    length: keys.length,
    exact: Int32Array.from(keys, (each) => exact(each.exact)),
    subject: Int32Array.from(keys, (each) => subject(each.subject)),
    weight: Uint8Array.from(keys, ({ weight }) => weight),
  });
  return [sequenceOf(left), sequenceOf(right)];
}

function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}
