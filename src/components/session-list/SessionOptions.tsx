import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { List } from 'react-window';
import { useStore } from '../hooks/useStore.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { useListbox } from '../shared/useListbox.ts';
import { useKit } from '../theme/useKit.ts';
import type { ListedRow, Listing, SessionGroup } from './createListing.ts';
import { type LoadBrief, SessionHover } from './SessionHover.tsx';
import { SessionRow } from './SessionOption.tsx';

interface SessionOptionsProps {
  id: string;
  listing: Listing;
  group: SessionGroup;
  selected: string | undefined;
  onSelect: ((sessionId: string) => void) | undefined;
  brief: LoadBrief | undefined;
}

/** Height of one session, in pixels, and of one in a list that is narrower than `narrowPx`. */
const rowPx = 52;
const narrowRowPx = 72;
const narrowPx = 600;
/** Height of a heading, and of a line about missing sessions. */
const headingPx = 32;
const notePx = 44;
const assumedPx = 600;
const pageRows = 8;

/** Whether a row can be the active one. */
function isOption(row: ListedRow | undefined): boolean {
  return row?.is === 'session' || row?.is === 'project' || row?.is === 'failed';
}

/** The rows as options of one list box: the focus stays on the list, and one option is the active one. */
export function SessionOptions({ id, listing, group, selected, onSelect, brief }: SessionOptionsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const { rows } = useStore(listing);
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState(() =>
    rows.findIndex((row) => row.is === 'session' && row.entry.session_id === selected),
  );
  // What the host chooses comes into sight as soon as it is among the rows.
  const revealed = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (revealed.current === selected) return;
    const row = rows.findIndex((each) => each.is === 'session' && each.entry.session_id === selected);
    if (row === -1) return;
    revealed.current = selected;
    setActive(row);
  }, [rows, selected]);
  const active = isOption(rows[chosen]) ? chosen : Math.max(0, rows.findIndex(isOption));
  // Beside its figures, a title of a narrow list would be the same few words in each row.
  const [lines, setLines] = useState<'two' | 'three'>('two');
  const { activeRow, listProps } = useListbox({
    ...{ id, active, pageRows, count: rows.length, onActive: setActive },
    canStand: (row) => isOption(rows[row]),
    isChosen: (at) => {
      const row = rows[at];
      return row?.is === 'session' && row.entry.session_id === selected;
    },
    onChoose: (at) => {
      const row = rows[at];
      if (row?.is === 'session') onSelect?.(row.entry.session_id);
      else if (row?.is === 'project') listing.toggle(at);
      else if (row?.is === 'failed') listing.retry();
    },
  });
  const inSight = useRef<[first: number, last: number]>([0, pageRows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that arrived may leave others in sight that are missing
  useEffect(() => listing.show(...inSight.current), [listing, rows]);
  const hover = useHover(rows, activeRow);
  const shown = hover.row === undefined ? undefined : rows[hover.row];
  const sessionPx = lines === 'three' ? narrowRowPx : rowPx;
  return (
    <div ref={frame} className="ark-sessions__options-frame" {...hover.props}>
      <List
        {...listProps}
        aria-label={t('sessions')}
        aria-describedby={shown?.is === 'session' ? `${id}-hover` : undefined}
        className="ark-sessions__options"
        rowComponent={SessionRow}
        rowHeight={(index) => heightOf(rows[index], sessionPx)}
        data-lines={lines}
        onResize={({ width }) => setLines(width < narrowPx ? 'three' : 'two')}
        onRowsRendered={({ startIndex, stopIndex }) => {
          inSight.current = [startIndex, stopIndex];
          listing.show(startIndex, stopIndex);
        }}
        defaultHeight={assumedPx}
        rowProps={{ listId: id, rows, group, selected, activeRow }}
      />
      {shown?.is === 'session' && hover.row !== undefined ? (
        <SessionHover id={`${id}-hover`} entry={shown.entry} row={hover.row} {...{ brief, frame }} />
      ) : null}
    </div>
  );
}

function heightOf(row: ListedRow | undefined, sessionPx: number): number {
  switch (row?.is) {
    case 'day':
    case 'project':
      return headingPx;
    case 'more':
    case 'failed':
    case 'full':
      return notePx;
    default:
      return sessionPx;
  }
}

/** How long the pointer rests on a row, or the keyboard stays there, before more is shown of it. */
const restMs = 450;

/** The row of which more is shown: where the pointer rests, else where the list's keys led. Esc, a press, other keys, scrolling and leaving end it. */
function useHover(rows: readonly ListedRow[], activeRow: number) {
  const [wanted, setWanted] = useState<number>();
  const [row, setRow] = useState<number>();
  const byKeyboard = useRef(false);
  const want = (next: number | undefined): void => {
    if (next === wanted) return;
    setWanted(next);
    if (next === undefined) setRow(undefined);
  };
  useEffect(() => {
    setRow(undefined);
    if (wanted === undefined) return undefined;
    const timer = setTimeout(() => setRow(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows stand there now
  useEffect(() => setWanted(undefined), [rows]);
  useEffect(() => {
    if (byKeyboard.current) setWanted(activeRow);
  }, [activeRow]);
  const end = (): void => {
    byKeyboard.current = false;
    want(undefined);
  };
  const props = {
    onPointerMove: ({ pointerType, target }: PointerEvent): void => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      byKeyboard.current = false;
      const over = target.closest<HTMLElement>('[data-row]')?.dataset.row;
      want(over === undefined ? undefined : Number(over));
    },
    onPointerLeave: end,
    onPointerDown: end,
    onWheel: end,
    onBlur: end,
    onKeyDown: ({ key, defaultPrevented }: KeyboardEvent): void => {
      // Keys that the list does not take may be those of a replay beside it.
      if (!defaultPrevented || key === 'Enter' || key === ' ') {
        end();
        return;
      }
      byKeyboard.current = true;
      want(activeRow);
    },
  };
  return { row, props };
}
