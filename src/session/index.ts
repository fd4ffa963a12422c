export { checkSession } from './check.ts';
export {
  aboutTheMachine,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticLocation,
  diagnose,
  diagnoseMismatch,
  diagnosticCatalogue,
  expectedBy,
  type Severity,
} from './diagnostics.ts';
export {
  accessOf,
  type ChangeAsked,
  changeAsked,
  type FileAccess,
  type FileNames,
  type FileTouch,
  isSameFile,
  type LinesAsked,
  linesAsked,
  namedFiles,
  pathParam,
  pathsNamed,
  type Replacement,
  touchesOf,
} from './facts/callFiles.ts';
export { outcomeOf } from './facts/callOutcome.ts';
export {
  type CallInput,
  commandOf,
  failureText,
  inputTexts,
  leavesOf,
  type OutputText,
  outputText,
  outputTexts,
  paramNumber,
  paramText,
  printedText,
} from './facts/callTexts.ts';
export { commandStart } from './facts/commandLine.ts';
export { type CommandPurpose, commandPurpose, onlyReads } from './facts/commandPurpose.ts';
export { eventText, eventTexts, isPromptMessage } from './facts/eventText.ts';
export {
  type ToolAccess,
  type ToolFacts,
  type ToolFamily,
  toolCategory,
  toolFacts,
  toolFamily,
} from './facts/toolFacts.ts';
export { type JsonFault, locateJsonError } from './json/locateJsonError.ts';
export { describeValue, valueAt } from './json/values.ts';
export { INFERRED_CONTEXT } from './links/callContext.ts';
export { type EntryOutcome, entryOutcome, type ModelUsage, type SessionEntry } from './list/sessionEntry.ts';
export {
  type Answer,
  type FacetCount,
  type FieldSums,
  type PageOptions,
  type PartSums,
  type SessionFacets,
  type SessionPage,
  type SessionQuery,
  type SessionSort,
  type SessionSource,
  type SessionSums,
  sessionSorts,
  type Total,
  type UnstatedCost,
} from './list/sessionSource.ts';
export { sessionsInMemory } from './list/sessionsInMemory.ts';
export { type NotesFault, type ParsedNotes, parseNotesText } from './parseNotes.ts';
export { type ParsedSession, type ParseOptions, parseSession, parseSessionText } from './parseSession.ts';
export type { PhaseCall } from './phases/classifyCall.ts';
export { coverCalls } from './phases/coverCalls.ts';
export { inferPhases, PhaseLog } from './phases/PhaseLog.ts';
export { checkPrices, type ModelPrices, type Prices } from './prices.ts';
export {
  allToolCalls,
  knownStart,
  lastAssistantReply,
  modelOf,
  type SessionFigures,
  summarize,
  totalStepTime,
} from './queries.ts';
export type {
  Attachment,
  ContentRef,
  FilePatch,
  Outcome,
  PatchHunk,
  SourceRef,
  TokenUsage,
} from './schema/itemParts.ts';
export type { Note, NotePlace, NotesFile } from './schema/notesFile.ts';
export type {
  MessageEvent,
  MessageOrigin,
  NoticeEvent,
  NoticeKind,
  PlanEvent,
  PlanItem,
  ReviewEvent,
  SessionEvent,
  ThinkingEvent,
  UnknownEvent,
  UsageEvent,
} from './schema/sessionEvent.ts';
export { sessionEvent as sessionEventSchema } from './schema/sessionEvent.ts';
export type {
  ContextContribution,
  ContextReference,
  ContextType,
  ContributionType,
  Decision,
  PhaseType,
  SessionStatus,
  SessionSummary,
  SessionV30,
  SubagentInfo,
  ToolCategory,
} from './schema/std001v30.ts';
export { sessionV30 as sessionV30Schema } from './schema/std001v30.ts';
export type {
  Account,
  Environment,
  ParentSession,
  Phase,
  PhaseAnnotation,
  Provenance,
  Session,
  SessionHead,
  SubSession,
  ToolCall,
} from './schema/std001v31.ts';
export {
  session as sessionSchema,
  subSession as subSessionSchema,
  toolCall as toolCallSchema,
} from './schema/std001v31.ts';
export { toIso, toMillis } from './toMillis.ts';
export {
  addUsage,
  type CallCounts,
  hasClock,
  type MainAndInner,
  type SessionTotals,
  sumOf,
  tokensOfKind,
  totalsOf,
  writeMainAndInner,
} from './totals.ts';
export { type SessionShape, shapeOf } from './upgrades/shapeOf.ts';
