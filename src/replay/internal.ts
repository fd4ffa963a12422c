// The replay layer's door for the components: what they share with it and is not public.

export { type BriefPart, briefParts } from './brief.ts';
export { isFailedCall } from './briefFailures.ts';
export { isOf, keepAligned } from './compare/alignSteps.ts';
export { canonicalJson } from './compare/itemKeys.ts';
export { positionCompared } from './compare/linkReplays.ts';
export { countBelow, countUpTo } from './countUpTo.ts';
export { netChangeSteps } from './fileHistory.ts';
export { pathsExplored } from './filesExplored.ts';
export { filesSteps } from './folds/filesAt.ts';
export { firstOfHousekeeping, housekeepingId } from './housekeeping.ts';
export { type LanePlot, lanePlots } from './lanes/lanePlots.ts';
export {
  countKind,
  eachCell,
  findInRow,
  kindOfItems,
  kindsOf,
  laneKindOf,
  laneKinds,
  nearestCall,
} from './lanes/laneRow.ts';
export {
  clampView,
  isWhole,
  type LaneBounds,
  type LaneView,
  panView,
  revealInView,
  wholeView,
  zoomView,
} from './lanes/laneView.ts';
export {
  chapterFold,
  type FoldState,
  firstOfLooks,
  foldOfPhase,
  type LookRun,
  type LookRuns,
  levelOf,
  lookRuns,
  looksId,
  storyPhaseFold,
  storyPhases,
  withoutFolds,
} from './levels.ts';
export { memoize, memoizeSteps } from './memoize.ts';
export { beginSight, newItemsOf, type Sight, type SightEvent, see } from './newItems.ts';
export { type OverviewMark, queryOfPart } from './overview.ts';
export { replayedAt } from './position.ts';
export { hasFailed, outcomeOf } from './replayItem.ts';
export { responsesOf } from './responses.ts';
export { runOfItems } from './rows.ts';
export { foldCase, isUnreadable } from './search/query.ts';
export { commandsOnFiles, commandsOnFilesSteps, countMissing, doubtedFiles } from './sessionPatch.ts';
export { finish, itemsPerStep, rest } from './slices.ts';
