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

/** Fetches the full text that is stored beside its session by the host. Rejects if it is not available. */
export type LoadContent = (content: ContentRef) => Promise<string>;

/** Opens a file at a line, both as the log has them; a relative path is joined to its folder if that is known. */
export type OpenFile = (path: string, line: number | undefined, column: number | undefined) => void;

/** Writes a unified patch to the reader's files. Rejects if it does not apply; the error's message is shown. */
export type ApplyPatch = (patch: string) => void | Promise<void>;

/** Whether a reader may reveal what was masked, with a button beside it. */
export type RevealPolicy = 'allowed' | 'forbidden';

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
