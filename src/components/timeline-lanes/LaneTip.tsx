import type { ReactElement } from 'react';
import {
  type CallItem,
  type LaneAxis,
  type Lanes,
  phaseOfItem,
  type SessionIndex,
  type TimeAxis,
} from '../../replay/index.ts';
import { laneKindOf } from '../../replay/internal.ts';
import { toolFamily, toolLabel } from '../../session/facts/toolFacts.ts';
import { useStore } from '../hooks/useStore.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { callState } from '../shared/call/callFacts.ts';
import { useMaskedCall } from '../shared/call/useMaskedCall.ts';
import { OneLine } from '../shared/LogText.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { useKit } from '../theme/useKit.ts';
import type { LaneHeights } from './laneHeights.ts';
import { inView, type LaneStage } from './laneStage.ts';

const ownWords = { ...lanesWords, ...phasesWords };

/** Props of {@link LaneTip}. */
export interface LaneTipProps {
  index: SessionIndex;
  lanes: Lanes;
  heights: LaneHeights;
  stage: LaneStage;
  /** The focused call, if it was focused by keyboard. */
  focused: number | undefined;
}

/** Distance between a mark and its details, in pixels. */
const apartPx = 6;
/** From this distance to the top, the tip fits above the mark and leaves the minimap below free; in pixels. */
const roomAbovePx = 72;

/** Details of the call under the pointer, or of the focused one. Assistive technology gets the same from the call's name. */
export function LaneTip({ index, lanes, heights, stage, focused }: LaneTipProps): ReactElement | null {
  const pointed = useStore(stage.pointed) ?? (focused === undefined ? undefined : { item: focused, together: 1 });
  const scrollPx = useStore(stage.scrollPx);
  const item = pointed === undefined ? undefined : index.items[pointed.item];
  const lane = item === undefined ? undefined : lanes.lanes[lanes.laneOfRun[item.run] ?? 0];
  const box = heights.boxes.find((each) => each.lane === lane);
  if (pointed === undefined || item?.is !== 'call' || box === undefined) return null;
  const { axis, rowOf } = lanes;
  const y =
    box.top +
    box.rowsTop +
    (rowOf[item.index] as number) * box.pitch -
    (box.top === 0 && heights.pinnedPx > 0 ? 0 : scrollPx);
  const at = axis.startOf(item.index);
  return (
    <div
      className="ark-lanes__tip"
      aria-hidden="true"
      data-side={y < roomAbovePx ? 'below' : 'above'}
      style={{ ...inView(at, at, axis.total), top: y < roomAbovePx ? y + box.markPx + apartPx : y - apartPx }}
    >
      <TipText index={index} item={item} together={pointed.together} />
    </div>
  );
}

function TipText({ index, item, together }: { index: SessionIndex; item: CallItem; together: number }): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const call = useMaskedCall(item.call, callState(item.call));
  const phase = phaseOfItem(index, item.index);
  return (
    <>
      <span className="ark-lanes__tip-call" data-category={laneKindOf(call)}>
        <Icon name={toolFamily(call.tool_name)} />
        <span className="ark-lanes__tip-name">
          <OneLine text={toolLabel(call.tool_name).name} />
        </span>
        <ArgumentText argument={callArgument(call)} cwd={index.session.environment?.cwd} />
      </span>
      <span className="ark-lanes__tip-facts ark-figures">
        <OutcomeText outcome={callState(call)} />
        <span>{formatters.duration(call.duration_ms)}</span>
        <span>{formatters.clock(index.starts[item.index] as number)}</span>
        {phase === undefined ? null : <span>{t(`phase.${phase.phase_type}`)}</span>}
        {together > 1 ? <span>{t('lanes.together', { n: together - 1 })}</span> : null}
      </span>
    </>
  );
}

interface LaneHoverProps {
  stage: LaneStage;
  axis: LaneAxis;
  time: TimeAxis;
}

/** A line at the pointer, labelled with its moment or, in a gap, with the gap's length. */
export function LaneHover({ stage, axis, time }: LaneHoverProps): ReactElement | null {
  const { t, formatters } = useKit();
  const offset = useStore(stage.hover);
  if (offset === undefined || axis.unit !== 'ms') return null;
  const at = axis.momentAt(offset);
  const gap = time.gaps.find(({ start, end }) => axis.offsetOf(start) <= offset && offset <= axis.offsetOf(end));
  const where = inView(offset, offset, axis.total);
  return (
    <>
      <span className="ark-lanes__hover" style={where} />
      <span className="ark-lanes__hover-time ark-figures" style={where}>
        {gap === undefined ? formatters.clock(at) : t('idle', { duration: formatters.duration(gap.end - gap.start) })}
      </span>
    </>
  );
}
