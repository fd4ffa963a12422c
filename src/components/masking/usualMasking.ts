import { createLazy, type Lazy } from '../hooks/lazy.ts';
import { type Masking, shortestSecret } from './masking.ts';

/** Masks by the kit's own rules, which are larger than most components and are loaded when a text first may need them. */
export const usualMasking: Lazy<Masking> = createLazy(() =>
  import('./usualRules.ts').then((rules) => rules.ruleMasking),
);

/**
 * Makes the kit's rules ready while a page still waits for its session: some 30 ms of work for which its first text would wait. Optional,
 * and of no use where the host masks by rules of its own.
 */
export async function prepareMasking(): Promise<void> {
  (await usualMasking.load()).mask('-'.repeat(shortestSecret));
}

/** Whether a masking has to be loaded. */
export function isLazy(masking: Masking | Lazy<Masking>): masking is Lazy<Masking> {
  return 'subscribe' in masking;
}

/** Loads the rules where necessary. */
export async function settleMasking(masking: Masking | Lazy<Masking>): Promise<Masking> {
  return isLazy(masking) ? (masking.now() ?? (await masking.load())) : masking;
}

/** Masks a value. Text that leaves the page is masked, never merely covered. */
export async function masked<Value>(masking: Masking | Lazy<Masking>, value: Value): Promise<Value> {
  return (await settleMasking(masking)).mask(value);
}
