import { measureCanvas, measureDiff, measureList, measureParse } from './floors.tsx';
import { measureCompare } from './measureCompare.tsx';
import { drag, openDrag } from './measureDrag.tsx';
import { openScrub, scrubTo } from './measureFiles.tsx';
import { measureLanes } from './measureLanes.tsx';
import { measureReplay } from './measureReplay.tsx';
import { measureSearch } from './measureSearch.ts';

const bench = {
  measureReplay,
  measureSearch,
  measureList,
  measureCanvas,
  measureDiff,
  measureParse,
  measureLanes,
  measureCompare,
  openScrub,
  scrubTo,
  openDrag,
  drag,
};

/** What the page can be asked to measure. */
export type ViewBench = typeof bench;

Object.assign(window, { bench });
