import type { Redactor } from '../../redaction/index.ts';
import { chinese } from '../language/chinese.ts';
import { createTranslate } from '../language/createTranslate.ts';
import { english } from '../language/english.ts';
import { createFormatters, type Formatters } from '../language/formatters.ts';
import type { Messages } from '../language/messages.ts';
import { createMasking, usualMasking } from '../masking/createMasking.ts';
import { type Masking, noMasking } from '../masking/masking.ts';
import type { ApplyPatch, Kit, Language, LoadContent, Motion, OpenFile, RevealPolicy, Theme } from './kit.ts';

const catalogues: Readonly<Record<Language, Messages>> = { en: english, zh: chinese };

/** BCP 47 tags, for `lang` attributes and plural rules. */
export const locales: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** What a host may decide; what it leaves out comes from the kit around. */
export interface KitChoice {
  theme?: Theme | undefined;
  language?: Language | undefined;
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
   * Masks what looks like a secret in whatever is shown, copied or downloaded: by the kit's rules, by a redactor of the
   * host's (`createRedactor({ extra })`), or not at all. Give the same redactor again while its rules are the same.
   */
  redact?: boolean | Redactor | undefined;
  /** Whether a reader may see what was masked: then there is a button for it wherever something was. */
  reveal?: RevealPolicy | undefined;
}

const maskings = new WeakMap<Redactor, Masking>();

function maskingOf(redact: boolean | Redactor): Masking {
  if (typeof redact === 'boolean') return redact ? usualMasking : noMasking;
  const known = maskings.get(redact) ?? createMasking(redact);
  maskings.set(redact, known);
  return known;
}

/**
 * Makes a kit inside another one. Texts that were replaced around it stay replaced, unless the language changes. A masking that
 * is given wins over what the choice says.
 */
export function createKit(choice: KitChoice, around?: Kit, given?: Masking): Kit {
  const language = choice.language ?? around?.language ?? 'en';
  const catalogue = around?.language === language ? around.messages : catalogues[language];
  const messages = { ...catalogue, ...choice.messages };
  const masking = given ?? (choice.redact === undefined ? (around?.masking ?? usualMasking) : maskingOf(choice.redact));
  const formatters = { ...(around?.formatters ?? createFormatters()), ...choice.formatters };
  return {
    theme: choice.theme ?? around?.theme ?? 'system',
    motion: choice.motion ?? around?.motion ?? 'system',
    language,
    messages,
    formatters,
    t: createTranslate(messages, formatters, locales[language], masking.mask),
    contents: choice.contents ?? around?.contents,
    onOpenFile: choice.onOpenFile ?? around?.onOpenFile,
    editorLink: choice.editorLink ?? around?.editorLink,
    onApplyPatch: choice.onApplyPatch ?? around?.onApplyPatch,
    masking,
    reveal: choice.reveal ?? around?.reveal ?? 'allowed',
  };
}
