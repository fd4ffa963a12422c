import { createContext, useContext } from 'react';
import { everydayWords } from '../language/english/everyday.ts';
import type { Messages } from '../language/messages.ts';
import { createKit, type Kit, type KitOf, translateIn } from './createKit.ts';

/** Context with the kit around a component. Without a provider: English, the system's theme and motion, UTC. */
export const KitContext = createContext<Kit>(createKit({}));

const speakers = new WeakMap<object, WeakMap<object, object>>();

/** Returns the kit with a `t` that also has these English texts; the same object for the same two. */
export function speaking<Base extends Kit, Words extends Partial<Messages>>(
  kit: Base,
  words: Words,
): Base & KitOf<Words> {
  const known = speakers.get(kit) ?? new WeakMap<object, object>();
  speakers.set(kit, known);
  const made = known.get(words) ?? {
    ...kit,
    t: translateIn(kit, { ...everydayWords, ...words }),
  };
  known.set(words, made);
  return made as Base & KitOf<Words>;
}

const noMore = {};

/**
 * Returns the current language, formatters, theme and motion. A component with texts beyond the everyday ones passes its English texts:
 * `useKit(lanes)`.
 */
export function useKit(): Kit;
export function useKit<const Words extends Partial<Messages>>(words: Words): KitOf<Words>;
export function useKit(words: Partial<Messages> = noMore): Kit {
  const kit = useContext(KitContext);
  return words === noMore ? kit : speaking(kit, words);
}
