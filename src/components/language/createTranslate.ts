import { fillPlaceholders } from './fillPlaceholders.ts';
import type { Formatters } from './formatters.ts';
import type { Messages, MessageText, Translate } from './messages.ts';

function wording(text: MessageText, plural: Intl.PluralRules, n: unknown): string {
  if (typeof text === 'string') return text;
  return text[plural.select(typeof n === 'number' ? n : 0)] ?? text.other;
}

/**
 * Makes the function that speaks one catalogue. `locale` decides the plural rules; `mask` is given every text that fills a
 * place, because names of buttons and rows hold what a log says.
 */
export function createTranslate(
  messages: Messages,
  formatters: Formatters,
  locale: string,
  mask: (text: string) => string = (text) => text,
): Translate {
  const plural = new Intl.PluralRules(locale);
  return (key, ...given) => {
    const values = new Map(Object.entries(given[0] ?? {}));
    const written = new Map(
      [...values].map(([name, value]) => [
        name,
        typeof value === 'number' ? formatters.number(value) : mask(String(value)),
      ]),
    );
    return fillPlaceholders(wording(messages[key], plural, values.get('n')), written);
  };
}
