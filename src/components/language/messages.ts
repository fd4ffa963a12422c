import type { everydayWords } from './english/everyday.ts';
import type { english } from './english.ts';
import type { Formatters } from './formatters.ts';

/** A language for which the kit has a catalogue. */
export type Language = 'en' | 'zh';

/** A text whose wording depends on the number `n`, by its language's plural rules. */
export interface PluralText {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** Entry of a catalogue: a text with `{name}` placeholders, or one text per plural category. */
export type MessageText = string | PluralText;

/** Key of a text of the kit. */
export type MessageKey = keyof typeof english;

/** Key of a text that every component has. */
export type EverydayKey = keyof typeof everydayWords;

/** A whole catalogue. Hosts replace any part of it through `KitProvider`. */
export type Messages = { readonly [Key in MessageKey]: MessageText };

type TextOf<Message> = Message extends { readonly other: infer Text } ? Text : Message;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

type PlaceholderOf<Key extends MessageKey> = Placeholder<TextOf<(typeof english)[Key]>>;

/** The values that the English text of a key needs; none for most keys. */
export type MessageValues<Key extends MessageKey> = [PlaceholderOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderOf<Key>, string | number>>];

/** Returns the text of a key with its placeholders filled in; numbers are written by the formatters. */
export interface Translate<Keys extends MessageKey = MessageKey> {
  <Key extends Keys>(key: Key, ...values: MessageValues<Key>): string;
  /** Never set: lets the compiler reject a function that offers fewer keys than needed. */
  readonly says?: (key: Keys) => void;
}

/** Catalogues of languages other than English; components carry the English texts. */
export type Catalogues = { readonly [Other in Exclude<Language, 'en'>]?: Messages };

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
interface Speech {
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
