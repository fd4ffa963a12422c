import { createLazy, type Lazy } from '../hooks/lazy.ts';
import { covering, type Masking } from './masking.ts';

/** Masks by the kit's own rules. They weigh more than most components, and are loaded when a text first may need them. */
export const usualMasking: Lazy<Masking> = createLazy(() =>
  import('./usualRules.ts').then((rules) => rules.ruleMasking),
);

/** Whether a masking has to be loaded. */
export function isLazy(masking: Masking | Lazy<Masking>): masking is Lazy<Masking> {
  return 'subscribe' in masking;
}

/** What holds at this moment: as long as the rules are loaded, whatever may hold a secret is covered. */
export function maskingNow(masking: Masking | Lazy<Masking>): Masking {
  return isLazy(masking) ? (masking.now() ?? covering) : masking;
}

/** Loads what has to be loaded: what leaves the page is never covered, but masked. */
export async function masked<Value>(masking: Masking | Lazy<Masking>, value: Value): Promise<Value> {
  const rules = isLazy(masking) ? (masking.now() ?? (await masking.load())) : masking;
  return rules.mask(value);
}
