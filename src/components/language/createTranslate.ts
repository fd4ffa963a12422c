import type { Formatters } from './formatters.ts';
import type { Language, Messages, MessageText, Translate } from './messages.ts';

/** BCP 47 tags, for `lang` attributes and plural rules. */
export const locales: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

const placeholder = /\{(\w+)\}/g;

/** Inserts values into the `{name}` placeholders of a text. A name without a value stays, so that the mistake is visible. */
function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole);
}

/** Chooses the plural form; a number that is given as text counts too, such as the `1` of a count that may also be `1 +2`. */
function wording(text: MessageText, plural: Intl.PluralRules, n: unknown): string {
  if (typeof text === 'string') return text;
  return text[plural.select(Number(n ?? 0))] ?? text.other;
}

/** Input of a translation. */
export interface Speech {
  /** Decides the plural rules. */
  readonly locale: string;
  /** The texts of a language, or a part of them. */
  readonly texts: Partial<Messages>;
  readonly formatters: Formatters;
}

/** Makes the translating function of a language; `words` are the English texts used where the language lacks one. */
export function createTranslate({ locale, texts, formatters }: Speech, words: Partial<Messages>): Translate {
  const plural = new Intl.PluralRules(locale);
  return (key, ...given) => {
    const values = new Map(Object.entries(given[0] ?? {}));
    const written = new Map(
      [...values].map(([name, value]) => [name, typeof value === 'number' ? formatters.number(value) : String(value)]),
    );
    return fillPlaceholders(wording(texts[key] ?? words[key] ?? key, plural, values.get('n')), written);
  };
}
