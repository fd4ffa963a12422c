import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { cutText, foldLines } from '../../session/text/lines.ts';
import { focusedElement } from '../hooks/acrossShadows.ts';
import { detailWords } from '../language/english/detail.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton, RevealButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { DownloadLink, useSaveText } from '../shared/DownloadLink.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { KitContext, useKit } from '../theme/useKit.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { TerminalRow } from './TerminalRow.tsx';
import { foundInLine, mostMatches, type Search } from './useSearch.ts';
import type { Terminal, Whole } from './useTerminal.ts';
import { VirtualLines } from './VirtualLines.tsx';

interface PlainLinesProps {
  terminal: Terminal;
  lines: readonly TerminalLine[];
  cwd: string | undefined;
  label: string;
  said: ReadonlySet<string> | undefined;
}

const fold = { head: 8, tail: 20 };

/** A longer line is cut after this many characters; the list of a long output shows them all. */
const longestLine = 2000;

/** An output of at most a few hundred lines, or both ends of a longer one, as text that can be selected across lines. */
function PlainLines({ terminal, lines, cwd, label, said }: PlainLinesProps): ReactElement {
  const { t } = useKit();
  const { open, toggle, wrap, search } = terminal;
  const { matches, at: current } = search;
  const box = useRef<HTMLDivElement>(null);
  const foundIn = useMemo(() => foundInLine(matches, current), [matches, current]);
  const { head, hidden, tail } = foldLines(lines, open ? { head: lines.length, tail: 0 } : fold);

  useEffect(() => {
    if (current >= 0) box.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const draw = (offset: number) => (line: TerminalLine, at: number) => {
    const shown = cutText(line.text, longestLine);
    return (
      <>
        <TerminalRow
          line={line}
          part={{ from: 0, to: shown.length }}
          found={foundIn(offset + at)}
          cwd={cwd}
          said={said?.has(line.text.trim()) ?? false}
        />
        {shown === line.text ? null : (
          <span className="ark-terminal__rest">
            {t('text.moreCharacters', { n: line.text.length - shown.length })}
            {'\n'}
          </span>
        )}
      </>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      ref={box}
      className="ark-inset ark-terminal__lines ark-mono"
      data-wrap={wrap ? '' : undefined}
      aria-label={label}
      tabIndex={wrap ? undefined : 0}
      translate="no"
    >
      {inPlace(head, draw(0))}
      {hidden === 0 ? null : (
        <button type="button" className="ark-fold ark-terminal__fold" aria-expanded={false} onClick={toggle}>
          {t('text.linesHidden', { n: hidden })}
        </button>
      )}
      {inPlace(tail, draw(head.length + hidden))}
    </div>
  );
}

const ownWords = { ...detailWords, ...viewersWords };

interface TerminalNotesProps {
  terminal: Terminal;
  /** Whether the source cut the output. */
  cutBySource: boolean;
  /** The full text behind one that the kit shortened. */
  whole: ContentRef | undefined;
  /** Address of the full text. */
  href: string | undefined;
}

/** Who cut an output, by how much, and how to get the rest if possible. */
function TerminalNotes({ terminal, cutBySource, whole, href }: TerminalNotesProps): ReactElement | null {
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

interface TerminalBodyProps {
  terminal: Terminal;
  /** Folder that relative paths start from. */
  cwd: string | undefined;
  /** Accessible name of the output. */
  label: string;
  /** Whether the source cut it without saying by how much. */
  cutBySource: boolean;
  /** The full text behind one that the kit shortened. */
  whole: ContentRef | undefined;
  /** Address of the full text. */
  href: string | undefined;
  /** Lines already shown above the output, trimmed; they are marked here. */
  said?: ReadonlySet<string> | undefined;
}

/** An output of more lines than this is a list that draws only the visible ones. */
const drawnAtOnce = 400;

/** The search, the lines, and the notes about them. */
export function TerminalBody({
  terminal,
  cwd,
  label,
  cutBySource,
  whole,
  href,
  said,
}: TerminalBodyProps): ReactElement {
  const { t } = useKit(viewersWords);
  const { lines, open, search, kit } = terminal;
  const part = { terminal, cwd, label, said };
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

interface TerminalSearchProps {
  search: Search;
}

/** The search field of an output: Enter goes to the next match, Shift+Enter to the previous one, Escape closes it. */
function TerminalSearch({ search }: TerminalSearchProps): ReactElement {
  const { t, formatters } = useKit(viewersWords);
  const field = useRef<HTMLInputElement>(null);
  const { query, matches, at, setQuery, setOpen, step } = search;
  useEffect(() => {
    const opener = focusedElement();
    field.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const total = `${formatters.number(matches.length)}${matches.length === mostMatches ? '+' : ''}`;
  const count = matches.length === 0 ? t('terminal.noMatch') : t('terminal.match', { at: at + 1, total });
  const stuck = matches.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a landmark for every output would be one too many
    <div role="group" className="ark-terminal__search" aria-label={t('terminal.search')}>
      <input
        ref={field}
        type="text"
        className="ark-terminal__field"
        aria-label={t('terminal.search')}
        placeholder={t('terminal.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoComplete="off"
      />
      <span className="ark-terminal__count" role="status">
        {query === '' ? '' : count}
      </span>
      <ActionButton
        look="icon"
        icon="chevronUp"
        label={t('terminal.previousMatch')}
        aria-disabled={stuck}
        onClick={() => step(-1)}
      />
      <ActionButton
        look="icon"
        icon="chevronDown"
        label={t('terminal.nextMatch')}
        aria-disabled={stuck}
        onClick={() => step(1)}
      />
      <ActionButton look="icon" icon="close" label={t('terminal.closeSearch')} onClick={() => setOpen(false)} />
    </div>
  );
}

interface TerminalActionsProps {
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
