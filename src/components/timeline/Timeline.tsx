'use client';

import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react';
import { noFilters, type Position, type ReplayFilters, type SessionIndex } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { useIsHydrating } from '../hooks/useIsHydrating.ts';
import { rowsToDraw } from '../hooks/useRowsInView.ts';
import { useSingleTabStop } from '../hooks/useSingleTabStop.ts';
import { useWidth } from '../hooks/useWidth.ts';
import { phasesWords } from '../language/english/phases.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { StickyChapter, stickyPx } from './ChapterHead.tsx';
import { type RowsInSight, rowsInSight } from './layoutTimeline.ts';
import { PhaseRails } from './PhaseRails.tsx';
import { PlayheadPill } from './PlayheadPill.tsx';
import { foldOfRow, itemOfRow, rowId, rowOfId, withoutFolds } from './rowIdentity.ts';
import { playStateOf } from './rowState.ts';
import { TimelineRow } from './TimelineRow.tsx';
import { timelineRows } from './timelineRows.ts';
import { useTimelineFocus } from './useTimelineFocus.ts';
import { useTimelineLayout } from './useTimelineLayout.ts';
import { useTimelineScroll } from './useTimelineScroll.ts';

/** Props of {@link Timeline}. */
export interface TimelineProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect' | 'role'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Which items have rows. @default everything */
  filters?: ReplayFilters;
  /** Ids of the rows that are unfolded; leave it out to let the timeline remember. */
  expanded?: ReadonlySet<string>;
  /** Called when the reader folds or unfolds. */
  onExpandedChange?: (id: string, expanded: boolean) => void;
  /** Where the playhead is. Without it nothing lies ahead. */
  position?: Position;
  /**
   * What comes after the playhead: dimmed, because it has not happened yet, or shown like the rest, for who reads and does not
   * replay. @default 'dimmed'
   */
  ahead?: 'dimmed' | 'shown';
  /** Id of the item whose details are shown, as in `ReplayItem.id`; it is brought into view when it changes. */
  selected?: string | undefined;
  /** With it, rows of items can be chosen. */
  onSelect?: (id: string) => void;
  /** With it, the time of a row moves the playhead there; takes a position in `SessionIndex.items`. */
  onSeek?: (item: number) => void;
  /** Headers and bands of phases; hidden, they leave their room, and nothing moves. @default 'shown' @selector [data-phases] */
  phases?: 'shown' | 'hidden';
  /** Whether the list goes with the playhead; leave it out to let the timeline remember. The reader's scrolling ends it. */
  followPlayhead?: boolean;
  /** Called when the list begins or ceases to go with the playhead. */
  onFollowPlayheadChange?: (follow: boolean) => void;
  /** Called with the chapter at the top of the view, as a position in `chaptersOf`; in a list with a level. */
  onChapterChange?: ((chapter: number) => void) | undefined;
  /** What is in view at first. @default 'playhead' */
  startAt?: 'playhead' | 'top';
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** How much of the lower end something covers, such as a sheet, in pixels. @default 0 */
  coveredPx?: number;
  /** Draws in the gutter at the left of the rows, such as `ContextLinks`; it is given where the rows in sight stand. */
  gutter?: (sight: RowsInSight) => ReactNode;
}

/**
 * When to use it: to read a session from beginning to end, with a playhead or without one.
 *
 * Everything that happened, as one list of rows: calls, messages, thinking, checklists, notices, idle time, under the headers
 * of their phases; runs of subagents unfold in place. It draws only what is in sight, of any number of rows and of any height,
 * and follows the playhead until the reader scrolls. Give it a height: it scrolls by itself.
 */
export const Timeline = forwardRef<HTMLDivElement, TimelineProps>(function Timeline(
  {
    index,
    filters = noFilters,
    expanded: given,
    onExpandedChange,
    position,
    ahead = 'dimmed',
    selected,
    onSelect,
    onSeek,
    phases = 'shown',
    followPlayhead,
    onFollowPlayheadChange,
    onChapterChange,
    startAt = 'playhead',
    scope,
    coveredPx = 0,
    gutter,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(phasesWords);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const [unfolded, setExpanded] = useExpanded(given, onExpandedChange);
  const expanded = phases === 'hidden' ? withoutFolds(unfolded) : unfolded;
  const [remembered, setRemembered] = useState(true);
  const following = followPlayhead ?? remembered;
  const setFollowing = (follow: boolean): void => {
    setRemembered(follow);
    onFollowPlayheadChange?.(follow);
  };

  const rows = timelineRows(index, filters, expanded);
  const widthPx = useWidth(scroller);
  const placed = widthPx !== undefined;
  const [layout, correct] = useTimelineLayout(rows, expanded, widthPx);
  const currentRow = position === undefined ? -1 : rows.rowOfItem(position.item);
  const selectedRow = selected === undefined ? -1 : rowOfId(rows, selected);
  const { inView, reveal, keepStill, side } = useTimelineScroll({
    ...{ scroller, rows, layout, correct, currentRow, following, coveredPx },
    headPx: rows.chapters.length > 0 ? stickyPx : 0,
    room: placed ? room : null,
    onFollowingChange: setFollowing,
    startsAtPlayhead: startAt === 'playhead',
  });

  const select = (row: number): void => {
    const item = itemOfRow(rows, row);
    if (item === undefined || onSelect === undefined) return;
    keepStill(row);
    onSelect(item.id);
  };
  const latestSelect = useRef(onSelect);
  useBeforePaint(() => {
    latestSelect.current = onSelect;
  });
  const selectItem = useCallback((id: string): void => latestSelect.current?.(id), []);
  const seek = (row: number): void => {
    const item = itemOfRow(rows, row);
    if (item !== undefined) onSeek?.(item.index);
  };
  const { activeRow, onKeyDown, onFocus } = useTimelineFocus({
    ...{ room, rows, layout, expanded, phases, scope, reveal },
    entryRow: selectedRow >= 0 ? selectedRow : currentRow,
    viewPx: () => (scroller?.clientHeight ?? 0) - coveredPx,
    onToggle: setExpanded,
    onSelect: select,
    onSeek: seek,
  });
  // Rows that a server draws follow each other: how high they are is known only where they are seen. A browser draws
  // none before it knows where they stand.
  const hydrating = useIsHydrating();
  const drawn = placed || hydrating ? rowsToDraw(inView, activeRow, rows.count) : [];
  useSingleTabStop(room, activeRow);

  // Only a row that is chosen elsewhere may be out of sight; one that went with the playhead is where the reader let it go.
  useBeforePaint(() => {
    if (selectedRow >= 0 && (following || selectedRow !== currentRow)) reveal(selectedRow, 'nearest');
  }, [selected]);

  const onClick = (event: MouseEvent): void => {
    const clicked = clickedRow(event);
    if (clicked === undefined) return;
    if (clicked.on === 'time' && onSeek !== undefined) seek(clicked.row);
    else select(clicked.row);
  };
  return (
    <div
      ref={ref}
      className={joinClasses('ark', 'ark-timeline', className)}
      data-phases={phases}
      data-seekable={onSeek === undefined ? undefined : ''}
      {...rest}
    >
      <div
        ref={setScroller}
        className="ark-timeline__scroller"
        role="tree"
        aria-label={t('timeline')}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onMouseDown={focusRow}
        onClick={onClick}
      >
        <div ref={setRoom} className="ark-timeline__room" style={placed ? { height: layout.totalPx } : undefined}>
          {drawn.map((row) => {
            const id = rowId(rows, row);
            return (
              <TimelineRow
                key={id}
                {...{ rows, row, scope, phases }}
                topPx={placed ? layout.top(row) : undefined}
                playState={playStateOf(rows, row, ahead === 'shown' ? undefined : position)}
                current={row === currentRow}
                selected={row === selectedRow && id === selected}
                open={expanded.has(id) || rows.isParent(row)}
                folded={foldOfRow(rows, row)?.folded === true}
                foldMarked={expanded.has(foldOfRow(rows, row)?.id ?? '')}
                active={row === activeRow}
                onToggle={setExpanded}
                onSelect={onSelect === undefined ? undefined : selectItem}
              />
            );
          })}
          {placed && phases === 'shown' ? <PhaseRails {...{ rows, layout, ...inView }} /> : null}
          {placed && gutter !== undefined ? gutter(rowsInSight(rows, layout, { ...inView, widthPx })) : null}
        </div>
        <div className="ark-timeline__end" style={{ height: coveredPx }} />
      </div>
      {placed && scroller !== null && rows.chapters.length > 0 ? (
        <StickyChapter
          {...{ scroller, rows, layout, onChapterChange }}
          onGo={(row) => {
            setFollowing(false);
            reveal(row, 'start');
          }}
        />
      ) : null}
      {rows.count === 0 ? (
        <p className="ark-timeline__empty">{t(index.items.length === 0 ? 'timeline.empty' : 'timeline.noMatch')}</p>
      ) : null}
      {!following && side !== 'inside' && position !== undefined ? (
        <PlayheadPill side={side} at={position.at} onGo={() => setFollowing(true)} />
      ) : null}
    </div>
  );
});

/** Which rows are unfolded: the host's set where it gives one, else what is remembered here. */
function useExpanded(
  given: ReadonlySet<string> | undefined,
  onChange: ((id: string, expanded: boolean) => void) | undefined,
): [expanded: ReadonlySet<string>, set: (id: string, expanded: boolean) => void] {
  const [remembered, setRemembered] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback(
    (id: string, expanded: boolean): void => {
      setRemembered((before) => {
        const after = new Set(before);
        if (expanded) after.add(id);
        else after.delete(id);
        return after;
      });
      onChange?.(id, expanded);
    },
    [onChange],
  );
  return [given ?? remembered, set];
}

/** A press inside a row focuses the row: on a button in it, Space would fold that again, out of sight, instead of playing. */
function focusRow(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
  const row = event.target.closest<HTMLElement>('[data-row]');
  if (row === null) return;
  event.preventDefault();
  row.focus({ preventScroll: true });
}

/** Where in the list a press landed. */
interface ClickedRow {
  readonly row: number;
  readonly on: 'row' | 'time';
}

/** The row that a press is for; none where it was for something inside the row, or ended the selection of a text. */
function clickedRow({ target, currentTarget }: MouseEvent): ClickedRow | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-row]');
  if (element === null || target.closest('a, button, summary') !== null) return undefined;
  const selection = currentTarget.ownerDocument.getSelection();
  if (selection !== null && !selection.isCollapsed && selection.containsNode(element, true)) return undefined;
  return { row: Number(element.dataset.row), on: target.closest('.ark-row__time') === null ? 'row' : 'time' };
}
