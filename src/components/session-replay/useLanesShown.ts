'use client';
import { useCallback, useState } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';

type Shown = 'shown' | 'hidden';

/** Where the lanes stand. */
export interface LanesPlace {
  /** As the host has them. */
  readonly atFirst: Shown;
  /** Whether there is little room for them: then they wait for the reader to ask. */
  readonly narrow: boolean;
  /** What has the keys of the replay. */
  readonly grid: HTMLElement | null;
}

/** Whether the lanes are shown, and what the address says of it. */
export interface LanesShown {
  readonly lanes: Shown;
  readonly toggleLanes: () => void;
  /** What the reader chose, as a link names it; nothing where it is as it was at first. */
  readonly panels: readonly string[];
  /** Takes what a link names. */
  readonly onPanels: (panels: readonly string[]) => void;
}

const shownPanel = 'lanes';
const hiddenPanel = 'no-lanes';

/**
 * Whether the lanes are shown: as the reader chose, else where a stretch is selected in them, else as the host has it. A
 * narrow replay has little room for them above its list, and begins with the list alone.
 */
export function useLanesShown({ atFirst, narrow, grid }: LanesPlace): LanesShown {
  const replay = useReplayStore();
  const limited = useReplay(({ filters }) => filters.between !== undefined);
  const [chosen, setChosen] = useState<Shown>();
  const lanes = chosen ?? (limited || (atFirst === 'shown' && !narrow) ? 'shown' : 'hidden');
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
