'use client';
import { createLazy, type Lazy, useLazy } from '../hooks/lazy.ts';
import type { Catalogues, Language, Messages } from './messages.ts';

/** Catalogues that are loaded when their language is chosen; every component carries its English texts itself. */
export const catalogues: Readonly<Record<Exclude<Language, 'en'>, Lazy<Messages>>> = {
  zh: createLazy(() => import('./chinese.ts').then(({ chinese }) => chinese)),
};

const noTexts: Partial<Messages> = {};

/** Gives the texts of a language beside the components' own: at once where the host has them at hand, else when they are loaded. */
export function useCatalogue(language: Language, atHand: Catalogues): Partial<Messages> | undefined {
  const given = language === 'en' ? noTexts : atHand[language];
  const loaded = useLazy(language === 'en' || given !== undefined ? undefined : catalogues[language]);
  return given ?? loaded;
}
