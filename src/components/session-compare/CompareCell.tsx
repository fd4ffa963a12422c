'use client';
import { memo, type ReactElement } from 'react';
import { type CompareSide, isRunning, type Position, type ReplayItem, type SessionIndex } from '../../replay/index.ts';
import { compareWords } from '../language/english/compare.ts';
import { sessionScope } from '../session-replay/sessionScope.ts';
import { useKit } from '../theme/useKit.ts';
import { ToolCallCard } from '../tool-call-card/ToolCallCard.tsx';
import { EventLine } from './EventLine.tsx';
import { GridPart } from './GridPart.tsx';
import { SideBadge } from './SideBadge.tsx';

/** Props of {@link CompareCell}. */
export interface CompareCellProps {
  side: CompareSide;
  index: SessionIndex;
  item: ReplayItem | undefined;
  /** Where the side's playhead is. */
  position: Position;
  /** Whether this line stands for both sides, because they are the same. */
  both: boolean;
}

/** One side of a row: its item on one line, or nothing. */
export const CompareCell = memo(function CompareCell({ side, item, both, ...sight }: CompareCellProps): ReactElement {
  const { t } = useKit(compareWords);
  return (
    <GridPart
      role="gridcell"
      className="ark-compare__cell"
      data-side={side}
      data-empty={item === undefined ? '' : undefined}
    >
      <span className="ark-compare__badges">
        <SideBadge side={side} />
        {both ? <SideBadge side="right" /> : null}
      </span>
      {item === undefined ? (
        <span className="ark-unseen">{t('compare.nothing', { side: t(`compare.side.${side}`) })}</span>
      ) : (
        <ItemLine item={item} {...sight} />
      )}
    </GridPart>
  );
}, isDrawnAlike);

interface ItemLineProps {
  item: ReplayItem;
  index: SessionIndex;
  position: Position;
}

function ItemLine({ item, index, position }: ItemLineProps): ReactElement {
  const place = {
    scope: sessionScope(index),
    depth: item.depth,
    standing: standingOf(index, item, position),
    current: item.index === position.item,
  };
  if (item.is === 'event') return <EventLine event={item.event} place={place} />;
  return <ToolCallCard call={item.call} excerpt="never" {...place} />;
}

function standingOf(index: SessionIndex, item: ReplayItem, position: Position): 'done' | 'running' | 'ahead' {
  if (item.index > position.item) return 'ahead';
  return isRunning(index, item.index, position) ? 'running' : 'done';
}

/** A playhead that moves elsewhere changes nothing here. */
function isDrawnAlike(before: CompareCellProps, after: CompareCellProps): boolean {
  if (before.item !== after.item || before.index !== after.index || before.both !== after.both) return false;
  const { item, index } = after;
  if (item === undefined || before.position === after.position) return true;
  return (
    standingOf(index, item, before.position) === standingOf(index, item, after.position) &&
    (item.index === before.position.item) === (item.index === after.position.item)
  );
}
