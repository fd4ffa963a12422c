'use client';
import { type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { createKit, type KitChoice, locales } from './createKit.ts';
import { KitContext } from './KitContext.ts';

/** Props of {@link KitProvider}. */
export interface KitProviderProps extends KitChoice {
  /**
   * Colour theme of everything inside.
   * @default the theme around, or the system's
   * @selector [data-theme]
   */
  theme?: KitChoice['theme'];
  /**
   * Language of labels; the content of a log keeps its own.
   * @default the language around, or English
   */
  language?: KitChoice['language'];
  /**
   * How much may move.
   * @default the motion around, or the system's
   * @selector [data-motion]
   */
  motion?: KitChoice['motion'];
  /**
   * Masks what looks like a secret in whatever is shown, copied or downloaded: by the kit's rules, by a redactor of the
   * host's (`createRedactor({ extra })`), or not at all.
   * @default as around, or true
   */
  redact?: KitChoice['redact'];
  /**
   * Whether a reader may see what was masked: then there is a button for it wherever something was.
   * @default as around, or 'allowed'
   */
  reveal?: KitChoice['reveal'];
  children?: ReactNode;
}

/**
 * Sets theme, language, texts, number formats and motion for the components inside.
 *
 * When to use it: once around a page, and again around a part that differs; components work without it too.
 */
export function KitProvider({
  theme,
  language,
  motion,
  messages,
  formatters,
  contents,
  onOpenFile,
  editorLink,
  onApplyPatch,
  redact,
  reveal,
  children,
}: KitProviderProps): ReactElement {
  const around = useContext(KitContext);
  const kit = useMemo(
    () =>
      createKit(
        {
          theme,
          language,
          motion,
          messages,
          formatters,
          contents,
          onOpenFile,
          editorLink,
          onApplyPatch,
          redact,
          reveal,
        },
        around,
      ),
    [
      theme,
      language,
      motion,
      messages,
      formatters,
      contents,
      onOpenFile,
      editorLink,
      onApplyPatch,
      redact,
      reveal,
      around,
    ],
  );
  return (
    <KitContext.Provider value={kit}>
      <div className="ark-kit" data-theme={theme} data-motion={motion} lang={locales[kit.language]}>
        {children}
      </div>
    </KitContext.Provider>
  );
}
