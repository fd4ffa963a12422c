'use client';

import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { axisOf, layoutLanes, phaseBlocks, type ReplayState } from '../../replay/index.ts';
import type { LaneView } from '../../replay/internal.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { FoundMarks } from '../shared/FoundMarks.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { Splitter } from '../shared/Splitter.tsx';
import { useKit } from '../theme/useKit.ts';
import { phaseBands } from './draw/scene.ts';
import { LaneGrid } from './LaneGrid.tsx';
import { LaneHead, LaneTools } from './LaneHead.tsx';
import { figuresOnAxis, LanePlots } from './LanePlots.tsx';
import { LaneHover, LaneTip } from './LaneTip.tsx';
import { laneCommandOf, useActiveCall, useLaneCommands } from './laneCommand.ts';
import { layoutHeights, useLaneHeight } from './laneHeights.ts';
import { type LaneStage, rangeOf, type SessionRange, spanOfRange, useLaneStage } from './laneStage.ts';
import { Minimap, RangeBand, RangeBar } from './Minimap.tsx';
import { useLanePlayhead, useLaneWheel } from './useLanePointer.ts';
import { LaneInks, useLaneInk, useLaneScene } from './useLaneScene.tsx';

const fromProperty = '--ark-lanes-from';
const spanProperty = '--ark-lanes-span';

/** Custom properties by which the style sheet places elements in the view. */
function viewStyle({ from, to }: LaneView, total: number): CSSProperties {
  return { [fromProperty]: from / total, [spanProperty]: (to - from) / total } as CSSProperties;
}

/** Writes the view to these properties of an element whenever it changes, without rendering. */
function useViewStyle(root: RefObject<HTMLElement | null>, { view }: LaneStage, total: number): void {
  useEffect(() => {
    const style = root.current?.style;
    if (style === undefined) return undefined;
    const write = (): void => {
      const { from, to } = view.get();
      style.setProperty(fromProperty, String(from / total));
      style.setProperty(spanProperty, String((to - from) / total));
    };
    write();
    return view.subscribe(write);
  }, [root, view, total]);
}

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
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const time = useReplay(axisOf);
  const selection = useReplay((state) => state.pinned ?? state.selection);
  const lanes = layoutLanes(index, time);
  const { axis } = lanes;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set(defaultCollapsed));
  const heights = useMemo(() => layoutHeights(lanes.lanes, collapsed), [lanes, collapsed]);
  const { stage, bounds } = useLaneStage(index, lanes);
  const only = minimap === 'only';
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { heightPx, leastPx, mostPx, nextPx, resize } = useLaneHeight(frame, heights);
  const scene = useLaneScene(index, time, lanes, heights, useLaneInk(frame));
  const selected = selection === undefined ? undefined : index.itemById(selection)?.index;
  const active = useActiveCall(frame, index, lanes, heights, selected);
  const [focused, setFocused] = useState<number>();
  const [chosen, setChosen] = useRange({ range, defaultRange, onRangeChange });
  const timed = axis.unit === 'ms';
  const span = chosen === undefined || !timed ? undefined : spanOfRange(axis, chosen);
  const onSpan = timed
    ? (next: typeof span): void => setChosen(next === undefined ? undefined : rangeOf(axis, next))
    : undefined;
  const onChoose = (item: number): void => {
    active.set(item);
    replay.select(index.items[item]?.id);
    onMove?.();
  };
  const onShownRun = useCallback(() => {
    onMove?.();
    onRun?.();
  }, [onMove, onRun]);
  const goTo = (offset: number): void => {
    if (timed) replay.seek(axis.momentAt(offset));
    else replay.seekToItem(Math.round(offset));
    onMove?.();
  };
  const runCommand = useLaneCommands({
    index,
    lanes,
    heights,
    stage,
    bounds,
    scroller,
    active,
    span,
    onChoose,
    onSpan,
  });
  useViewStyle(frame, stage, bounds.total);
  useLanePlayhead(frame, stage, bounds);
  useLaneWheel(frame, plot, stage, bounds);
  const toggle = useCallback((id: string): void => {
    setCollapsed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const pointer = { stage, bounds, onRange: onSpan };

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
        ref={frame}
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
          ...(heightPx === undefined ? {} : { '--ark-lanes-height': `${heightPx}px` }),
        }}
      >
        <LaneInks />
        {only ? null : (
          <>
            <LaneTools stage={stage} bounds={bounds} onCommand={runCommand} />
            <LaneHead
              scene={scene}
              stage={stage}
              pointer={{
                ...pointer,
                onPress: (_, offset) => goTo(offset),
              }}
            />
            {plots === 'hidden' ? null : (
              <LanePlots
                {...{ index, scene, stage, axis }}
                pointer={{
                  ...pointer,
                  onPress: (_, offset) => goTo(offset),
                }}
              />
            )}
            <div className="ark-lanes__body">
              <LaneGrid
                {...{ scroller, index, lanes, heights, stage, scene, collapsed, selected }}
                active={active.item}
                pointer={{
                  ...pointer,
                  onPress(pointed, offset) {
                    if (pointed !== undefined) onChoose(pointed.item);
                    else if (span !== undefined) onSpan?.(undefined);
                    else goTo(offset);
                  },
                }}
                onToggle={toggle}
                onRun={onShownRun}
                onFocusCall={setFocused}
                onKeyDown={(event) => {
                  if (!(event.target instanceof HTMLElement) || event.target.dataset.item === undefined) return;
                  const command = laneCommandOf(event);
                  if (command === undefined) return;
                  const tipped = command.do === 'clear' && focused !== undefined;
                  if (tipped) setFocused(undefined);
                  const done = runCommand(command) || tipped;
                  // If there is nothing left to clear, the key is left to the host, which may close something.
                  if (done || command.do !== 'clear') event.preventDefault();
                }}
              />
              {index.items.length === 0 ? <p className="ark-lanes__empty">{t('timeline.empty')}</p> : null}
              <div ref={plot} className="ark-lanes__tip-room">
                <LaneTip index={index} lanes={lanes} heights={heights} stage={stage} focused={focused} />
              </div>
              <RangeBar index={index} axis={axis} stage={stage} range={chosen} onCommand={runCommand} />
            </div>
            <div className="ark-lanes__over" aria-hidden="true">
              <RangeBand stage={stage} span={span} total={bounds.total} />
              <LaneHover stage={stage} axis={axis} time={time} />
              <span className="ark-lanes__playhead" />
            </div>
          </>
        )}
        {minimap !== 'hidden' ? (
          <Minimap
            {...{ scene, axis, stage, bounds }}
            range={span}
            marks={found && <FoundMarks {...{ index, found }} axis={time} />}
          />
        ) : null}
        {only || mostPx <= leastPx ? null : (
          <Splitter
            label={t('lanes.height')}
            sizePx={heightPx ?? leastPx}
            minPx={leastPx}
            maxPx={mostPx}
            stepPx={nextPx}
            stepBackPx={1}
            onSize={resize}
            onReset={() => resize(undefined)}
          />
        )}
      </div>
    </section>
  );
});

/** A range that its host may control, as `OpenProps` does for folds. */
interface SessionRangeProps {
  range?: SessionRange | null | undefined;
  defaultRange?: SessionRange | undefined;
  onRangeChange?: ((range: SessionRange | undefined) => void) | undefined;
}

/** Returns the selected range and the function that changes it. */
function useRange({
  range,
  defaultRange,
  onRangeChange,
}: SessionRangeProps): [range: SessionRange | undefined, change: (range: SessionRange | undefined) => void] {
  const [remembered, setRemembered] = useState(defaultRange);
  const now = range === undefined ? remembered : (range ?? undefined);
  return [
    now,
    (next) => {
      setRemembered(next);
      onRangeChange?.(next);
    },
  ];
}
