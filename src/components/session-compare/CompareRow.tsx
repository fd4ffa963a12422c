import { type ComponentPropsWithoutRef, forwardRef, memo, type ReactElement } from 'react';
import {
  type ComparedRow,
  type CompareSide,
  isRunning,
  type Position,
  type ReplayItem,
  type RowKind,
  type SessionIndex,
} from '../../replay/index.ts';
import { replayedAt } from '../../replay/internal.ts';
import { speakerOf } from '../../session/facts/eventText.ts';
import type { SessionEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventIcon, type IconName } from '../icons/iconShapes.ts';
import { compareWords } from '../language/english/compare.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { sessionScope } from '../session-replay/ReplayViewContext.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { Row, type RowProps } from '../shared/Row.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { ToolCallCard } from '../tool-call-card/ToolCallCard.tsx';
import { type CompareLayout, linePx } from './useCompareRows.ts';

interface GridPartProps extends ComponentPropsWithoutRef<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell' | 'presentation';
}

/**
 * A part of a grid, with the role of a part of a table. Table elements cannot be used, because they allow neither free placement of rows
 * nor leaving rows out.
 */
export const GridPart = forwardRef<HTMLDivElement, GridPartProps>(function GridPart(props, ref) {
  return <div ref={ref} {...props} />;
});

const icons: Readonly<Record<RowKind, IconName>> = {
  same: 'compareSame',
  changed: 'compareChanged',
  'only-left': 'compareLeft',
  'only-right': 'compareRight',
};

/** The sign for a kind of row. It is a shape, so that kinds can be distinguished without colour. */
export function CompareSign({ kind }: { kind: RowKind }): ReactElement {
  return (
    <span className="ark-compare__sign" data-is={kind}>
      <Icon name={icons[kind]} />
    </span>
  );
}

interface CompareMarkProps {
  row: ComparedRow;
}

/** What differs in a row, between its two sides: a shape, and words. Durations are left out, because they differ in any two runs. */
export function CompareMark({ row }: CompareMarkProps): ReactElement {
  const { t } = useKit(compareWords);
  const differences = row.differs.filter((each) => each !== 'duration').map((each) => t(`compare.differs.${each}`));
  const words = differences.join(t('listSeparator'));
  return (
    <>
      <CompareSign kind={row.is} />
      <span className="ark-unseen">{t(`compare.is.${row.is}`)} </span>
      {words === '' ? null : (
        <span className="ark-compare__words" title={words}>
          {words}
        </span>
      )}
    </>
  );
}

const ownWords = { ...eventsWords, ...phasesWords };

interface EventLineProps {
  event: SessionEvent;
  place: ItemPlace;
}

/** An event between two calls, always on one line. */
function EventLine({ event: logged, place }: EventLineProps): ReactElement {
  const kit = useKit(ownWords);
  const event = useMasked(logged);
  const { title, text } = eventWords(kit, event, useMasked(place.scope?.agentName));
  return (
    <Row
      item={rowItem(event)}
      at={event.at}
      branch={event.branch}
      icon={<Icon name={eventIcon(event)} />}
      // On one line, like a folded message.
      data-folded=""
      {...place}
    >
      <span className="ark-compare__title">
        <OneLine text={title} />
      </span>{' '}
      <span className="ark-compare__text">
        <OneLine text={text} />
      </span>
    </Row>
  );
}

function rowItem({ type }: SessionEvent): RowProps['item'] {
  return type === 'message' || type === 'thinking' || type === 'plan' ? type : 'notice';
}

function eventWords(
  { t }: KitOf<typeof ownWords>,
  event: SessionEvent,
  agentName: string | undefined,
): { title: string; text: string } {
  switch (event.type) {
    case 'message': {
      const agent = event.role === 'assistant' ? agentName : undefined;
      return { title: event.from || (agent ?? t(`role.${speakerOf(event)}`)), text: event.text };
    }
    case 'thinking':
      return { title: t('thinking'), text: event.text || t('thinking.omitted') };
    case 'plan': {
      const done = event.items.filter(({ status }) => status === 'completed').length;
      return { title: t('plan'), text: t('plan.progress', { done, n: event.items.length }) };
    }
    case 'review':
      return { title: t(`review.${event.action}`), text: event.feedback };
    case 'notice':
      return { title: t(`notice.${event.kind}`), text: event.text };
    case 'usage':
      return { title: t('usage'), text: '' };
    case 'unknown':
      return { title: event.record_type, text: t('notice.keptAsUnknown') };
  }
}

interface CompareCellProps {
  side: CompareSide;
  index: SessionIndex;
  item: ReplayItem | undefined;
  /** Position of the side's playhead. */
  position: Position;
  /** Whether this line stands for both sides, because they are the same. */
  both: boolean;
}

/** One side of a row: its item on one line, or nothing. */
const CompareCell = memo(function CompareCell({ side, item, both, ...sight }: CompareCellProps): ReactElement {
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
    replayedAt: replayedAt(index, item),
    depth: item.depth,
    playState: playStateOf(index, item, position),
    current: item.index === position.item,
  };
  if (item.is === 'event') return <EventLine event={item.event} place={place} />;
  return <ToolCallCard call={item.call} excerpt="never" {...place} />;
}

function playStateOf(index: SessionIndex, item: ReplayItem, position: Position): 'done' | 'running' | 'ahead' {
  if (item.index > position.item) return 'ahead';
  return isRunning(index, item.index, position) ? 'running' : 'done';
}

/** A playhead that moves elsewhere does not change this cell. */
function isDrawnAlike(before: CompareCellProps, after: CompareCellProps): boolean {
  if (before.item !== after.item || before.index !== after.index || before.both !== after.both) return false;
  const { item, index } = after;
  if (item === undefined || before.position === after.position) return true;
  return (
    playStateOf(index, item, before.position) === playStateOf(index, item, after.position) &&
    (item.index === before.position.item) === (item.index === after.position.item)
  );
}

interface CompareRowProps {
  row: ComparedRow;
  /** Position among the shown rows. */
  shown: number;
  /** The lines it takes; the end is exclusive. */
  firstLine: number;
  lastLine: number;
  layout: CompareLayout;
  indexes: Readonly<Record<CompareSide, SessionIndex>>;
  positions: Readonly<Record<CompareSide, Position>>;
  active: boolean;
  selected: boolean;
}

/** A pair, or an item that only one side has. In one column, a side that has no item, or the same item, takes no line. */
export const CompareRow = memo(function CompareRow(props: CompareRowProps): ReactElement {
  const { row, shown, firstLine, lastLine, layout, indexes, positions, active, selected } = props;
  const cell = (side: CompareSide): ReactElement | null => {
    const both = layout === 'stacked' && row.is === 'same';
    if (layout === 'stacked' && (row[side] === undefined || (both && side === 'right'))) return null;
    return <CompareCell side={side} item={row[side]} index={indexes[side]} position={positions[side]} both={both} />;
  };
  return (
    <GridPart
      role="row"
      className="ark-list-row ark-compare__row"
      style={{ top: firstLine * linePx, height: (lastLine - firstLine) * linePx }}
      tabIndex={active ? 0 : -1}
      aria-rowindex={shown + 2}
      aria-selected={selected}
      data-row={shown}
      data-is={row.is}
    >
      {cell('left')}
      <GridPart role="gridcell" className="ark-compare__mark">
        <CompareMark row={row} />
      </GridPart>
      {cell('right')}
    </GridPart>
  );
});

interface SideBadgeProps {
  side: CompareSide;
}

/** The letter of a side, in a frame. */
export function SideBadge({ side }: SideBadgeProps): ReactElement {
  const { t } = useKit(compareWords);
  return (
    <span className="ark-compare__badge" data-side={side}>
      {t(`compare.side.${side}`)}
    </span>
  );
}
