'use client';
import type { ReactElement } from 'react';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';
import { ClippedMarkdown } from './ClippedMarkdown.tsx';
import { Markdown } from './Markdown.tsx';
import { countLines } from './text/countLines.ts';
import { splitLines } from './text/splitLines.ts';

/** Props of {@link FoldedMarkdown}. */
export interface FoldedMarkdownProps {
  text: string;
  open: boolean;
  onToggle: () => void;
}

/** So many lines are seen of a folded text; the style sheet has it too. */
const seenLines = 3;
/** A text of few lines that is longer than this, in characters, takes more than three when it is drawn. */
const seenCharacters = 160;

/** Whether a text takes more than three lines, so that folding it hides something. */
export function foldsToLines(text: string): boolean {
  return text.length > seenCharacters || countLines(text.trim()) > seenLines;
}

/** Prose of which three lines are seen until the reader asks for all of it. */
export function FoldedMarkdown({ text, open, onToggle }: FoldedMarkdownProps): ReactElement {
  const { t } = useKit();
  if (!foldsToLines(text)) return <Markdown text={text} />;
  const start = splitLines(text.trimStart())
    .slice(0, 2 * seenLines)
    .join('\n');
  return (
    <div className="ark-folded" data-open={open ? '' : undefined}>
      {open ? (
        <ClippedMarkdown text={text} />
      ) : (
        <div className="ark-folded__start">
          <Markdown text={start} />
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
