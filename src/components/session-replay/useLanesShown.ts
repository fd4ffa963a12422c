'use client';
import { useCallback, useState } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';

type Shown = 'shown' | 'hidden';
type SeenLanes = Shown | 'map';

/** Where the lanes stand. */
export interface LanesPlace {
  /** As the host has them. */
  readonly atFirst: Shown | 'auto';
  /** Whether there is little room for them: then their minimap stands there, until the reader asks for more. */
  readonly narrow: boolean;
  /** What has the keys of the replay. */
  readonly grid: HTMLElement | null;
}

/** Whether the lanes are shown, and what the address says of it. */
export interface LanesShown {
  readonly lanes: SeenLanes;
  readonly toggleLanes: () => void;
  /** What the reader chose, as a link names it; nothing where it is as it was at first. */
  readonly panels: readonly string[];
  /** Takes what a link names. */
  readonly onPanels: (panels: readonly string[]) => void;
}

const shownPanel = 'lanes';
const hiddenPanel = 'no-lanes';

/** A session that took longer than this is seen better as a whole. */
const longMs = 600_000;

function tellsMuch({ runs, axes }: SessionIndex): boolean {
  return runs.length > 1 || axes.full.duration >= longMs;
}

/**
 * Whether the lanes are shown: as the reader chose, else where a range is selected in them, else as the host has it. A
 * narrow replay has little room for them above its list, and begins with their minimap.
 */
export function useLanesShown({ atFirst, narrow, grid }: LanesPlace): LanesShown {
  const replay = useReplayStore();
  const limited = useReplay(({ filters }) => filters.between !== undefined);
  const [chosen, setChosen] = useState<Shown>();
  const index = useReplay((state) => state.index);
  const wanted = atFirst === 'shown' || (atFirst === 'auto' && tellsMuch(index));
  const lanes = chosen ?? (limited ? 'shown' : wanted ? (narrow ? 'map' : 'shown') : 'hidden');
  const toggleLanes = useCallback(() => {
    // What goes away takes the focus along, and with it the keys.
    const inside = document.activeElement?.closest('.ark-replay__lanes') ?? null;
    if (grid?.contains(inside)) grid.focus({ preventScroll: true });
    setChosen(lanes === 'shown' ? 'hidden' : 'shown');
    // A list that stays limited by what is no longer seen would be a riddle.
    if (limited) replay.filter({ between: undefined });
  }, [replay, grid, lanes, limited]);
  return {
    lanes,
    toggleLanes,
    panels: chosen === undefined ? [] : [chosen === 'shown' ? shownPanel : hiddenPanel],
    onPanels(panels) {
      setChosen(panels.includes(shownPanel) ? 'shown' : panels.includes(hiddenPanel) ? 'hidden' : undefined);
    },
  };
}
