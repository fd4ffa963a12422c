'use client';

import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, type ReactElement, useState } from 'react';
import { axisOf, layoutLanes, phaseBlocks, type ReplayState } from '../../replay/index.ts';
import { usePreparation } from '../../replay/react/index.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { FoundMarks } from '../shared/FoundMarks.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { Splitter } from '../shared/Splitter.tsx';
import { useKit } from '../theme/useKit.ts';
import { PlayheadMark } from '../transport-bar/PlayheadMark.tsx';
import { phaseBands } from './draw/scene.ts';
import { LaneGrid } from './LaneGrid.tsx';
import { LaneHead, LaneTools } from './LaneHead.tsx';
import { figuresOnAxis, LanePlots } from './LanePlots.tsx';
import { LaneHover, LaneTip } from './LaneTip.tsx';
import { laneCommandOf } from './laneCommand.ts';
import type { Pointed, SessionRange } from './laneStage.ts';
import { Minimap, RangeBand, RangeBar } from './Minimap.tsx';
import { LaneInks } from './useLaneScene.tsx';
import { type Lanes, useLanes, viewStyle } from './useLanes.ts';

/** Computes what the lanes of a session need. */
export function* prepareLanes(coming: ReplayState): Generator<undefined, void> {
  const { index } = coming;
  const time = axisOf(coming);
  const { axis } = yield* layoutLanes.steps(index, time);
  yield* figuresOnAxis.steps(index, axis);
  yield* phaseBlocks.steps(index);
  phaseBands(index, time);
  yield;
}

const ownWords = { ...lanesWords, ...phasesWords };

/** Props of {@link TimelineLanes}. */
export interface TimelineLanesProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /**
   * The selected range, in milliseconds from the start of the session; `null` for none. Leave it out to let the component
   * remember.
   */
  range?: SessionRange | null | undefined;
  /** The range selected at first, if the component remembers it. @default none */
  defaultRange?: SessionRange | undefined;
  /** Called with the range that the reader selected, or with `undefined` when nothing is selected any more. */
  onRangeChange?: ((range: SessionRange | undefined) => void) | undefined;
  /** Ids of sessions and sub-sessions whose lanes hide the lanes below them at first. @default none */
  defaultCollapsed?: readonly string[] | undefined;
  /** Whether the whole session is shown below the lanes (the minimap), or alone, 32 px high. @default 'shown' */
  minimap?: 'shown' | 'hidden' | 'only' | undefined;
  /**
   * Whether plots above the lanes show whom the session waited for, its context and its tokens, as far as the log has them. The reader may
   * fold the context and token plots away.
   * @default 'shown'
   */
  plots?: 'shown' | 'hidden' | undefined;
  /** Search results to mark on the minimap, as positions in `SessionIndex.items`. */
  found?: Uint32Array | undefined;
  /** Whether more of the session is still to come, so that the calls of an agent are not counted. @default false */
  loading?: boolean | undefined;
  /** Called when the reader moves the playhead, by choosing a call or pressing the axis. */
  onMove?: (() => void) | undefined;
  /** Called when the reader asks what a run was asked, did and answered: its call is selected then, and the playhead there. */
  onRun?: (() => void) | undefined;
}

/**
 * When to use it: inside a `ReplayProvider`, where the reader is to see who worked when, and what ran in parallel.
 *
 * Shows every call of the surrounding replay along the axis of the scrub bar: one lane per agent, subagents below the agent that started
 * them, parallel calls in rows of their own, phases as bands, errors and compactions as marks, idle time hatched. Wheel, fingers, keys and
 * buttons zoom and pan; a drag selects a range; the minimap shows the whole session. The lanes grow up to `--ark-lanes-max-height` (320 px
 * by default), then scroll.
 */
export const TimelineLanes = forwardRef<HTMLElement, TimelineLanesProps>(function TimelineLanes(
  {
    range,
    defaultRange,
    onRangeChange,
    defaultCollapsed,
    minimap = 'shown',
    plots = 'shown',
    found,
    loading = false,
    onMove,
    onRun,
    className,
    style,
    ...rest
  },
  ref,
) {
  const { t } = useKit(ownWords);
  usePreparation(prepareLanes);
  const lanes = useLanes({ range, defaultRange, onRangeChange, defaultCollapsed, onMove, onRun });
  const { index, time, axis, size, stage, bounds, scene, runCommand } = lanes;
  const only = minimap === 'only';
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-lanes', className)}
      style={style}
      aria-label={t('lanes')}
      {...rest}
    >
      {/* A press on the drawing focuses this element, so that the keys for ranges work. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons and calls have the same by themselves */}
      <div
        ref={lanes.frame}
        className="ark-lanes__frame"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.defaultPrevented) return;
          const command = laneCommandOf(event);
          if (command?.do === 'zoomToRange' && runCommand(command)) event.preventDefault();
        }}
        data-phases={index.phases.length > 0 ? '' : undefined}
        data-only={only ? '' : undefined}
        style={{
          ...viewStyle(stage.view.get(), bounds.total),
          ...(size.heightPx === undefined ? {} : { '--ark-lanes-height': `${size.heightPx}px` }),
        }}
      >
        <LaneInks />
        {only ? null : <LaneDrawings {...{ lanes, loading, plots }} />}
        {minimap !== 'hidden' ? (
          <Minimap
            {...{ scene, axis, stage, bounds }}
            range={lanes.span}
            marks={found && <FoundMarks {...{ index, found }} axis={time} />}
          />
        ) : null}
        {only || size.mostPx <= size.leastPx ? null : (
          <Splitter
            label={t('lanes.height')}
            sizePx={size.heightPx ?? size.leastPx}
            minPx={size.leastPx}
            maxPx={size.mostPx}
            stepPx={size.nextPx}
            stepBackPx={1}
            onSize={size.resize}
            onReset={() => size.resize(undefined)}
          />
        )}
      </div>
    </section>
  );
});

interface LaneDrawingsProps {
  lanes: Lanes;
  loading: boolean;
  plots: 'shown' | 'hidden';
}

/** The axis, the plots and the lanes, with what lies over all of them. */
function LaneDrawings({ lanes, loading, plots }: LaneDrawingsProps): ReactElement {
  const { index, time, axis, stage, bounds, scene, span, goTo, runCommand } = lanes;
  const pointer = { ...lanes.pointer, onPress: (_: unknown, offset: number) => goTo(offset) };
  return (
    <>
      <LaneTools stage={stage} bounds={bounds} onCommand={runCommand} />
      <LaneHead {...{ scene, stage, pointer }} />
      {plots === 'hidden' ? null : <LanePlots {...{ index, scene, stage, axis, pointer }} />}
      <LaneBody lanes={lanes} loading={loading} />
      <div className="ark-lanes__over" aria-hidden="true">
        <RangeBand stage={stage} span={span} total={bounds.total} />
        <LaneHover stage={stage} axis={axis} time={time} />
        <PlayheadMark className="ark-lanes__playhead" />
      </div>
    </>
  );
}

/** The lanes themselves. */
function LaneBody({ lanes: { lanes, ...of }, loading }: Omit<LaneDrawingsProps, 'plots'>): ReactElement {
  const { index, axis, heights, stage, scene, scroller, collapsed, selected, active, span, runCommand } = of;
  const { t } = useKit(ownWords);
  const [focused, setFocused] = useState<number>();
  const onPress = (pointed: Pointed | undefined, offset: number): void => {
    if (pointed !== undefined) of.onChoose(pointed.item);
    else if (span !== undefined) of.onSpan?.(undefined);
    else of.goTo(offset);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.item === undefined) return;
    const command = laneCommandOf(event);
    if (command === undefined) return;
    const tipped = command.do === 'clear' && focused !== undefined;
    if (tipped) setFocused(undefined);
    const done = runCommand(command) || tipped;
    // If there is nothing left to clear, the key is left to the host, which may close something.
    if (done || command.do !== 'clear') event.preventDefault();
  };
  return (
    <div className="ark-lanes__body">
      <LaneGrid
        {...{ scroller, index, lanes, loading, heights, stage, scene, collapsed, selected }}
        active={active.item}
        pointer={{ ...of.pointer, onPress }}
        onToggle={of.toggle}
        onRun={of.onShownRun}
        onFocusCall={setFocused}
        onKeyDown={onKeyDown}
      />
      {index.items.length === 0 ? <p className="ark-lanes__empty">{t('timeline.empty')}</p> : null}
      <div ref={of.plot} className="ark-lanes__tip-room">
        <LaneTip {...{ index, lanes, heights, stage, focused }} />
      </div>
      <RangeBar {...{ index, axis, stage }} range={of.chosen} onCommand={runCommand} />
    </div>
  );
}
