'use client';
import type { ReactElement } from 'react';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { RevealButton } from '../shared/RevealButton.tsx';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useSaveText } from '../theme/useSaveText.ts';
import type { Terminal, Whole } from './useTerminal.ts';

/** Props of {@link TerminalActions}. */
export interface TerminalActionsProps {
  terminal: Terminal;
  /** File name for saving the raw text. */
  fileName: string;
}

/** The number of lines, and the actions of an output: search, wrap, unfold, save and copy. A short output only has copy. */
export function TerminalActions({ terminal, fileName }: TerminalActionsProps): ReactElement | null {
  const { t } = useKit(viewersWords);
  const save = useSaveText();
  const { lines, long, open, toggle, wrap, setWrap, search, raw, kit, reveal } = terminal;
  if (raw === undefined || raw === '') return null;
  return (
    <KitContext.Provider value={kit}>
      {lines === undefined ? null : <span className="ark-figures">{t('text.lines', { n: lines.length })}</span>}
      <RevealButton reveal={reveal} />
      {long ? (
        <span className="ark-terminal__tools">
          <ActionButton
            look="icon"
            icon="search"
            label={t('terminal.search')}
            aria-pressed={search.open}
            onClick={() => search.setOpen(!search.open)}
          />
          <ActionButton
            look="icon"
            icon="wrap"
            label={t('terminal.wrap')}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          />
          <ActionButton
            look="icon"
            icon={open ? 'fold' : 'unfold'}
            label={t(open ? 'terminal.fold' : 'terminal.unfold')}
            aria-expanded={open}
            onClick={toggle}
          />
          <ActionButton look="icon" icon="save" label={t('terminal.save')} onClick={() => save(raw, fileName)} />
        </span>
      ) : null}
      <CopyButton text={raw} />
    </KitContext.Provider>
  );
}

/** Props of {@link LoadButton}. */
interface LoadButtonProps {
  whole: Whole;
}

/** Loads the full text behind a shortened one; renders nothing if the host cannot fetch it, and once it has loaded. */
export function LoadButton({ whole: { state, load } }: LoadButtonProps): ReactElement | null {
  const { t } = useKit(viewersWords);
  if (state === 'here' || state === 'loaded') return null;
  const loading = state === 'loading';
  return (
    <>
      {state === 'failed' ? <span role="alert">{t('terminal.loadFailed')} </span> : null}
      <ActionButton
        label={t(loading ? 'terminal.loading' : 'terminal.loadWhole')}
        aria-disabled={loading}
        onClick={() => (loading ? undefined : load())}
      />
    </>
  );
}
