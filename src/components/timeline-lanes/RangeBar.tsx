'use client';
import type { ReactElement } from 'react';
import type { LaneAxis, SessionIndex } from '../../replay/index.ts';
import { useStore } from '../hooks/useStore.ts';
import { toolLabel } from '../icons/toolLabel.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import type { LaneCommand } from './laneCommand.ts';
import { inView } from './laneScale.ts';
import type { AxisRange, LaneStage } from './laneStage.ts';
import { callRunningIn, callsIn, rangeOf, type SessionRange } from './range.ts';

/** Props of {@link RangeBar}. */
export interface RangeBarProps {
  index: SessionIndex;
  axis: LaneAxis;
  stage: LaneStage;
  range: SessionRange | undefined;
  onCommand: (command: LaneCommand) => void;
}

/** The selected range in words, with the actions for it. */
export function RangeBar({ index, axis, stage, range, onCommand }: RangeBarProps): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const draft = useStore(stage.draft);
  const shown = draft === undefined ? range : rangeOf(axis, draft);
  const running = shown === undefined ? undefined : callRunningIn(index, shown);
  const call = useMasked(running?.call);
  return (
    <div
      className="ark-lanes__said"
      role="status"
      aria-busy={draft !== undefined}
      data-empty={shown === undefined ? '' : undefined}
    >
      {shown === undefined ? null : (
        <>
          <span className="ark-figures">
            {t('lanes.range', { from: formatters.clock(shown.from), to: formatters.clock(shown.to) })}
          </span>
          <span className="ark-lanes__lasts ark-figures">{formatters.duration(shown.to - shown.from)}</span>
          <span className="ark-figures">{t('call.uses', { n: callsIn(index, shown) })}</span>
          {call === undefined ? null : (
            <span className="ark-lanes__lasts">
              <OneLine text={t('lanes.running', { name: toolLabel(call.tool_name).name })} />
            </span>
          )}
          <ActionButton label={t('lanes.zoomToRange')} onClick={() => onCommand({ do: 'zoomToRange' })} />
          <ActionButton
            look="icon"
            icon="close"
            label={t('lanes.clearRange')}
            onClick={() => onCommand({ do: 'clear' })}
          />
        </>
      )}
    </div>
  );
}

/** Props of {@link RangeBand}. */
interface RangeBandProps {
  stage: LaneStage;
  /** The selected range, or the one being selected. */
  span: AxisRange | undefined;
  total: number;
}

/** Shows the selected range, or the one being selected, over the lanes. */
export function RangeBand({ stage, span, total }: RangeBandProps): ReactElement | null {
  const shown = useStore(stage.draft) ?? span;
  if (shown === undefined) return null;
  return <span className="ark-lanes__range" aria-hidden="true" style={inView(shown.from, shown.to, total)} />;
}
