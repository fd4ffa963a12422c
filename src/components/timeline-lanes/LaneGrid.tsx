'use client';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type RefObject, useId } from 'react';
import type { Lanes, SessionIndex } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { useKit } from '../theme/useKit.ts';
import type { LaneCanvasProps } from './LaneCanvas.tsx';
import { LaneCanvas } from './LaneCanvas.tsx';
import { LaneRow } from './LaneRow.tsx';
import { useRowsInSight } from './useRowsInSight.ts';

/** Props of {@link LaneGrid}. */
export interface LaneGridProps extends LaneCanvasProps {
  scroller: RefObject<HTMLDivElement | null>;
  index: SessionIndex;
  lanes: Lanes;
  active: number | undefined;
  selected: number | undefined;
  collapsed: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocusCall: (item: number | undefined) => void;
}

/** The call that an event is about. */
function itemOf({ target }: FocusEvent): number | undefined {
  const item = target instanceof HTMLElement ? target.dataset.item : undefined;
  return item === undefined ? undefined : Number(item);
}

/** The lanes: drawn on a canvas as high as what is in sight, and beside it as a grid of which some calls stand in the document. */
export function LaneGrid(props: LaneGridProps): ReactElement {
  const { scroller, index, lanes, heights, stage, active, selected, collapsed, onToggle, onFocusCall } = props;
  const { t } = useKit(lanesWords);
  const help = useId();
  const { first, last, below, scrolls } = useRowsInSight(scroller, stage, heights);
  const activeRun = active === undefined ? undefined : index.items[active]?.run;
  const activeLane = activeRun === undefined ? -1 : (lanes.laneOfRun[activeRun] ?? -1);
  const columns = heights.places.reduce((most, { lane }) => Math.max(most, lane.calls.length), 0);
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
            aria-rowcount={heights.places.length}
            aria-colcount={columns + 1}
            onKeyDown={props.onKeyDown}
            onFocus={(event) => onFocusCall(event.target.matches(':focus-visible') ? itemOf(event) : undefined)}
            onBlur={() => onFocusCall(undefined)}
          >
            {heights.places.map((place, n) =>
              (n === 0 && heights.pinnedPx > 0) || (n >= first && n <= last) || place.lane.index === activeLane ? (
                <LaneRow
                  key={place.lane.id}
                  {...{ index, lanes, place, active, selected, onToggle }}
                  pinned={n === 0 && heights.pinnedPx > 0}
                  row={n + 1}
                  collapsed={collapsed.has(place.lane.id)}
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
