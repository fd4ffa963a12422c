import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type CompareSide,
  type Comparison,
  type Position,
  type Replay,
  type ReplayState,
  shownPosition,
} from '../../replay/index.ts';
import { positionCompared } from '../../replay/internal.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { rowsToDraw, useRowsInView } from '../hooks/useRowsInView.ts';
import { useSingleTabStop } from '../hooks/useSingleTabStop.ts';
import { compareWords } from '../language/english/compare.ts';
import { commandOfKey, pagesOf, rowAfterKey } from '../shared/keyTable.ts';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { CompareRow, GridPart, SideBadge } from './CompareRow.tsx';
import { compareRowKeys } from './useCompareKeys.ts';
import {
  type CompareLayout,
  type CompareLines,
  linePx,
  markName,
  markOf,
  type RowJump,
  rowOfMark,
  shownAt,
  useReplayState,
} from './useCompareRows.ts';

interface CompareGridProps {
  /** Undefined while the sessions are being compared. */
  comparison: Comparison | undefined;
  lines: CompareLines;
  replays: Readonly<Record<CompareSide, Replay>>;
  titles: { readonly left: string; readonly right: string };
  layout: CompareLayout;
  /** The side that receives replay keys. */
  side: CompareSide;
  /** The row that holds the Tab stop of the list, as a position in `Comparison.rows`. */
  active: number;
  selected: number | undefined;
  /** The row to go to, and whether it takes the focus; a new object goes there again. */
  jump: RowJump | undefined;
  onSide: (side: CompareSide) => void;
  onActive: (row: number) => void;
  onSelect: (row: number) => void;
  onGoTo: (row: number) => void;
}

/** The rows of both sessions. One row holds the Tab stop; arrows move from row to row. */
export function CompareGrid(props: CompareGridProps): ReactElement {
  const { comparison, lines, replays, titles, layout, side, active, selected, jump } = props;
  const { onSide, onActive, onSelect, onGoTo } = props;
  const { t } = useKit(compareWords);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const positions = {
    left: useComparedPosition(replays.left, comparison, 'left'),
    right: useComparedPosition(replays.right, comparison, 'right'),
  };
  const status = useReplayState(replays[side], 'status');
  const activeShown = shownAt(lines.rows, active);
  const scroll = useCompareScroll({ scroller, comparison, lines, keptRow: activeShown });
  const { drawn, reveal } = scroll;
  useSingleTabStop(room, activeShown);
  const wantsFocus = useFocusOnRow(room, activeShown);
  useBeforePaint(() => {
    if (jump === undefined) return;
    wantsFocus.current = jump.focus;
    reveal(shownAt(lines.rows, jump.row));
  }, [jump]);
  useFollowing(scroll, { comparison, lines, side, at: positions[side], status });

  const go = (shown: number): void => {
    const row = lines.rows[shown];
    if (row === undefined) return;
    wantsFocus.current = true;
    onActive(row);
    reveal(shown);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || lines.rows.length === 0) return;
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    const command = commandOfKey(compareRowKeys, event);
    if (command === undefined || (command !== 'move' && !onRow)) return;
    if (command === 'move') {
      const pageRows = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / linePx) - 1);
      const steps = { last: lines.rows.length - 1, pageFrom: pagesOf(pageRows) };
      go(rowAfterKey(event.key, activeShown, steps) ?? activeShown);
    } else (command === 'goTo' ? onGoTo : onSelect)(active);
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = lines.rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)];
    if (row !== undefined) onActive(row);
  };
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const row = lines.rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)];
    const clicked = target.closest<HTMLElement>('[data-side]')?.dataset.side;
    if (clicked === 'left' || clicked === 'right') onSide(clicked);
    if (row !== undefined) onSelect(row);
  };
  const empty = comparison === undefined ? 'working' : comparison.rows.length === 0 ? 'empty' : 'alike';
  return (
    <div className="ark-compare__list">
      <GridPart
        role="grid"
        className="ark-compare__grid"
        aria-label={t('compare.rows')}
        aria-rowcount={lines.rows.length + 1}
        aria-colcount={3}
        aria-busy={comparison === undefined}
        onKeyDown={onKeyDown}
      >
        <CompareHeads {...{ titles, side, onSide }} />
        <GridPart
          ref={setScroller}
          role="rowgroup"
          className="ark-compare__scroller"
          onClick={onClick}
          onFocus={onFocus}
        >
          <div
            ref={setRoom}
            role="presentation"
            className="ark-compare__room"
            style={{ height: lines.rowOfLine.length * linePx }}
          >
            {comparison === undefined ? null : (
              <DrawnRows {...{ comparison, lines, layout, positions, drawn, selected }} active={activeShown} />
            )}
          </div>
        </GridPart>
      </GridPart>
      {lines.rows.length === 0 ? (
        <p className="ark-compare__none" data-why={empty}>
          {t(`compare.${empty}`)}
        </p>
      ) : null}
    </div>
  );
}

interface DrawnRowsProps extends Pick<CompareGridProps, 'lines' | 'layout' | 'selected'> {
  comparison: Comparison;
  positions: Readonly<Record<CompareSide, Position>>;
  drawn: readonly number[];
  /** The shown row that holds the Tab stop. */
  active: number;
}

/** The rows in sight. */
function DrawnRows(props: DrawnRowsProps): ReactElement {
  const { comparison, lines, layout, positions, drawn, active, selected } = props;
  return (
    <>
      {drawn.map((shown) => {
        const row = lines.rows[shown] as number;
        const compared = comparison.rows[row];
        if (compared === undefined) return null;
        return (
          <CompareRow
            key={markName(markOf(compared))}
            row={compared}
            indexes={comparison.indexes}
            {...{ shown, layout, positions }}
            firstLine={lines.firstLine[shown] as number}
            lastLine={lines.firstLine[shown + 1] as number}
            active={shown === active}
            selected={row === selected}
          />
        );
      })}
    </>
  );
}

/** Gives a mark which, once set, lets a row take the focus as soon as it is drawn. */
function useFocusOnRow(room: HTMLElement | null, shown: number): { current: boolean } {
  const wanted = useRef(false);
  useBeforePaint(() => {
    if (!wanted.current) return;
    wanted.current = false;
    room?.querySelector<HTMLElement>(`[data-row="${shown}"]`)?.focus({ preventScroll: true });
  });
  return wanted;
}

/** What a list follows: the playhead of the side that leads. */
interface Followed extends Pick<CompareGridProps, 'comparison' | 'lines' | 'side'> {
  at: Position;
  status: ReplayState['status'];
}

/** Lets the list follow the playhead of the leading side, but not to where that playhead stands at first. */
function useFollowing({ reveal, follows }: CompareScroll, { comparison, lines, side, at, status }: Followed): void {
  const followed = useRef({ side, at });
  useEffect(() => {
    const before = followed.current;
    followed.current = { side, at };
    if (before.side !== side || before.at.item === at.item) return;
    if (status !== 'playing') follows.current = true;
    if (follows.current && comparison !== undefined) reveal(shownAt(lines.rows, comparison.rowOf(side, at.item)));
  });
  useEffect(() => {
    if (status === 'playing') follows.current = true;
  }, [status, follows]);
}

/** Position of a side's playhead in the session that was compared. */
function useComparedPosition(replay: Replay, comparison: Comparison | undefined, side: CompareSide): Position {
  const index = useReplayState(replay, 'index');
  const position = useReplayState(replay, 'position');
  const status = useReplayState(replay, 'status');
  return useMemo(() => {
    const shown = shownPosition({ index, position, status });
    return comparison === undefined ? shown : positionCompared({ index, position: shown }, comparison, side);
  }, [index, position, status, comparison, side]);
}

interface CompareHeadsProps {
  titles: { readonly left: string; readonly right: string };
  /** The side that receives replay keys. */
  side: CompareSide;
  onSide: (side: CompareSide) => void;
}

/** The heads of both columns; the pressed one is the side that keys and transport act on. */
function CompareHeads({ titles, side, onSide }: CompareHeadsProps): ReactElement {
  const { t } = useKit(compareWords);
  const head = (which: CompareSide): ReactElement => (
    <GridPart role="columnheader" className="ark-compare__head" data-side={which}>
      <button
        type="button"
        className="ark-compare__side"
        aria-pressed={side === which}
        title={t('compare.act', { side: t(`compare.side.${which}`) })}
        onClick={() => onSide(which)}
      >
        <SideBadge side={which} /> <OneLine text={titles[which]} />
      </button>
    </GridPart>
  );
  return (
    <GridPart role="rowgroup">
      <GridPart role="row" className="ark-compare__heads" aria-rowindex={1}>
        {head('left')}
        <GridPart role="columnheader" className="ark-compare__mark">
          <span className="ark-unseen">{t('compare.changeWords')}</span>
        </GridPart>
        {head('right')}
      </GridPart>
    </GridPart>
  );
}

/** Lines kept in sight around the row that the reader went to. */
const marginLines = 2;

/** The drawn part of a comparison, and how to bring a row into view. */
interface CompareScroll {
  /** Shown rows to draw, ascending: the visible ones, and the one with the focus. */
  readonly drawn: readonly number[];
  readonly reveal: (shownRow: number) => void;
  /** Whether the list follows the playhead: until the reader scrolls, and again after the playhead is moved. */
  readonly follows: { current: boolean };
}

/** The element in which the compared rows scroll. */
interface CompareScrollOptions {
  readonly scroller: HTMLElement | null;
  readonly comparison: Comparison | undefined;
  readonly lines: CompareLines;
  /** A shown row that is always drawn, even out of sight. */
  readonly keptRow: number;
}

/** Draws the visible lines and a few around them. Visible rows keep their place when rows are added above them. */
function useCompareScroll({ scroller, comparison, lines, keptRow }: CompareScrollOptions): CompareScroll {
  const { rows, firstLine, rowOfLine } = lines;
  const follows = useRef(true);
  const [goal, setGoal] = useState<{ readonly row: number }>();
  const lastLine = rowOfLine.length - 1;
  const { refresh, ...inView } = useRowsInView(scroller, {
    count: rows.length,
    rowAt: (y) => rowOfLine[Math.max(0, Math.min(lastLine, Math.floor(y / linePx)))] ?? -1,
  });
  useEffect(() => {
    const letGo = (): void => {
      follows.current = false;
    };
    scroller?.addEventListener('wheel', letGo, { passive: true });
    scroller?.addEventListener('touchmove', letGo, { passive: true });
    return () => {
      scroller?.removeEventListener('wheel', letGo);
      scroller?.removeEventListener('touchmove', letGo);
    };
  }, [scroller]);

  const shown = useRef({ comparison, lines });
  useBeforePaint(() => {
    const before = shown.current;
    shown.current = { comparison, lines };
    if (scroller === null || before.comparison === undefined || comparison === undefined) return;
    const top = carryScroll(scroller.scrollTop, { ...before, comparison: before.comparison }, { comparison, lines });
    if (top === scroller.scrollTop) return;
    scroller.scrollTop = top;
    refresh();
  }, [scroller, comparison, lines, refresh]);

  useBeforePaint(() => {
    if (scroller === null || goal === undefined) return;
    const from = (firstLine[goal.row] ?? 0) * linePx;
    const to = (firstLine[goal.row + 1] ?? 0) * linePx;
    const margin = Math.min(marginLines * linePx, Math.max(0, (scroller.clientHeight - (to - from)) / 2));
    const least = to + margin - scroller.clientHeight;
    const most = from - margin;
    const top = Math.min(Math.max(scroller.scrollTop, least), Math.max(0, most));
    if (Math.abs(top - scroller.scrollTop) < 1) return;
    scroller.scrollTop = top;
    refresh();
  }, [goal]);

  return { drawn: rowsToDraw(inView, keptRow, rows.length), reveal: (row) => setGoal({ row }), follows };
}

/** A comparison and its shown rows. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly lines: CompareLines;
}

/**
 * The scroll position, in pixels, that keeps the uppermost row in place when other rows are shown; if that row is hidden, the next one
 * takes its place. A list scrolled to the top stays there.
 */
export function carryScroll(top: number, before: ShownComparison, after: ShownComparison): number {
  const shown = before.lines.rowOfLine[Math.floor(top / linePx)];
  const row = before.comparison.rows[before.lines.rows[shown ?? -1] ?? -1];
  if (top <= 0 || shown === undefined || row === undefined || before.lines === after.lines) return top;
  const now = rowOfMark(after.comparison, markOf(row));
  const into = top - (before.lines.firstLine[shown] ?? 0) * linePx;
  return now < 0 ? top : (after.lines.firstLine[shownAt(after.lines.rows, now)] ?? 0) * linePx + into;
}
