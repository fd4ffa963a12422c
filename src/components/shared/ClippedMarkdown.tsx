'use client';
import { type ReactElement, useState } from 'react';
import { clipText } from '../../session/text/lines.ts';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';
import { MarkdownText } from './Markdown.tsx';

/** Props of {@link ClippedMarkdown}. */
export interface ClippedMarkdownProps {
  text: string;
}

/** Prose of any length; of a text above 48 lines, the rest is shown on request. */
export function ClippedMarkdown({ text }: ClippedMarkdownProps): ReactElement {
  const { t } = useKit();
  const [whole, setWhole] = useState(false);
  const clipped = clipText(text);
  return (
    <>
      <MarkdownText text={whole ? text : clipped.text} />
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
