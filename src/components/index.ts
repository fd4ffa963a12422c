export { type ToolFamily, toolFamily } from '../session/facts/toolFacts.ts';
export type {
  FacetCount,
  PageOptions,
  SessionEntry,
  SessionFacets,
  SessionPage,
  SessionQuery,
  SessionSort,
  SessionSource,
} from '../session/index.ts';
export { Checklist, type ChecklistProps } from './checklist/Checklist.tsx';
export { CommandCard, type CommandCardProps } from './command-card/CommandCard.tsx';
export { ContextLinkList, type ContextLinkListProps } from './context-links/ContextLinkList.tsx';
export { ContextLinks, type ContextLinksProps } from './context-links/ContextLinks.tsx';
export { ContextLegend, type ContextLegendProps } from './context-markers/ContextLegend.tsx';
export {
  ContextMarkers,
  type ContextMarkersProps,
} from './context-markers/ContextMarkers.tsx';
export { DiffView, type DiffViewProps } from './diff-view/DiffView.tsx';
export type { DiffLayout } from './diff-view/diffRows.ts';
export type { DiffSource, TextPair } from './diff-view/diffSource.ts';
export { AgentMark, type AgentMarkProps } from './icons/AgentMark.tsx';
export { ContextMark, type ContextMarkProps } from './icons/ContextMark.tsx';
export { Icon, type IconProps } from './icons/Icon.tsx';
export type { IconName } from './icons/iconShapes.ts';
export { ImportReport, type ImportReportProps } from './import-report/ImportReport.tsx';
export { chinese } from './language/chinese.ts';
export { english } from './language/english.ts';
export { createFormatters, type FormatterOptions, type Formatters } from './language/formatters.ts';
export type { Catalogues, MessageKey, Messages, MessageText, PluralText, Translate } from './language/messages.ts';
export { prepareMasking } from './masking/usualMasking.ts';
export { MessageCard, type MessageCardProps } from './message-card/MessageCard.tsx';
export { MonitorStatus, type MonitorStatusProps } from './monitor-status/MonitorStatus.tsx';
export { IdleRow, type IdleRowProps } from './notice-row/IdleRow.tsx';
export { NoticeRow, type NoticeRowProps } from './notice-row/NoticeRow.tsx';
export { PhaseBlock, type PhaseBlockProps } from './phase-block/PhaseBlock.tsx';
export { CategoryLegend, type CategoryLegendProps } from './phase-strip/CategoryLegend.tsx';
export {
  PhaseStrip,
  type PhaseStripProps,
} from './phase-strip/PhaseStrip.tsx';
export { PlanReview, type PlanReviewProps } from './plan-review/PlanReview.tsx';
export { type ReplayLink, readReplayLink, writeReplayLink } from './replay-link/replayLink.ts';
export { createHashRouter, createQueryRouter, type ReplayRouter } from './replay-link/useReplayLink.ts';
export { ReplayNotes, type ReplayNotesProps } from './replay-notes/ReplayNotes.tsx';
export { type KeptNotes, type NotesKeeper, useKeptNotes } from './replay-notes/useKeptNotes.ts';
export {
  ReplayProvider,
  type ReplayProviderOptions,
  type ReplayProviderProps,
} from './replay-provider/ReplayProvider.tsx';
export { SessionBrief, type SessionBriefProps } from './session-brief/SessionBrief.tsx';
export { type FigurePress, SessionCard, type SessionCardProps } from './session-card/SessionCard.tsx';
export { type CompareSource, SessionCompare, type SessionCompareProps } from './session-compare/SessionCompare.tsx';
export { SessionFiles, type SessionFilesProps } from './session-files/SessionFiles.tsx';
export type { LoadBrief } from './session-list/SessionHover.tsx';
export { SessionList, type SessionListProps } from './session-list/SessionList.tsx';
export { SessionOutline, type SessionOutlineProps } from './session-outline/SessionOutline.tsx';
export { SessionOverview, type SessionOverviewProps } from './session-overview/SessionOverview.tsx';
export { SessionProfile, type SessionProfileProps } from './session-profile/SessionProfile.tsx';
export { SessionReplay, type SessionReplayProps } from './session-replay/SessionReplay.tsx';
export { type FoundTexts, SessionSearch, type SessionSearchProps } from './session-search/SessionSearch.tsx';
export { CopyButton, type CopyButtonProps } from './shared/CopyButton.tsx';
export { callRowHeight } from './shared/call/outputExcerpt.ts';
export type { OpenProps } from './shared/Disclosure.tsx';
export { FileLocation, type FileLocationProps } from './shared/file-location/FileLocation.tsx';
export type { ItemPlace, ItemScope } from './shared/itemPlace.ts';
export { Markdown, type MarkdownProps } from './shared/Markdown.tsx';
export { Tag, type TagProps } from './shared/Tag.tsx';
export { StatePanel, type StatePanelProps } from './state-panel/StatePanel.tsx';
export { StepChain, type StepChainProps } from './step-chain/StepChain.tsx';
export { SubagentCard, type SubagentCardProps } from './subagent-card/SubagentCard.tsx';
export { SubagentTimeline, type SubagentTimelineProps } from './subagent-timeline/SubagentTimeline.tsx';
export { TerminalOutput, type TerminalOutputProps } from './terminal-output/TerminalOutput.tsx';
export type { Language, Motion, Theme } from './theme/createKit.ts';
export { type HostKit as Kit, KitProvider, type KitProviderProps, useHostKit as useKit } from './theme/KitProvider.tsx';
export { ThinkingNote, type ThinkingNoteProps } from './thinking-note/ThinkingNote.tsx';
export type { RowsInSight } from './timeline/layoutTimeline.ts';
export { Timeline, type TimelineProps } from './timeline/Timeline.tsx';
export type { SessionRange } from './timeline-lanes/laneStage.ts';
export { TimelineLanes, type TimelineLanesProps } from './timeline-lanes/TimelineLanes.tsx';
export { ToolCallCard, type ToolCallCardProps } from './tool-call-card/ToolCallCard.tsx';
export type { CallSteps } from './tool-call-detail/DetailHeader.tsx';
export { ToolCallDetail, type ToolCallDetailProps } from './tool-call-detail/ToolCallDetail.tsx';
export { type ReplayKeysOptions, useReplayKeys } from './transport-bar/replayCommand.ts';
export { TransportBar, type TransportBarProps } from './transport-bar/TransportBar.tsx';
export { UsageBadge, type UsageBadgeProps } from './usage-badge/UsageBadge.tsx';
export { WorkdirPath, type WorkdirPathProps } from './workdir-path/WorkdirPath.tsx';
