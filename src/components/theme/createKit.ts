import type { Prices } from '../../session/index.ts';
import { createTranslate, locales } from '../language/createTranslate.ts';
import { everydayWords } from '../language/english/everyday.ts';
import { createFormatters, type Formatters } from '../language/formatters.ts';
import type { Catalogues, Messages, Translate } from '../language/messages.ts';
import { createMasking, type Masking, noMasking, type Redactor } from '../masking/masking.ts';
import { usualMasking } from '../masking/usualMasking.ts';
import type { ApplyPatch, Kit, Language, LoadContent, Motion, OpenFile, RevealPolicy, Theme } from './kit.ts';

/** Choices of a host; everything it leaves out is inherited from the kit around. */
export interface KitChoice {
  /**
   * Colour theme of everything inside.
   * @default inherited, or the system's
   * @selector [data-theme]
   */
  theme?: Theme | undefined;
  /**
   * Language of labels; the content of a log stays as it is. A language that is not among `catalogues` is loaded, and labels are English
   * until then.
   * @default inherited, or English
   */
  language?: Language | undefined;
  /**
   * Catalogues available from the first frame on, as on a server: `{ zh: chinese }`. Give the same object again.
   * @default inherited, or none
   */
  catalogues?: Catalogues | undefined;
  /**
   * How much may move.
   * @default inherited, or the system's
   * @selector [data-motion]
   */
  motion?: Motion | undefined;
  /** Replaces any number of texts of the catalogue. */
  messages?: Partial<Messages> | undefined;
  /** Replaces any number of formatters. `createFormatters({ timeZone })` makes a whole set. */
  formatters?: Partial<Formatters> | undefined;
  /**
   * Fetches the full text of one that the session has only in part. Called only when a reader asks for it: the kit itself uses no network.
   */
  contents?: LoadContent | undefined;
  /** Opens a file in the reader's editor. With it, file locations in a log, such as `src/a.ts:12`, can be pressed. */
  onOpenFile?: OpenFile | undefined;
  /**
   * URL template that opens a file in the reader's editor: `vscode://file/{path}:{line}:{column}`. Used only without `onOpenFile`. Text
   * from a log only fills the placeholders, and cannot change the rest. Inside a `SessionReplay` the reader may choose another editor, with
   * VS Code as the default if this is not set; an empty text switches such links off.
   */
  editorLink?: string | undefined;
  /**
   * Writes a change of a log to the reader's files; receives a unified patch. With it, changes have a button that asks for confirmation
   * first; a change with a masked secret has no button.
   */
  onApplyPatch?: ApplyPatch | undefined;
  /**
   * Prices of each model's tokens, and their date. With them, costs are worked out and shown with that date; a cost stated by the log is
   * shown as it is. The kit contains no prices. Give the same object again.
   * @default inherited, or none
   */
  prices?: Prices | undefined;
  /**
   * Masks what looks like a secret in everything that is shown, copied or downloaded: `true` by the kit's rules, a redactor by the host's,
   * `false` not at all. The kit's rules are loaded when a text first may need them, and whatever may hold a secret is covered until then.
   * `createRedactor()` masks from the first frame on, as on a server; `createRedactor({ extra })` adds rules of the host. Give the same
   * redactor again while its rules are the same.
   * @default inherited, or true
   */
  redact?: boolean | Redactor | undefined;
  /**
   * Whether a reader may reveal what was masked, with a button beside it.
   * @default inherited, or 'allowed'
   */
  reveal?: RevealPolicy | undefined;
}

const maskings = new WeakMap<Redactor, Masking>();

function maskingOf(redact: boolean | Redactor): Kit['masking'] {
  if (typeof redact === 'boolean') return redact ? usualMasking : noMasking;
  const known = maskings.get(redact) ?? createMasking(() => redact);
  maskings.set(redact, known);
  return known;
}

/** Returns the translating function of a kit, with these English texts as the fallback. */
export function translateIn(
  { language, texts, formatters }: Pick<Kit, 'language' | 'texts' | 'formatters'>,
  words: Partial<Messages>,
): Translate {
  return createTranslate({ locale: locales[language], texts, formatters }, words);
}

/** Values computed before a kit is made. */
interface Resolved {
  /** The texts of the chosen language; undefined while they are loading. */
  readonly catalogue?: Partial<Messages> | undefined;
  /** Takes precedence over the choice. */
  readonly masking?: Kit['masking'] | undefined;
  /** @default false */
  readonly isMasked?: boolean;
}

/**
 * Makes a kit inside another one. Texts replaced by the outer kit stay replaced unless the language changes; a language is used only once
 * its catalogue has loaded.
 */
export function createKit(choice: KitChoice, around?: Kit, resolved: Resolved = {}): Kit {
  const spoken = around?.language ?? 'en';
  const chosen = choice.language ?? spoken;
  const catalogue = chosen === spoken ? around?.texts : (resolved.catalogue ?? catalogueOf(chosen, choice, around));
  const language = chosen === spoken || catalogue !== undefined ? chosen : spoken;
  const texts = { ...(catalogue ?? around?.texts), ...choice.messages };
  const masking =
    resolved.masking ?? (choice.redact === undefined ? (around?.masking ?? usualMasking) : maskingOf(choice.redact));
  const formatters = { ...(around?.formatters ?? createFormatters()), ...choice.formatters };
  const speech = { language, texts, formatters };
  return {
    theme: choice.theme ?? around?.theme ?? 'system',
    motion: choice.motion ?? around?.motion ?? 'system',
    ...speech,
    catalogues: choice.catalogues ?? around?.catalogues ?? {},
    t: translateIn(speech, everydayWords),
    contents: choice.contents ?? around?.contents,
    onOpenFile: choice.onOpenFile ?? around?.onOpenFile,
    editorLink: choice.editorLink ?? around?.editorLink,
    onApplyPatch: choice.onApplyPatch ?? around?.onApplyPatch,
    prices: choice.prices ?? around?.prices,
    masking,
    isMasked: resolved.isMasked ?? false,
    reveal: choice.reveal ?? around?.reveal ?? 'allowed',
  };
}

function catalogueOf(language: Language, choice: KitChoice, around: Kit | undefined): Partial<Messages> | undefined {
  return language === 'en' ? {} : (choice.catalogues ?? around?.catalogues)?.[language];
}
