import { memo, type ReactElement, type ReactNode } from 'react';
import {
  type PhaseBlock as Block,
  type EventItem,
  type ExploredFile,
  filesExplored,
  phaseBlocks,
  type ReplayItem,
  type SearchExcerpt,
} from '../../replay/index.ts';
import { replayedAt } from '../../replay/internal.ts';
import { toIso } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { notesWords } from '../language/english/notes.ts';
import { IdleRow } from '../notice-row/IdleRow.tsx';
import { HousekeepingRow } from '../notice-row/NoticeRow.tsx';
import { PhaseBlock, showsExplored } from '../phase-block/PhaseBlock.tsx';
import { type ItemPlace, type ItemScope, scopeInRun } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';
import { OpeningRow } from './ChapterHead.tsx';
import { FoundLine } from './FoundLine.tsx';
import { ItemRow } from './ItemRow.tsx';
import { LooksRow, PhaseWork } from './LooksRow.tsx';
import { NewLine, type NewRows } from './NewLine.tsx';
import { depthOfRow, foldOfRow, isFoldable, type RowMarks, rowId } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Props of {@link TimelineRow}. */
export interface TimelineRowProps extends RowMarks {
  rows: TimelineRows;
  row: number;
  /** Distance from the top of the list, in pixels; undefined where it is unknown and rows follow each other. */
  topPx: number | undefined;
  playState: 'done' | 'running' | 'ahead';
  /** Whether this row holds the Tab stop of the list. */
  active: boolean;
  scope: ItemScope | undefined;
  /** The text of an item where a search found something; undefined unless the list shows only matches. */
  excerptAt?: ((item: number) => SearchExcerpt | undefined) | undefined;
  /** What is new; only for the line that says so. */
  news?: NewRows | undefined;
  /** What a replay plays in this row, shown below it. */
  played?: ReactNode;
  /** For a header: whether it is visible. It keeps its room either way. */
  phases: 'shown' | 'hidden';
  onToggle: (id: string, open: boolean) => void;
  /** Goes to an item by its id. */
  onSelect: ((id: string) => void) | undefined;
}

/** One row of the timeline: its place in the list and its content. Its accessible name says what it shows. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps): ReactElement {
  const { rows, row, topPx, current, selected, open, active } = props;
  const kind = rows.kind(row);
  const place = {
    'data-row': row,
    'data-placed': topPx === undefined ? undefined : '',
    className: 'ark-list-row ark-timeline__row',
    style: topPx === undefined ? undefined : { top: topPx },
  } as const;
  if (kind === 'phase' && props.phases === 'hidden') {
    return <div {...place} role="none" data-kind="room" />;
  }
  const depth = depthOfRow(rows, row);
  return (
    <div
      {...place}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={kind === 'new' ? undefined : rows.posInSet(row)}
      aria-setsize={kind === 'new' ? undefined : rows.setSize(row)}
      aria-expanded={
        isFoldable(rows, row, props.scope) ? (foldOfRow(rows, row) === undefined ? open : !props.folded) : undefined
      }
      aria-selected={kind === 'item' ? selected : undefined}
      aria-current={current ? 'step' : undefined}
      tabIndex={active ? 0 : -1}
      data-kind={kind}
      data-parent={rows.isParent(row) ? '' : undefined}
    >
      {props.noted ? <NotedMark /> : null}
      <RowContent {...props} />
      {props.played === undefined ? null : (
        <div className="ark ark-row ark-timeline__played">
          <div className="ark-row__below">{props.played}</div>
        </div>
      )}
    </div>
  );
});

function NotedMark(): ReactElement {
  const { t } = useKit(notesWords);
  return (
    <span className="ark-timeline__noted" title={t('notes.noted')}>
      <Icon name="note" size={10} />
      <span className="ark-unseen">{t('notes.noted')}</span>
    </span>
  );
}

/** Separate from the row's place, so that a row that only moves is not drawn again. */
const RowContent = memo(function RowContent(props: TimelineRowProps): ReactElement | null {
  const { rows, row, playState, current, selected, open, folded, scope, onToggle, onSelect } = props;
  const { index } = rows;
  const ref = rows.ref(row);
  const toggle = (): void => onToggle(rowId(rows, row), !open);
  const fold = foldOfRow(rows, row);
  const chapter = rows.chapterAt(row);
  // An id among the unfolded ids means that the fold differs from how it was at first, in either direction.
  const onFold = (): void => {
    if (fold !== undefined) onToggle(fold.id, !props.foldMarked);
  };
  switch (rows.kind(row)) {
    case 'phase': {
      const block = phaseBlocks(index)[ref] as Block;
      const files = (): ExploredFile[] => (showsExplored(block) ? filesExplored(index, block) : []);
      return (
        <PhaseBlock
          {...{ block, files, scope, playState, open, folded }}
          origin={block.annotation?.annotated_by === 'auto' ? 'hidden' : 'shown'}
          onOpenChange={toggle}
          {...(fold === undefined ? {} : { onFoldedChange: onFold })}
          {...(rows.isCondensed(row) && folded ? { summary: <PhaseWork {...{ index, block }} /> } : {})}
        />
      );
    }
    case 'idle': {
      const gap = index.axes.squeezed.gaps[ref];
      if (gap === undefined) return null;
      const at = toIso(index.axes.full.toWall(gap.start));
      return <IdleRow at={at} idleMs={gap.end - gap.start} scope={scope} playState={playState} />;
    }
    case 'housekeeping': {
      const first = index.items[ref] as EventItem;
      const place: ItemPlace = {
        scope,
        replayedAt: replayedAt(index, first),
        depth: first.depth,
        playState,
        current,
      };
      const counts = rows.housekeeping(row);
      return <HousekeepingRow counts={counts} first={first.event} open={open} onOpenChange={toggle} {...place} />;
    }
    case 'looks': {
      const run = rows.looks(row);
      if (run === undefined) return null;
      const { depth } = index.items[ref] as ReplayItem;
      return <LooksRow {...{ index, run, scope, depth, playState, current, open }} onOpenChange={toggle} />;
    }
    case 'new':
      return props.news === undefined ? null : <NewLine news={props.news} />;
    case 'chapter':
      if (chapter === undefined) return null;
      return <OpeningRow {...{ index, chapter, scope, playState, current, onFold, onSelect }} />;
    case 'item': {
      const item = index.items[ref] as ReplayItem;
      const place: ItemPlace = {
        scope: scopeInRun(index, item.run, scope),
        replayedAt: replayedAt(index, item),
        depth: item.depth,
        playState,
        current,
        selected,
      };
      return (
        <>
          <ItemRow
            {...{ index, item, place, open, chapter, onFold, onSelect }}
            onToggle={toggle}
            condensed={rows.isCondensed(row)}
          />
          {props.excerptAt === undefined || rows.isParent(row) ? null : (
            <FoundLine {...{ item, open, place }} excerptAt={props.excerptAt} />
          )}
        </>
      );
    }
  }
}, isDrawnAlike);

function isDrawnAlike(before: TimelineRowProps, after: TimelineRowProps): boolean {
  return (
    before.rows === after.rows &&
    before.row === after.row &&
    before.playState === after.playState &&
    before.current === after.current &&
    before.selected === after.selected &&
    before.open === after.open &&
    before.folded === after.folded &&
    before.foldMarked === after.foldMarked &&
    before.onSelect === after.onSelect &&
    before.scope === after.scope &&
    before.news === after.news &&
    before.excerptAt === after.excerptAt &&
    before.onToggle === after.onToggle
  );
}
