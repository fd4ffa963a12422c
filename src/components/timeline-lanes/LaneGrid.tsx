import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CallItem, Lanes, SessionIndex } from '../../replay/index.ts';
import { countBelow, countUpTo, findInRow } from '../../replay/internal.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { useKit } from '../theme/useKit.ts';
import { cellPx, drawLanes, outlinedPx } from './draw/drawLane.ts';
import type { LaneScene } from './draw/scene.ts';
import { LaneRow } from './LaneRow.tsx';
import { boxesBetween, type LaneHeights, rowAt, sheetY } from './laneHeights.ts';
import { createLaneScale, type LaneScale, type LaneStage, type Pointed } from './laneStage.ts';
import { useCanvas } from './useCanvas.ts';
import { type LanePointerOptions, useLanePointer } from './useLanePointer.ts';

/** Lanes kept in the document above and below those in sight. */
const around = 4;
/** Height assumed until the real one is measured, as on a server. */
const assumed = 24;

/** Which lanes are in the document, as positions among the shown lanes. */
interface RowsInSight {
  readonly first: number;
  readonly last: number;
  /** Number of lanes that begin below the visible area. */
  readonly below: number;
  /** Whether there are more lanes than fit into the visible area. */
  readonly scrolls: boolean;
}

/** The lanes kept in the document; changes as the reader scrolls. */
function useRowsInSight(scroller: RefObject<HTMLElement | null>, stage: LaneStage, heights: LaneHeights): RowsInSight {
  const [sight, setSight] = useState<RowsInSight>({ first: 0, last: assumed, below: 0, scrolls: false });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      stage.scrollPx.set(element.scrollTop);
      const { first, last } = boxesBetween(
        heights,
        element.scrollTop + heights.pinnedPx,
        element.scrollTop + element.clientHeight - 1,
      );
      const next = {
        first: Math.max(0, first - around),
        last: last + around,
        below: heights.boxes.length - 1 - last,
        scrolls: element.scrollHeight > element.clientHeight,
      };
      setSight((before) => (isSame(before, next) ? before : next));
    };
    // Never stop at half a lane: scrolling snaps so that the nearest lane is whole below the first.
    const settle = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      if (scrollTop + clientHeight >= scrollHeight - 1) return;
      element.scrollTop = nearestTop(heights, scrollTop + heights.pinnedPx) - heights.pinnedPx;
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('scrollend', settle);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      element.removeEventListener('scrollend', settle);
      observer.disconnect();
    };
  }, [scroller, stage, heights]);
  return sight;
}

function nearestTop({ boxes, tops }: LaneHeights, y: number): number {
  const above = countUpTo(tops, y) - 1;
  const box = boxes[above];
  if (box === undefined) return y;
  return y - box.top < box.height / 2 ? box.top : box.top + box.height;
}

function isSame(a: RowsInSight, b: RowsInSight): boolean {
  return a.first === b.first && a.last === b.last && a.below === b.below && a.scrolls === b.scrolls;
}

/** Props of {@link LaneGrid}. */
interface LaneGridProps extends LaneCanvasProps {
  scroller: RefObject<HTMLDivElement | null>;
  index: SessionIndex;
  lanes: Lanes;
  loading: boolean;
  active: number | undefined;
  selected: number | undefined;
  collapsed: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** Called when the playhead went to the call that started a run. */
  onRun: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocusCall: (item: number | undefined) => void;
}

/** The call that an event belongs to. */
function itemOf({ target }: FocusEvent): number | undefined {
  const item = target instanceof HTMLElement ? target.dataset.item : undefined;
  return item === undefined ? undefined : Number(item);
}

/** Returns the function that goes to the call that started a run (its details show the run's card) and unfolds what its agent did. */
function useShowRun(onRun: () => void): (trigger: CallItem) => void {
  const replay = useReplayStore();
  return useCallback(
    (trigger) => {
      unfoldRuns(replay, trigger);
      replay.expand(trigger.id);
      replay.select(trigger.id);
      onRun();
    },
    [replay, onRun],
  );
}

/** The lanes: a canvas as high as the visible area, and beside it a grid that keeps only some calls in the document. */
export function LaneGrid(props: LaneGridProps): ReactElement {
  const { scroller, index, lanes, loading, heights, stage, active, selected, collapsed, onToggle, onFocusCall } = props;
  const { t } = useKit(lanesWords);
  const help = useId();
  const onShowRun = useShowRun(props.onRun);
  const { first, last, below, scrolls } = useRowsInSight(scroller, stage, heights);
  const activeRun = active === undefined ? undefined : index.items[active]?.run;
  const activeLane = activeRun === undefined ? -1 : (lanes.laneOfRun[activeRun] ?? -1);
  const columns = heights.boxes.reduce((most, { lane }) => Math.max(most, lane.calls.length), 0);
  return (
    <>
      <div ref={scroller} className="ark-lanes__scroller">
        <div className="ark-lanes__sheet" style={{ height: heights.total }}>
          <LaneCanvas scene={props.scene} heights={heights} stage={stage} pointer={props.pointer} />
          <div
            className="ark-lanes__grid"
            role="treegrid"
            aria-label={t('lanes')}
            aria-describedby={help}
            aria-rowcount={heights.boxes.length}
            aria-colcount={columns + 1}
            onKeyDown={props.onKeyDown}
            onFocus={(event) => onFocusCall(event.target.matches(':focus-visible') ? itemOf(event) : undefined)}
            onBlur={() => onFocusCall(undefined)}
          >
            {heights.boxes.map((box, n) =>
              (n === 0 && heights.pinnedPx > 0) || (n >= first && n <= last) || box.lane.index === activeLane ? (
                <LaneRow
                  key={box.lane.id}
                  {...{ index, lanes, box, loading, active, selected, onToggle, onShowRun }}
                  pinned={n === 0 && heights.pinnedPx > 0}
                  row={n + 1}
                  collapsed={collapsed.has(box.lane.id)}
                />
              ) : null,
            )}
          </div>
          <span id={help} hidden>
            {t('lanes.help')}
          </span>
        </div>
      </div>
      {scrolls ? (
        <button
          type="button"
          className="ark-lanes__more"
          onClick={() => {
            const element = scroller.current;
            if (below === 0) element?.scrollTo({ top: 0 });
            else element?.scrollBy({ top: element.clientHeight - heights.pinnedPx });
          }}
        >
          <Icon name={below === 0 ? 'chevronUp' : 'chevronDown'} size={12} />
          {below === 0 ? t('lanes.toFirst') : t('lanes.more', { n: below })}
        </button>
      ) : null}
    </>
  );
}

/** How far the pointer may be from a mark and still hit it, in pixels. */
const reachPx = 4;

/** The call at a point of the lanes, in pixels from their top left; undefined where there is none. */
export function callAt(heights: LaneHeights, scale: LaneScale, x: number, y: number): Pointed | undefined {
  const found = rowAt(heights, y);
  if (found === undefined) return undefined;
  const { box, row } = found;
  // Where rows are thin, the neighbouring rows are within reach too.
  const near = Math.max(1, Math.round(reachPx / box.pitch));
  for (let off = 0; off <= near; off += 1) {
    for (const n of off === 0 ? [row] : [row - off, row + off]) {
      const calls = box.lane.rows[n];
      const item = calls === undefined ? undefined : findInRow(calls, scale.offset(x), reachPx / scale.pxPer);
      if (calls !== undefined && item !== undefined) return { item, together: countTogether(calls, item, scale) };
    }
  }
  return undefined;
}

/** How many calls share the mark of a call; a bar always stands for one call. */
function countTogether(
  { from, to, items }: { from: Float64Array; to: Float64Array; items: Uint32Array },
  item: number,
  scale: LaneScale,
): number {
  const cell = cellPx / scale.pxPer;
  const isBar = (n: number): boolean => ((to[n] as number) - (from[n] as number)) * scale.pxPer >= outlinedPx;
  const own = countUpTo(items, item) - 1;
  if (isBar(own)) return 1;
  const at = Math.floor((from[own] as number) / cell);
  const end = countBelow(from, (at + 1) * cell);
  return end - countBelow(from, at * cell) - (isBar(end - 1) ? 1 : 0);
}

/** Props of {@link LaneCanvas}. */
interface LaneCanvasProps {
  scene: LaneScene | undefined;
  heights: LaneHeights;
  stage: LaneStage;
  pointer: Omit<LanePointerOptions, 'find'>;
}

/** The visible range of the lanes. */
function LaneCanvas({ scene, heights, stage, pointer }: LaneCanvasProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (scene === undefined) return;
      const view = stage.view.get();
      const scale = createLaneScale(view, widthPx);
      drawLanes(scene, { context, widthPx, heightPx, view, scale, scrollPx: stage.scrollPx.get() });
    },
    [scene, stage],
  );
  useCanvas(
    canvas,
    draw,
    useMemo(() => [stage.view, stage.scrollPx], [stage]),
  );
  const find: LanePointerOptions['find'] = (scale, x, y) =>
    callAt(heights, scale, x, sheetY(heights, y, stage.scrollPx.get()));
  return <canvas ref={canvas} className="ark-lanes__canvas" {...useLanePointer({ ...pointer, find })} />;
}
