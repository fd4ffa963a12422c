import type { Formatters } from '../language/formatters.ts';
import type { Messages, Translate } from '../language/messages.ts';

/** A colour theme; `system` follows the reader's settings. */
export type Theme = 'light' | 'dark' | 'system';

/** A language that the kit brings a catalogue for. */
export type Language = 'en' | 'zh';

/** How much may move; `system` follows the reader's settings. */
export type Motion = 'full' | 'reduced' | 'system';

/** What every component of the kit knows about where it is drawn. */
export interface Kit {
  readonly theme: Theme;
  readonly language: Language;
  readonly motion: Motion;
  readonly messages: Messages;
  readonly formatters: Formatters;
  /** Speaks `messages`. */
  readonly t: Translate;
}
