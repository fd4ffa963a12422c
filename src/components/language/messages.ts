import type { everydayWords } from './english/everyday.ts';
import type { english } from './english.ts';

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
