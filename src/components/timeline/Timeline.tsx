'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
} from 'react';
import {
  noFilters,
  type Position,
  type ReplayFilters,
  type SearchExcerpt,
  type SessionIndex,
  startOf,
} from '../../replay/index.ts';
import { withoutFolds } from '../../replay/internal.ts';
import { useBeforePaint, useIsHydrating } from '../hooks/hydration.ts';
import { rowsToDraw } from '../hooks/useRowsInView.ts';
import { useSingleTabStop } from '../hooks/useSingleTabStop.ts';
import { useWidth } from '../hooks/useSize.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { StickyChapter, stickyPx } from './ChapterHead.tsx';
import { foundLinePx } from './FoundLine.tsx';
import { type RowsInSight, rowsInSight } from './layoutTimeline.ts';
import { NewPill, type NewRows } from './NewLine.tsx';
import { PhaseRails } from './PhaseRails.tsx';
import { playStateOf, rowId, rowMarks, useMarkedRows } from './rowFacts.ts';
import { withNewLine } from './rowsWithLine.ts';
import { TimelineRow, type TimelineRowProps } from './TimelineRow.tsx';
import { timelineRows } from './timelineRows.ts';
import { focusRow, useRowActions } from './useRowActions.ts';
import { useTimelineFocus } from './useTimelineFocus.ts';
import { useTimelineLayout } from './useTimelineLayout.ts';
import { type Tail, useTimelineScroll } from './useTimelineScroll.ts';

/** A place in the list: the line above what is new; the same with the focus or, where the line is in sight already, the end; or the end. */
export interface TimelineGoal {
  readonly to: 'line' | 'news' | 'end';
}

/** Props of {@link Timeline}. */
export interface TimelineProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect' | 'role'> {
  /** The session, indexed by `indexSession` of the replay. */
  index: SessionIndex;
  /** Which items have rows. @default everything */
  filters?: ReplayFilters;
  /** Ids of the unfolded rows; leave it out to let the timeline remember. */
  expanded?: ReadonlySet<string>;
  /** Called when the reader folds or unfolds a row. */
  onExpandedChange?: (id: string, expanded: boolean) => void;
  /** Where the playhead is. Without it, no row lies ahead. */
  position?: Position;
  /**
   * Whether rows after the playhead are dimmed, because they have not happened yet, or shown like the rest, for readers who do not replay.
   * @default 'dimmed'
   */
  ahead?: 'dimmed' | 'shown';
  /** Id of the item whose details are shown, as in `ReplayItem.id`; when it changes, the item is scrolled into view. */
  selected?: string | undefined;
  /** Called when the reader chooses the row of an item; without it, rows cannot be chosen. */
  onSelect?: (id: string) => void;
  /**
   * Called when the reader presses the time of a row, to move the playhead there; takes a position in `SessionIndex.items`. Without it,
   * times are not buttons.
   */
  onSeek?: (item: number) => void;
  /**
   * Whether headers and bands of phases are visible. Hidden ones keep their room, so that no row moves. @default 'shown' @selector
   * [data-phases]
   */
  phases?: 'shown' | 'hidden';
  /** Whether the list follows the playhead; leave it out to let the timeline remember. Scrolling by the reader ends it. */
  followPlayhead?: boolean;
  /** Called when the list starts or stops following the playhead. */
  onFollowPlayheadChange?: (follow: boolean) => void;
  /** Called with the chapter at the top of the view, as a position in `chaptersOf`; only in a list with a level. */
  onChapterChange?: ((chapter: number) => void) | undefined;
  /** What is in view at first. @default 'playhead' */
  startAt?: 'playhead' | 'top';
  /** What is known of the session around the rows: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Rows of `filters.matches` show below them the text where they were found, unless the row shows it already. @default nothing */
  excerptAt?: ((item: number) => SearchExcerpt | undefined) | undefined;
  /** Items with a note, as positions in `SessionIndex.items`; their rows are marked. @default none */
  noted?: ReadonlySet<number> | undefined;
  /** What came since the reader looked: a line stands above the first of its rows, and a button leads there. @default nothing */
  news?: NewRows | undefined;
  /**
   * Where the list goes when the session grows while its end is in sight: nowhere, to its new end, or no further than the line above what is
   * new, for a reader who is away. Scrolling by the reader ends it, until the end is in sight again.
   * @default 'off'
   */
  tail?: Tail;
  /** Called when the end of the list comes in sight, or goes out of it. */
  onEndInSightChange?: ((isInSight: boolean) => void) | undefined;
  /** Scrolls to what is new, or to the end; another object asks again. @default nowhere */
  goal?: TimelineGoal | undefined;
  /** Shown below the row of an item, or of what it is folded into, as long as it is given: what a replay plays there. @default nothing */
  played?: { readonly item: number; readonly content: ReactNode } | undefined;
  /** How much of the lower end of the list something covers, such as a sheet, in pixels. @default 0 */
  coveredPx?: number;
  /** Draws in the gutter at the left of the rows, as `ContextLinks` does; receives the places of the visible rows. */
  gutter?: (sight: RowsInSight) => ReactNode;
}

/**
 * When to use it: to read a session from beginning to end, with a playhead or without one.
 *
 * Shows everything that happened as one list of rows: calls, messages, thinking, checklists, notices, idle time, under the headers of their
 * phases; runs of subagents unfold in place. It draws only the visible rows, whatever their number and height, and follows the playhead
 * until the reader scrolls. Give it a height: it scrolls by itself.
 */
export const Timeline = forwardRef<HTMLDivElement, TimelineProps>(function Timeline(
  {
    index,
    filters = noFilters,
    expanded,
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
    excerptAt,
    noted,
    news,
    tail = 'off',
    onEndInSightChange,
    goal,
    played,
    coveredPx = 0,
    gutter,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(phasesWords);
  const list = useTimeline({
    ...{
      index,
      filters,
      position,
      ahead,
      selected,
      onSelect,
      onSeek,
      phases,
      startAt,
      scope,
      excerptAt,
      noted,
      played,
    },
    ...{ expanded, onExpandedChange, followPlayhead, onFollowPlayheadChange, coveredPx },
    ...{ news, tail, onEndInSightChange, goal },
  });
  const { rows, layout, measured, scroll } = list;
  return (
    <div
      ref={ref}
      className={joinClasses('ark', 'ark-timeline', className)}
      data-phases={phases}
      data-seekable={onSeek === undefined ? undefined : ''}
      {...rest}
    >
      <div className="ark-timeline__scroller" role="tree" aria-label={t('timeline')} {...list.treeProps}>
        <div {...list.roomProps} className="ark-timeline__room">
          <DrawnRows {...{ list, phases, scope, excerptAt, gutter }} played={played?.content} />
        </div>
        <div className="ark-timeline__end" style={{ height: coveredPx }} />
      </div>
      {measured && rows.chapters.length > 0 ? (
        <StickyChapter {...{ rows, layout, onChapterChange }} scrolledPx={scroll.scrolledPx} onGo={list.goToChapter} />
      ) : null}
      {rows.count === 0 ? (
        <p className="ark-timeline__empty">{t(index.items.length === 0 ? 'timeline.empty' : 'timeline.noMatch')}</p>
      ) : null}
      <Pills {...{ list, news, position }} />
    </div>
  );
});

type WithDefault = 'filters' | 'ahead' | 'phases' | 'startAt' | 'coveredPx' | 'tail';
type WithoutDefault =
  | 'position'
  | 'selected'
  | 'noted'
  | 'played'
  | 'scope'
  | 'excerptAt'
  | 'expanded'
  | 'followPlayhead'
  | 'news'
  | 'goal';
type Callback = 'onSelect' | 'onSeek' | 'onExpandedChange' | 'onFollowPlayheadChange' | 'onEndInSightChange';
type TimelineOptions = Required<Pick<TimelineProps, 'index' | WithDefault>> & {
  [Prop in WithoutDefault | Callback]: TimelineProps[Prop] | undefined;
};

/** The rows of a timeline, which of them stand out, where they lie and which are drawn; and what keys, presses and scrolling do. */
function useTimeline(options: TimelineOptions) {
  const { index, filters, phases, position, ahead, selected, played, noted, coveredPx, onSelect, onSeek } = options;
  const { news, tail, goal, onEndInSightChange } = options;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const [unfolded, onToggle] = useExpanded(options.expanded, options.onExpandedChange);
  const expanded = phases === 'hidden' ? withoutFolds(unfolded) : unfolded;
  const [following, setFollowing] = useFollowing(options.followPlayhead, options.onFollowPlayheadChange);

  const rows = withNewLine(timelineRows(index, filters, expanded), news?.after);
  const marked = useMarkedRows(rows, { position, selected, played: played?.item, noted });
  const widthPx = useWidth(scroller);
  const measured = widthPx !== undefined;
  const excerptPx = options.excerptAt === undefined ? 0 : foundLinePx;
  const [layout, correct] = useTimelineLayout(rows, expanded, widthPx, excerptPx);
  // Before anything is played, the list stands at its top: what happened first may be in a run that no call started, at the end.
  const isAtStart = ahead === 'shown' && marked.current >= 0 && position?.item === startOf(index).item;
  const scroll = useTimelineScroll({
    ...{ scroller, rows, layout, correct, following, coveredPx, tail, onEndInSightChange },
    currentRow: isAtStart ? 0 : marked.current,
    headPx: rows.chapters.length > 0 ? stickyPx : 0,
    room: measured ? room : null,
    onFollowingChange: setFollowing,
    startsAtPlayhead: options.startAt === 'playhead',
  });
  const { reveal, inSight } = scroll;
  const actions = useRowActions(rows, { onSelect, onSeek, keepStill: scroll.keepStill });
  const { activeRow, moveTo, ...treeKeys } = useTimelineFocus({
    ...{ room, rows, layout, expanded, phases, scope: options.scope, reveal, onToggle },
    entryRow: marked.selected >= 0 ? marked.selected : marked.current,
    viewPx: () => (scroller?.clientHeight ?? 0) - coveredPx,
    onSelect: actions.select,
    onSeek: actions.seek,
  });
  // On a server, rows simply follow each other, because their heights are known only in a browser. A browser draws no row before it knows
  // where it stands.
  const hydrating = useIsHydrating();
  const drawn = measured || hydrating ? rowsToDraw(scroll.inView, activeRow, rows.count) : [];
  useSingleTabStop(room, activeRow);

  // Only a row that was chosen elsewhere is scrolled into view; one that the reader pressed here stays where it is.
  useBeforePaint(() => {
    if (marked.selected >= 0 && (following || marked.selected !== marked.current)) reveal(marked.selected, 'nearest');
  }, [selected]);

  const goTo = ({ to }: TimelineGoal): void => {
    if (rows.count === 0) return;
    if (to === 'end') reveal(rows.count - 1, 'nearest');
    else setFollowing(false);
    if (to === 'line' && rows.newLine !== undefined) reveal(rows.newLine.row, 'start');
    if (to !== 'news') return;
    const line = inSight.newLine === 'inside' ? undefined : rows.newLine?.row;
    moveTo(line ?? rows.count - 1, line === undefined ? 'nearest' : 'start');
  };
  useBeforePaint(() => {
    if (goal !== undefined) goTo(goal);
  }, [goal]);

  return {
    ...{ rows, marked, expanded, layout, widthPx, measured, following, scroll, activeRow, drawn, onToggle },
    playhead: ahead === 'shown' ? undefined : position,
    onSelect: onSelect === undefined ? undefined : actions.selectItem,
    treeProps: { ...treeKeys, ref: setScroller, onMouseDown: focusRow, onClick: actions.onClick },
    roomProps: { ref: setRoom, style: measured ? { height: layout.totalPx } : undefined },
    news,
    goTo,
    follow: () => setFollowing(true),
    goToChapter(row: number) {
      setFollowing(false);
      reveal(row, 'start');
    },
  };
}

interface DrawnRowsProps extends Pick<TimelineRowProps, 'phases' | 'scope' | 'excerptAt' | 'played'> {
  list: ReturnType<typeof useTimeline>;
  gutter: TimelineProps['gutter'];
}

/** The rows in view, with the bands of their phases and what the host draws beside them. */
function DrawnRows({ list, phases, scope, excerptAt, played, gutter }: DrawnRowsProps): ReactElement {
  const { rows, marked, expanded, layout, widthPx, activeRow, playhead, scroll, onToggle, onSelect } = list;
  const isPlaced = widthPx !== undefined;
  return (
    <>
      {list.drawn.map((row) => (
        <TimelineRow
          key={rowId(rows, row)}
          {...{ rows, row, scope, phases, excerptAt, onToggle, onSelect }}
          {...rowMarks(rows, row, marked, expanded)}
          topPx={isPlaced ? layout.top(row) : undefined}
          playState={playStateOf(rows, row, playhead)}
          active={row === activeRow}
          news={row === rows.newLine?.row ? list.news : undefined}
          played={row === marked.played ? played : undefined}
        />
      ))}
      {isPlaced && phases === 'shown' ? <PhaseRails {...{ rows, layout, ...scroll.inView }} /> : null}
      {isPlaced && gutter !== undefined ? gutter(rowsInSight(rows, layout, { ...scroll.inView, widthPx })) : null}
    </>
  );
}

/** The unfolded rows: the host's set if it gives one, else the one remembered here. */
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

/** Whether the list follows the playhead: as the host says, else as remembered here. */
function useFollowing(
  given: boolean | undefined,
  onChange: ((follow: boolean) => void) | undefined,
): [following: boolean, set: (follow: boolean) => void] {
  const [remembered, setRemembered] = useState(true);
  const set = (follow: boolean): void => {
    setRemembered(follow);
    onChange?.(follow);
  };
  return [given ?? remembered, set];
}

interface PillsProps {
  list: ReturnType<typeof useTimeline>;
  news: NewRows | undefined;
  position: Position | undefined;
}

/** Buttons at the lower edge of the list: to the playhead, and to what is new, while they are out of sight. */
function Pills({ list, news, position }: PillsProps): ReactElement | null {
  const { playhead, newLine, end } = list.scroll.inSight;
  const isNewOut = news !== undefined && (newLine !== 'inside' || !end);
  // What is new leads the same way.
  const isBelow = playhead === 'below' && isNewOut;
  const side = list.following || isBelow ? 'inside' : playhead;
  const isPlayheadOut = side !== 'inside' && position !== undefined;
  if (!isNewOut && !isPlayheadOut) return null;
  return (
    <div className="ark-timeline__pills">
      {isPlayheadOut ? <PlayheadPill side={side} at={position.at} onGo={list.follow} /> : null}
      {isNewOut ? (
        <NewPill news={news} to={newLine === 'inside' ? 'end' : newLine} onGo={() => list.goTo({ to: 'news' })} />
      ) : null}
    </div>
  );
}

interface PlayheadPillProps {
  /** Direction of the playhead from the visible part of the list. */
  side: 'above' | 'below';
  /** Milliseconds from the start of the session. */
  at: number;
  onGo: () => void;
}

/** Says where the playhead is while it is out of view; pressing it scrolls there. */
function PlayheadPill({ side, at, onGo }: PlayheadPillProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  return (
    <button type="button" className="ark-timeline__pill" data-side={side} onClick={onGo}>
      <Icon name={side === 'above' ? 'chevronUp' : 'chevronDown'} size={14} />
      <span className="ark-figures">{t('timeline.playhead', { time: formatters.clock(at) })}</span>
    </button>
  );
}
