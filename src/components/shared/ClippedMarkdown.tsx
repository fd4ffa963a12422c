'use client';
import { type ReactElement, useState } from 'react';
import { useMasked } from '../masking/useMasked.ts';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';
import { Markdown } from './Markdown.tsx';
import { clipText } from './text/clipText.ts';

/** Props of {@link ClippedMarkdown}. */
export interface ClippedMarkdownProps {
  text: string;
}

/** Prose of any length: above 48 lines the rest is shown when the reader asks. */
export function ClippedMarkdown({ text: logged }: ClippedMarkdownProps): ReactElement {
  const { t } = useKit();
  const text = useMasked(logged);
  const [whole, setWhole] = useState(false);
  const clipped = clipText(text);
  return (
    <>
      <Markdown text={whole ? text : clipped.text} />
      {clipped.hidden > 0 ? (
        <ActionButton
          label={whole ? t('text.less') : t('text.moreLines', { n: clipped.hidden })}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        />
      ) : null}
    </>
  );
}
