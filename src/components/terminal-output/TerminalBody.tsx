'use client';
import type { ReactElement } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { KitContext } from '../theme/KitContext.ts';
import { useKit } from '../theme/useKit.ts';
import { PlainLines } from './PlainLines.tsx';
import { TerminalNotes } from './TerminalNotes.tsx';
import { TerminalSearch } from './TerminalSearch.tsx';
import type { Terminal } from './useTerminal.ts';
import { VirtualLines } from './VirtualLines.tsx';

/** Props of {@link TerminalBody}. */
export interface TerminalBodyProps {
  terminal: Terminal;
  /** The folder that relative paths lie in. */
  cwd: string | undefined;
  /** What output it is, to assistive technology. */
  label: string;
  /** Whether the source cut it without saying by how much. */
  cutBySource: boolean;
  /** The whole behind a text that the kit shortened. */
  whole: ContentRef | undefined;
  /** Where the whole can be downloaded. */
  href: string | undefined;
}

/** More lines than this are a list of which only what is in view is drawn. */
const drawnAtOnce = 400;

/** The search, the lines and what there is to say about them. */
export function TerminalBody({ terminal, cwd, label, cutBySource, whole, href }: TerminalBodyProps): ReactElement {
  const { t } = useKit(viewersWords);
  const { lines, open, search, kit } = terminal;
  const part = { terminal, cwd, label };
  return (
    <KitContext.Provider value={kit}>
      <div className="ark-terminal__body">
        {search.open ? <TerminalSearch search={search} /> : null}
        {lines === undefined ? (
          <p className="ark-terminal__quiet" role="status">
            {t('terminal.reading')}
          </p>
        ) : lines.length === 0 ? (
          <p className="ark-terminal__quiet">{t('call.noOutput')}</p>
        ) : open && lines.length > drawnAtOnce ? (
          <VirtualLines {...part} lines={lines} />
        ) : (
          <PlainLines {...part} lines={lines} />
        )}
        <TerminalNotes terminal={terminal} cutBySource={cutBySource} whole={whole} href={href} />
      </div>
    </KitContext.Provider>
  );
}
