import type { ReplayItem } from '../replayItem.ts';
import { itemKeys } from './itemKeys.ts';

/** The keys of one session in reading order, as numbers: equal texts have equal numbers on both sides. */
export interface KeySequence {
  readonly length: number;
  readonly exact: Int32Array;
  readonly subject: Int32Array;
  readonly weight: Uint8Array;
}

/** What is read of a session to have its keys. */
export interface KeySource {
  /** In reading order. */
  readonly items: readonly ReplayItem[];
  /** The folder that the session began in. */
  readonly cwd: string | undefined;
}

/** An item may carry some kilobytes of input, all of which is read. */
const itemsAStep = 32;

/** Turns the keys of two sessions into numbers, step by step. Their texts are let go of at the end. */
export function* keySequences(
  left: KeySource,
  right: KeySource,
): Generator<undefined, { readonly left: KeySequence; readonly right: KeySequence }> {
  const numbers = { exact: numbering(), subject: numbering() };
  return { left: yield* sequenceOf(left, numbers), right: yield* sequenceOf(right, numbers) };
}

type Numbering = (text: string) => number;

function* sequenceOf(
  { items, cwd }: KeySource,
  numbers: { readonly exact: Numbering; readonly subject: Numbering },
): Generator<undefined, KeySequence> {
  const { length } = items;
  const sequence = {
    length,
    exact: new Int32Array(length),
    subject: new Int32Array(length),
    weight: new Uint8Array(length),
  };
  for (const [at, item] of items.entries()) {
    const keys = itemKeys(item, cwd);
    sequence.exact[at] = numbers.exact(keys.exact);
    sequence.subject[at] = numbers.subject(keys.subject);
    sequence.weight[at] = keys.weight;
    if (at % itemsAStep === itemsAStep - 1) yield;
  }
  return sequence;
}

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}
