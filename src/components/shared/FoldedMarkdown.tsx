'use client';
import type { ReactElement } from 'react';
import { countLines, foldsToLines, seenLines, splitLines } from '../../session/text/lines.ts';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';
import { ClippedMarkdown } from './ClippedMarkdown.tsx';
import { MarkdownText } from './Markdown.tsx';

/** Props of {@link FoldedMarkdown}. */
export interface FoldedMarkdownProps {
  text: string;
  open: boolean;
  onToggle: () => void;
}

/** Prose that shows three lines until the reader asks for the rest. */
export function FoldedMarkdown({ text, open, onToggle }: FoldedMarkdownProps): ReactElement {
  const { t } = useKit();
  if (!foldsToLines(text)) return <MarkdownText text={text} />;
  const start = splitLines(text.trimStart())
    .slice(0, 2 * seenLines)
    .join('\n');
  return (
    <div className="ark-folded" data-open={open ? '' : undefined}>
      {open ? (
        <ClippedMarkdown text={text} />
      ) : (
        <div className="ark-folded__start">
          <MarkdownText text={start} />
        </div>
      )}
      <ActionButton
        label={open ? t('text.less') : t('text.showAll', { n: countLines(text) })}
        aria-expanded={open}
        onClick={onToggle}
      />
    </div>
  );
}
