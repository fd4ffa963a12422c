import type { Prices } from '../../session/index.ts';
import { createTranslate, locales } from '../language/createTranslate.ts';
import { everydayWords } from '../language/english/everyday.ts';
import { createFormatters, type Formatters } from '../language/formatters.ts';
import type { Catalogues, Messages, Translate } from '../language/messages.ts';
import { createMasking, type Masking, noMasking, type Redactor } from '../masking/masking.ts';
import { usualMasking } from '../masking/usualMasking.ts';
import type { ApplyPatch, Kit, Language, LoadContent, Motion, OpenFile, RevealPolicy, Theme } from './kit.ts';

/** What a host may decide; what it leaves out comes from the kit around. */
export interface KitChoice {
  /**
   * Colour theme of everything inside.
   * @default the theme around, or the system's
   * @selector [data-theme]
   */
  theme?: Theme | undefined;
  /**
   * Language of labels; the content of a log keeps its own. What is not among `catalogues` is loaded, and labels are English
   * until it is there.
   * @default the language around, or English
   */
  language?: Language | undefined;
  /**
   * Catalogues that speak from the first frame on, as on a server: `{ zh: chinese }`. Give the same object again.
   * @default those around, or none
   */
  catalogues?: Catalogues | undefined;
  /**
   * How much may move.
   * @default the motion around, or the system's
   * @selector [data-motion]
   */
  motion?: Motion | undefined;
  /** Replaces texts of the catalogue, any number of them. */
  messages?: Partial<Messages> | undefined;
  /** Replaces formatters, any number of them. `createFormatters({ timeZone })` makes a whole set. */
  formatters?: Partial<Formatters> | undefined;
  /**
   * Fetches the whole of a text that the session has only in part. Asked when a reader asks for it, never before: the
   * kit itself touches no network.
   */
  contents?: LoadContent | undefined;
  /** Opens a file in the reader's editor. With it, places like `src/a.ts:12` in a log can be pressed. */
  onOpenFile?: OpenFile | undefined;
  /**
   * The address that opens a file in the reader's editor: `vscode://file/{path}:{line}:{column}`. Used only where
   * `onOpenFile` is not. What a log says fills the places and can change nothing else of it. Inside a `SessionReplay` the
   * reader may choose another editor, VS Code unless this is set; an empty text switches such links off.
   */
  editorLink?: string | undefined;
  /**
   * Writes a change of a log to the reader's files; given a unified patch. With it, changes have a button for that, which
   * asks first; a change in which a secret is masked has none.
   */
  onApplyPatch?: ApplyPatch | undefined;
  /**
   * What the tokens of each model cost, and of which day these prices are. With them costs are worked out, and shown with that day; a
   * cost that a log says itself is shown as it says. The kit knows no prices. Give the same object again.
   * @default those around, or none
   */
  prices?: Prices | undefined;
  /**
   * Masks what looks like a secret in whatever is shown, copied or downloaded: by the kit's rules, by a redactor of the
   * host's, or not at all. The kit's rules are loaded when a text first may need them, and whatever may hold a secret is
   * covered until they are there; `createRedactor()` masks from the first frame on, as on a server, and
   * `createRedactor({ extra })` has rules of the host's too. Give the same redactor again while its rules are the same.
   * @default as around, or true
   */
  redact?: boolean | Redactor | undefined;
  /**
   * Whether a reader may see what was masked: then there is a button for it wherever something was.
   * @default as around, or 'allowed'
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

/** Gives the function that speaks in a kit, where these are the English texts. */
export function translateIn(
  { language, texts, formatters }: Pick<Kit, 'language' | 'texts' | 'formatters'>,
  words: Partial<Messages>,
): Translate {
  return createTranslate({ locale: locales[language], texts, formatters }, words);
}

/** What is worked out before a kit is made. */
interface Resolved {
  /** The texts of the chosen language; undefined while they are loaded. */
  readonly catalogue?: Partial<Messages> | undefined;
  /** Wins over what the choice says. */
  readonly masking?: Kit['masking'] | undefined;
  /** @default false */
  readonly isMasked?: boolean;
}

/**
 * Makes a kit inside another one. Texts that were replaced around it stay replaced, unless the language changes; a language
 * whose catalogue is not there yet is not spoken yet.
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
