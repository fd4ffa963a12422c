import type { everydayWords } from './english/everyday.ts';
import type { english } from './english.ts';

/** A language that the kit brings a catalogue for. */
export type Language = 'en' | 'zh';

/** A text whose wording depends on the number `n`, by the plural rules of its language. */
export interface PluralText {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** What a catalogue holds: a text with `{name}` placeholders, or one text a plural category. */
export type MessageText = string | PluralText;

/** Names a text of the kit. */
export type MessageKey = keyof typeof english;

/** Names a text that every component can say. */
export type EverydayKey = keyof typeof everydayWords;

/** A whole catalogue. Hosts replace any part of it through `KitProvider`. */
export type Messages = { readonly [Key in MessageKey]: MessageText };

type TextOf<Message> = Message extends { readonly other: infer Text } ? Text : Message;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

type PlaceholderOf<Key extends MessageKey> = Placeholder<TextOf<(typeof english)[Key]>>;

/** The values that the English text of a key asks for; none for most keys. */
export type MessageValues<Key extends MessageKey> = [PlaceholderOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderOf<Key>, string | number>>];

/** Gives the text of a key, its placeholders filled in; numbers are written by the formatters. */
export interface Translate<Keys extends MessageKey = MessageKey> {
  <Key extends Keys>(key: Key, ...values: MessageValues<Key>): string;
  /** Never there: lets the compiler see that who needs more keys is not given less. */
  readonly says?: (key: Keys) => void;
}

/** Catalogues of languages beside English, which the components carry with them. */
export type Catalogues = { readonly [Other in Exclude<Language, 'en'>]?: Messages };
