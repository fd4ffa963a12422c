import { type ReactElement, useCallback, useState } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { focusedElement } from '../hooks/acrossShadows.ts';
import { prepareLanes, TimelineLanes } from '../timeline-lanes/TimelineLanes.tsx';
import type { Find } from './createFind.ts';
import { type LinkedChoice, type ReplayView, useFind, usePrepared, useReplayView } from './ReplayViewContext.ts';

/**
 * The lanes of the surrounding replay. A range selected in them limits the list, the steps and the link. They often come with
 * items for which the rest of the page changes, too, and are drawn in tasks after that.
 */
export function ReplayLanes(): ReactElement | null {
  return usePrepared(prepareLanes) ? <Lanes /> : null;
}

function Lanes(): ReactElement {
  const replay = useReplayStore();
  const range = useReplay((state) => state.filters.between);
  const { setFollow, setTab, lanes, low, loading } = useReplayView();
  const found = useFind('found');
  return (
    <TimelineLanes
      range={range ?? null}
      onRangeChange={(between) => replay.filter({ between })}
      found={found}
      loading={loading}
      minimap={lanes === 'map' ? 'only' : low ? 'hidden' : 'shown'}
      onMove={() => setFollow(true)}
      onRun={() => setTab('item')}
    />
  );
}

type Shown = 'shown' | 'hidden';

/** Conditions for showing the lanes. */
interface LanesRoom {
  /** The host's setting. */
  readonly atFirst: Shown | 'auto';
  /** Whether room is scarce, so that only the minimap is shown until the reader asks for more. */
  readonly scarce: boolean;
  /** The search, where it is open and leaves room for the minimap only. */
  readonly search: Find | undefined;
  /** The element that receives the keys of the replay. */
  readonly grid: HTMLElement | null;
}

/** Whether the lanes are shown, and how a link states it. */
interface LanesShown extends LinkedChoice, Pick<ReplayView, 'toggleLanes'> {
  readonly lanes: Shown | 'map';
}

const shownPanel = 'lanes';
const hiddenPanel = 'no-lanes';

/** Length from which the lanes of a session are shown by default. */
const longMs = 600_000;

function isWorthLanes({ runs, axes }: SessionIndex): boolean {
  return runs.length > 1 || axes.full.duration >= longMs;
}

/**
 * Whether the lanes are shown: as the reader chose; else shown if a range is selected in them; else as the host sets it. A narrow or low
 * replay starts with only the minimap, because lanes would leave its list too little room; a search may leave room for no more, either, and
 * is closed by a reader who asks for the lanes.
 */
export function useLanesShown({ atFirst, scarce, search, grid }: LanesRoom): LanesShown {
  const replay = useReplayStore();
  const limited = useReplay(({ filters }) => filters.between !== undefined);
  const [chosen, setChosen] = useState<Shown>();
  const index = useReplay((state) => state.index);
  const wanted = atFirst === 'shown' || (atFirst === 'auto' && isWorthLanes(index));
  const roomy = chosen ?? (limited ? 'shown' : wanted ? (scarce ? 'map' : 'shown') : 'hidden');
  const lanes = roomy === 'shown' && search !== undefined ? 'map' : roomy;
  const toggleLanes = useCallback(() => {
    // Removing the focused element would lose the focus, and the keys with it.
    const inside = focusedElement()?.closest('.ark-replay__lanes') ?? null;
    if (grid?.contains(inside)) grid.focus({ preventScroll: true });
    setChosen(lanes === 'shown' ? 'hidden' : 'shown');
    if (lanes !== 'shown') search?.hide();
    // Hiding the lanes clears their range: nothing would explain why the list is limited.
    if (limited) replay.filter({ between: undefined });
  }, [replay, grid, lanes, limited, search]);
  return {
    lanes,
    toggleLanes,
    panels: chosen === undefined ? [] : [chosen === 'shown' ? shownPanel : hiddenPanel],
    onPanels(panels) {
      setChosen(panels.includes(shownPanel) ? 'shown' : panels.includes(hiddenPanel) ? 'hidden' : undefined);
    },
  };
}
