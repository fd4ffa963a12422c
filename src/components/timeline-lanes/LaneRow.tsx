import { type CSSProperties, memo, type ReactElement, useMemo } from 'react';
import type { CallItem, Lane, Lanes, SessionIndex } from '../../replay/index.ts';
import { countUpTo, nearestCall } from '../../replay/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { callState } from '../shared/call/callFacts.ts';
import { useMaskedCall } from '../shared/call/useMaskedCall.ts';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { speakCall } from '../timeline/speech.ts';
import type { LaneBox } from './laneHeights.ts';
import { inView } from './laneStage.ts';

/** Props of {@link CallCell}. */
interface CallCellProps {
  index: SessionIndex;
  lanes: Lanes;
  box: LaneBox;
  item: CallItem;
  /** 1-based position among the calls of its lane. */
  column: number;
  /** Whether this call holds the Tab stop of the lanes. */
  active: boolean;
  selected: boolean;
}

/** A call as the keyboard and assistive technology reach it. The canvas draws it; here only its frame is drawn. */
const CallCell = memo(function CallCell(props: CallCellProps): ReactElement {
  const { index, lanes, box, item, column, active, selected } = props;
  const kit = useKit();
  const call = useMaskedCall(item.call, callState(item.call, 'done'));
  const { axis, rowOf } = lanes;
  const cwd = index.session.environment?.cwd;
  const name = useMemo(
    () =>
      [
        ...speakCall(kit, call, cwd, 'done'),
        ...(axis.unit === 'ms' ? [kit.formatters.clock(index.starts[item.index] as number)] : []),
      ].join(kit.t('listSeparator')),
    [kit, call, cwd, axis, index, item],
  );
  const style: CSSProperties = {
    ...inView(axis.startOf(item.index), axis.endOf(item.index), axis.total),
    top: box.rowsTop + (rowOf[item.index] as number) * box.pitch,
    height: box.markPx,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    <div
      className="ark-lanes__cell"
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-label={name}
      data-item={item.index}
      tabIndex={active ? 0 : -1}
      style={style}
    />
  );
});

const ownWords = { ...lanesWords, ...phasesWords };

/** Props of {@link LaneHeader}. */
interface LaneHeaderProps {
  lane: Lane;
  loading: boolean;
  collapsed: boolean;
  onToggle: () => void;
  /** The call that started its run; without it the name is not a button. */
  trigger: CallItem | undefined;
  onShowRun: (trigger: CallItem) => void;
}

/** Deepest level that is indented; deeper lanes get the same indent. */
const deepest = 4;

/** Names the agent of a lane and its number of calls, with a button that hides the lanes below. */
function LaneHeader({ lane, loading, collapsed, onToggle, trigger, onShowRun }: LaneHeaderProps): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const agent = useMasked(lane.agent);
  const { depth, number, calls, below, failed } = lane;
  const name = depth === 0 ? t('lanes.main') : (agent ?? t('lanes.subagent'));
  const numbered = number > 1 ? `${name} ${formatters.number(number)}` : name;
  // Punctuation makes a screen reader pause between the parts, so that they are not read as "tdd-test-writer 2 19 calls".
  const figures = [t('call.uses', { n: calls.length }), ...(failed > 0 ? [t('phase.errors', { n: failed })] : [])];
  const facts = [numbered, ...(loading ? [t('beingRead')] : figures)];
  const label = t('lanes.showRun', { agent: numbered });
  const written = (
    <>
      <OneLine text={name} />{' '}
      {number > 1 ? <span className="ark-lanes__number">{formatters.number(number)}</span> : null}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus; it only names the row
    <div
      className="ark-lanes__header"
      role="rowheader"
      aria-label={facts.join(t('listSeparator'))}
      style={{ '--ark-lane-depth': Math.min(depth, deepest) } as CSSProperties}
    >
      {trigger === undefined ? (
        <span className="ark-lanes__agent">{written}</span>
      ) : (
        <button type="button" className="ark-lanes__agent" title={label} onClick={() => onShowRun(trigger)}>
          {written}
        </button>
      )}
      <span className="ark-lanes__facts ark-figures">
        <OneLine text={loading ? '\u2026' : t('call.uses', { n: calls.length })} />
        {failed > 0 && !loading ? (
          <span className="ark-lanes__errors">
            <Icon name="failed" size={11} />
            <span aria-hidden="true">{formatters.number(failed)}</span>
            <span className="ark-unseen">{t('phase.errors', { n: failed })}</span>
          </span>
        ) : null}
      </span>
      {below > 0 ? (
        <ActionButton
          look="icon"
          icon={collapsed ? 'chevronRight' : 'chevronDown'}
          label={t(collapsed ? 'lanes.expand' : 'lanes.collapse', { n: below, agent: name })}
          aria-expanded={!collapsed}
          onClick={onToggle}
        />
      ) : null}
    </div>
  );
}

/** Props of {@link LaneRow}. */
interface LaneRowProps {
  index: SessionIndex;
  lanes: Lanes;
  box: LaneBox;
  /** Whether more of the session is still to come, so that its calls are not counted. */
  loading: boolean;
  /** Whether it stays in place while the other lanes are scrolled. */
  pinned: boolean;
  /** 1-based position among the shown lanes. */
  row: number;
  /** The call that holds the Tab stop, in any lane. */
  active: number | undefined;
  selected: number | undefined;
  collapsed: boolean;
  onToggle: (id: string) => void;
  onShowRun: (trigger: CallItem) => void;
}

/** One lane in the document: its header, and those of its calls that one key press can reach. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps): ReactElement {
  const { index, lanes, box, loading, pinned, row, active, selected, collapsed, onToggle, onShowRun } = props;
  const { lane, top, height } = box;
  const at = active === undefined ? 0 : lanes.axis.startOf(active);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div
      className="ark-lanes__row"
      role="row"
      aria-level={lane.depth + 1}
      aria-rowindex={row}
      aria-expanded={lane.below > 0 ? !collapsed : undefined}
      data-pinned={pinned ? '' : undefined}
      style={pinned ? { height } : { top, height }}
    >
      <LaneHeader
        lane={lane}
        loading={loading}
        collapsed={collapsed}
        onToggle={() => onToggle(lane.id)}
        trigger={index.runs.find(({ id }) => id === lane.id)?.trigger}
        onShowRun={onShowRun}
      />
      <div className="ark-lanes__cells" role="presentation">
        {cellsOfLane(lane, active, at, selected).map((item) => (
          <CallCell
            key={index.items[item]?.id ?? item}
            {...{ index, lanes, box }}
            item={index.items[item] as CallItem}
            column={countUpTo(lane.calls, item)}
            active={item === active}
            selected={item === selected}
          />
        ))}
      </div>
    </div>
  );
});

/**
 * The calls of a lane that are in the document, ascending: those around the call that holds the Tab stop, so that the next one exists
 * before it gets the focus; in any other lane, the call nearest to it in time; and the selected call.
 *
 * @param offset where the call with the Tab stop begins.
 */
export function cellsOfLane(
  lane: Lane,
  active: number | undefined,
  offset: number,
  selected: number | undefined,
): number[] {
  const { calls } = lane;
  const cells = new Set<number>();
  const at = active === undefined ? -1 : countUpTo(calls, active) - 1;
  if (calls[at] === active && active !== undefined) {
    for (const call of calls.subarray(Math.max(0, at - 1), at + 2)) cells.add(call);
  } else {
    const nearest = nearestCall(lane, offset);
    if (nearest !== undefined) cells.add(nearest);
  }
  if (selected !== undefined && calls[countUpTo(calls, selected) - 1] === selected) cells.add(selected);
  return [...cells].sort((a, b) => a - b);
}
