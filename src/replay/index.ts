export type { FileAccess } from '../session/facts/callFiles.ts';
export type { KnownBase, NetChange, NetHunk } from '../session/facts/netChange.ts';
export { contextTypeOf, contextTypeOfPath } from '../session/internal.ts';
export {
  type AgentTokens,
  type BriefAgent,
  briefOf,
  briefSteps,
  knownBrief,
  type OpenEnds,
  type SessionBrief,
} from './brief.ts';
export type { CheckRun, CheckRuns, FailureFates, FailureGroup } from './briefFailures.ts';
export type { BriefFile, ChangedFiles } from './briefFiles.ts';
export {
  type Chapter,
  chapterOfItems,
  chaptersOf,
  chapterWork,
  chapterWorkSteps,
  knownChapterWork,
} from './chapters.ts';
export { type Clock, createManualClock, createSystemClock, type ManualClock } from './clock.ts';
export { alignInSlices, alignSessions } from './compare/alignSteps.ts';
export type {
  ComparedRow,
  ComparedTotals,
  CompareSide,
  Comparison,
  Difference,
  RowKind,
} from './compare/comparison.ts';
export { linkReplays } from './compare/linkReplays.ts';
export {
  createReplay,
  type Preparation,
  playheadAt,
  type Replay,
  type ReplayOptions,
  type ReplayReading,
} from './createReplay.ts';
export { causeKey, type FailureCause } from './failureCause.ts';
export {
  type FileHistory,
  type FileStep,
  fileHistories,
  fileHistorySteps,
  type LineOrigin,
  lineOrigin,
  netChangeAt,
  pathAt,
  promptBefore,
  stepsAt,
  type WholeTexts,
  wholesOfFiles,
} from './fileHistory.ts';
export { type ExploredFile, filesExplored } from './filesExplored.ts';
export {
  isSearching,
  noFilters,
  type ReadingLevel,
  type ReplayFilters,
  readingLevels,
  type VisibleItems,
  visibleItems,
} from './filters.ts';
export {
  type ChecklistChange,
  type ChecklistEntry,
  type ChecklistState,
  checklistAt,
} from './folds/checklistAt.ts';
export { createFold, type Fold, type FoldOptions, type FoldReducer } from './folds/createFold.ts';
export { filesAt, type TouchedFile } from './folds/filesAt.ts';
export { type ContextInUse, contextAt, type TokensSoFar, tokensApartAt, tokensAt } from './folds/tokensAt.ts';
export { type Workdir, type WorkdirSource, workdirAt, workdirChange } from './folds/workdirAt.ts';
export { type HousekeepingRun, type HousekeepingRuns, housekeepingRuns } from './housekeeping.ts';
export {
  defaultIdle,
  type IdleOptions,
  indexInSlices,
  indexSession,
  indexSteps,
  type SliceOptions,
} from './indexSession.ts';
export type { Lane, LaneAxis, LaneMarks, LaneRow } from './lanes/laneRow.ts';
export { type Lanes, layoutLanes } from './lanes/layoutLanes.ts';
export {
  type ContextLink,
  contextLinks,
  type LinkReason,
  type LinkReasonKind,
  type LinkStrength,
  linksFrom,
  linksInto,
} from './links/contextLinks.ts';
export { explainLink, type LinkedCalls } from './links/explainLink.ts';
export type { NewItems, SeenMark } from './newItems.ts';
export {
  addNote,
  isSamePlace,
  notesOfChapters,
  type PlacedNote,
  type PlacedNotes,
  placeNotes,
  toggleBookmark,
} from './notes.ts';
export {
  type OverviewField,
  type OverviewFigures,
  type OverviewPart,
  overviewOf,
  type SessionsOverview,
  spanOf,
} from './overview.ts';
export { type Beat, type BeatKind, type Pace, paceOf } from './pace.ts';
export { type Attempt, type PhaseBlock, type PhaseTotal, phaseBlocks, phaseTotals } from './phases.ts';
export { type Polls, pollsOf } from './polls.ts';
export { endOf, type Position, positionAt, positionOf, startOf } from './position.ts';
export { type Cost, sessionCost } from './prices.ts';
export {
  type ProfileFigures,
  type ProfileOptions,
  type ProfileRow,
  profileOf,
  type SessionProfile,
} from './profile.ts';
export { isProfileReady, type ProfileDimension, profileDimensions, profileSteps } from './profileFacts.ts';
export {
  type CallItem,
  type EventItem,
  type Housekeeping,
  housekeepingOf,
  type ItemKind,
  isError,
  isPrompt,
  kindOf,
  outcomeOf,
  planOf,
  type ReplayItem,
} from './replayItem.ts';
export { type Direction, neighbour, type Rows, rowsOf, type Step, stepsOf } from './rows.ts';
export {
  asksNothing,
  createSearchTexts,
  exactTerm,
  excerptOf,
  type Found,
  narrowsQuery,
  nothingFound,
  type PartKind,
  parseQuery,
  type ReadWholesOptions,
  readWholes,
  runInSlices,
  type SearchExcerpt,
  type SearchPart,
  type SearchQuery,
  type SearchReading,
  type SearchTerm,
  type SearchTexts,
  searchSteps,
  suggestTerms,
  type TermName,
  type TermSuggestion,
  type TextRange,
  termNames,
  type WholeText,
  type WholeToRead,
  warmSteps,
  wholesToRead,
} from './search/index.ts';
export {
  axisOf,
  type Counts,
  countsAt,
  currentItem,
  hasClock,
  isRunning,
  itemAtPlayhead,
  type Marker,
  markersOf,
  phaseAt,
  phaseOfItem,
  progressAt,
  runningCalls,
  shownItem,
  shownPosition,
} from './selectors.ts';
export { type BrokenEnd, type SessionEnd, sessionEnd } from './sessionEnd.ts';
export type { Landmark, Landmarks, ReplayRun, SessionIndex } from './sessionIndex.ts';
export { type SessionPatch, sessionPatch } from './sessionPatch.ts';
export {
  createTimeAxis,
  type Gap,
  type PlaybackMs,
  playbackMs,
  type SessionMs,
  sessionMs,
  type TimeAxis,
  type WallTimeMs,
  wallTimeMs,
} from './timeAxis.ts';
export { type TimeHolder, type TimeShares, type TimeSpan, timeHolders, timeShares, timeSpans } from './timeShares.ts';
export type { ReplayState } from './transition.ts';
export {
  maxRate,
  minRate,
  type Playback,
  type PlaybackEvent,
  type PlaybackKind,
  type ReplayStatus,
  transition,
} from './transition.ts';
export { type Work, type WorkedFile, type WorkKind, workDone, workKinds, workOf } from './work.ts';
