import type { ContentRef, Prices } from '../../session/index.ts';
import type { Lazy } from '../hooks/lazy.ts';
import type { Formatters } from '../language/formatters.ts';
import type { Catalogues, EverydayKey, Language, MessageKey, Messages, Translate } from '../language/messages.ts';
import type { Masking } from '../masking/masking.ts';

export type { Language } from '../language/messages.ts';

/** A colour theme; `system` follows the reader's settings. */
export type Theme = 'light' | 'dark' | 'system';

/** How much may move; `system` follows the reader's settings. */
export type Motion = 'full' | 'reduced' | 'system';

/** Fetches the whole of a text that stands beside its session, as a host keeps it. Rejects where it cannot be had. */
export type LoadContent = (content: ContentRef) => Promise<string>;

/** Opens a file at a line, both as the log has them; a relative path was completed where its folder is known. */
export type OpenFile = (path: string, line: number | undefined, column: number | undefined) => void;

/** Writes a unified patch to the reader's files. Rejects where it does not fit; the error's message is shown. */
export type ApplyPatch = (patch: string) => void | Promise<void>;

/** Whether a reader may see what was masked: then there is a button for it wherever something was. */
export type RevealPolicy = 'allowed' | 'forbidden';

/** What every component of the kit knows about where it is drawn. */
export interface Kit<Keys extends MessageKey = EverydayKey> {
  readonly theme: Theme;
  /** The language that is spoken: another one that was chosen follows when its texts are loaded. */
  readonly language: Language;
  readonly motion: Motion;
  /** Texts of that language, and what the host replaced; English texts that are not among them come with each component. */
  readonly texts: Partial<Messages>;
  /** What the host has at hand of other languages. */
  readonly catalogues: Catalogues;
  readonly formatters: Formatters;
  /** Speaks that language. */
  readonly t: Translate<Keys>;
  /** Absent where shortened texts stay shortened. */
  readonly contents: LoadContent | undefined;
  /** Absent where places in files are only text, unless `editorLink` makes them links. */
  readonly onOpenFile: OpenFile | undefined;
  /** An address with `{path}`, and perhaps `{line}` and `{column}`; see `KitChoice`. */
  readonly editorLink: string | undefined;
  /** Absent where changes are only shown. */
  readonly onApplyPatch: ApplyPatch | undefined;
  /** Prices of tokens; absent where costs are not worked out. */
  readonly prices: Prices | undefined;
  /** Masks secrets in whatever is shown, copied or downloaded; the kit's own rules may have to be loaded first. */
  readonly masking: Masking | Lazy<Masking>;
  /** Whether a component around has masked what those inside are given: they draw it as it is. */
  readonly isMasked: boolean;
  readonly reveal: RevealPolicy;
}

/** A kit that speaks a component's own words beside the everyday ones. */
export type KitOf<Words> = Kit<EverydayKey | Extract<keyof Words, MessageKey>>;
