import type { ContentRef, Prices } from '../../session/index.ts';
import type { Lazy } from '../hooks/lazy.ts';
import { everydayWords } from '../language/english/everyday.ts';
import { createFormatters, type Formatters } from '../language/formatters.ts';
import {
  type Catalogues,
  createTranslate,
  type EverydayKey,
  type Language,
  locales,
  type MessageKey,
  type Messages,
  type Translate,
} from '../language/messages.ts';
import { createMasking, type Masking, noMasking, type Redactor } from '../masking/masking.ts';
import { usualMasking } from '../masking/usualMasking.ts';

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

export type { Language } from '../language/messages.ts';

/** A colour theme; `system` follows the reader's settings. */
export type Theme = 'light' | 'dark' | 'system';

/** How much may move; `system` follows the reader's settings. */
export type Motion = 'full' | 'reduced' | 'system';

/** Fetches the full text that is stored beside its session by the host. Rejects if it is not available. */
type LoadContent = (content: ContentRef) => Promise<string>;

/** Opens a file at a line, both as the log has them; a relative path is joined to its folder if that is known. */
type OpenFile = (path: string, line: number | undefined, column: number | undefined) => void;

/** Writes a unified patch to the reader's files. Rejects if it does not apply; the error's message is shown. */
type ApplyPatch = (patch: string) => void | Promise<void>;

/** Whether a reader may reveal what was masked, with a button beside it. */
type RevealPolicy = 'allowed' | 'forbidden';

/** What every component of the kit reads: language, theme, masking, links. */
export interface Kit<Keys extends MessageKey = EverydayKey> {
  readonly theme: Theme;
  /** The language in use; a newly chosen one follows when its texts have loaded. */
  readonly language: Language;
  readonly motion: Motion;
  /** Texts of that language, and those the host replaced. English texts that are missing here come with each component. */
  readonly texts: Partial<Messages>;
  /** Catalogues that the host has loaded. */
  readonly catalogues: Catalogues;
  readonly formatters: Formatters;
  /** Translates into that language. */
  readonly t: Translate<Keys>;
  /** Absent if shortened texts cannot be completed. */
  readonly contents: LoadContent | undefined;
  /** Absent if file locations are plain text, unless `editorLink` makes them links. */
  readonly onOpenFile: OpenFile | undefined;
  /** URL template with `{path}`, and optionally `{line}` and `{column}`; see `KitChoice`. */
  readonly editorLink: string | undefined;
  /** Absent if changes are only shown. */
  readonly onApplyPatch: ApplyPatch | undefined;
  /** Prices of tokens; absent if costs are not worked out. */
  readonly prices: Prices | undefined;
  /** Masks secrets in everything that is shown, copied or downloaded; the kit's own rules may have to be loaded first. */
  readonly masking: Masking | Lazy<Masking>;
  /** Whether a component around has already masked the values given to those inside, which then draw them unchanged. */
  readonly isMasked: boolean;
  readonly reveal: RevealPolicy;
}

/** A kit that translates a component's own texts besides the everyday ones. */
export type KitOf<Words> = Kit<EverydayKey | Extract<keyof Words, MessageKey>>;
