'use client';
import type { ReactElement } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { DownloadLink } from '../shared/DownloadLink.tsx';
import { useKit } from '../theme/useKit.ts';
import { LoadButton } from './LoadButton.tsx';
import type { Terminal } from './useTerminal.ts';

const ownWords = { ...detailWords, ...viewersWords };

/** Props of {@link TerminalNotes}. */
export interface TerminalNotesProps {
  terminal: Terminal;
  /** Whether the source cut the output. */
  cutBySource: boolean;
  /** The whole behind a text that the kit shortened. */
  whole: ContentRef | undefined;
  /** Where the whole can be downloaded. */
  href: string | undefined;
}

/** Who cut an output, by how much, and how to get the rest where there is one. */
export function TerminalNotes({ terminal, cutBySource, whole, href }: TerminalNotesProps): ReactElement | null {
  const { t, formatters } = useKit(ownWords);
  const { totalLines, lines } = terminal;
  const fewer = totalLines !== undefined && lines !== undefined && totalLines > lines.length;
  const shortened = whole !== undefined && terminal.whole.state !== 'loaded';
  const notes = [
    totalLines === undefined ? undefined : t('terminal.totalLines', { n: totalLines }),
    fewer || cutBySource ? t('terminal.cutBySource') : undefined,
    shortened ? t('detail.shortened', { n: whole.lines, size: formatters.bytes(whole.bytes) }) : undefined,
  ].filter((note) => note !== undefined);
  if (notes.length === 0 && href === undefined) return null;
  return (
    <p className="ark-terminal__notes">
      {notes.length === 0 ? null : <span>{notes.join(' ')}</span>}
      <LoadButton whole={terminal.whole} />
      {href === undefined ? null : <DownloadLink href={href} content={whole} />}
    </p>
  );
}
