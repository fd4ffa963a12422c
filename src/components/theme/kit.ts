import type { ContentRef } from '../../session/index.ts';
import type { Formatters } from '../language/formatters.ts';
import type { Messages, Translate } from '../language/messages.ts';
import type { Masking } from '../masking/masking.ts';

/** A colour theme; `system` follows the reader's settings. */
export type Theme = 'light' | 'dark' | 'system';

/** A language that the kit brings a catalogue for. */
export type Language = 'en' | 'zh';

/** How much may move; `system` follows the reader's settings. */
export type Motion = 'full' | 'reduced' | 'system';

/** Fetches the whole of a text that stands beside its session, as a host keeps it. Rejects where it cannot be had. */
export type LoadContent = (content: ContentRef) => Promise<string>;

/** Opens a file at a line, both as the log has them; a relative path was completed where its folder is known. */
export type OpenFile = (path: string, line: number | undefined, column: number | undefined) => void;

/** Writes a unified patch to the reader's files. Rejects where it does not fit. */
export type ApplyPatch = (patch: string) => void | Promise<void>;

/** Whether a reader may see what was masked: then there is a button for it wherever something was. */
export type RevealPolicy = 'allowed' | 'forbidden';

/** What every component of the kit knows about where it is drawn. */
export interface Kit {
  readonly theme: Theme;
  readonly language: Language;
  readonly motion: Motion;
  readonly messages: Messages;
  readonly formatters: Formatters;
  /** Speaks `messages`. */
  readonly t: Translate;
  /** Absent where shortened texts stay shortened. */
  readonly contents: LoadContent | undefined;
  /** Absent where places in files are only text, unless `editorLink` makes them links. */
  readonly onOpenFile: OpenFile | undefined;
  /** An address with `{path}`, and perhaps `{line}` and `{column}`; see `KitChoice`. */
  readonly editorLink: string | undefined;
  /** Absent where changes are only shown. */
  readonly onApplyPatch: ApplyPatch | undefined;
  /** Masks secrets in whatever is shown, copied or downloaded. */
  readonly masking: Masking;
  readonly reveal: RevealPolicy;
}
