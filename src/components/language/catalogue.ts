import { createLazy, type Lazy, useLazy } from '../hooks/lazy.ts';
import type { Catalogues, Language, Messages } from './messages.ts';

/** Catalogues that are loaded when their language is chosen; every component carries its own English texts. */
export const catalogues: Readonly<Record<Exclude<Language, 'en'>, Lazy<Messages>>> = {
  zh: createLazy(() => import('./chinese.ts').then(({ chinese }) => chinese)),
};

const noTexts: Partial<Messages> = {};

/** Returns the texts of a language other than English: at once if the host provides them, else when they have loaded. */
export function useCatalogue(language: Language, atHand: Catalogues): Partial<Messages> | undefined {
  const given = language === 'en' ? noTexts : atHand[language];
  const loaded = useLazy(language === 'en' || given !== undefined ? undefined : catalogues[language]);
  return given ?? loaded;
}
