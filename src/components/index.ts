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
export { Checklist, type ChecklistProps } from './checklist/index.ts';
export { CommandCard, type CommandCardProps } from './command-card/index.ts';
export {
  ContextLinkList,
  type ContextLinkListProps,
  ContextLinks,
  type ContextLinksProps,
} from './context-links/index.ts';
export {
  ContextLegend,
  type ContextLegendProps,
  ContextMarkers,
  type ContextMarkersProps,
} from './context-markers/index.ts';
export { type DiffLayout, type DiffSource, DiffView, type DiffViewProps, type TextPair } from './diff-view/index.ts';
export { AgentMark, type AgentMarkProps } from './icons/AgentMark.tsx';
export { ContextMark, type ContextMarkProps } from './icons/ContextMark.tsx';
export { Icon, type IconProps } from './icons/Icon.tsx';
export type { IconName } from './icons/iconShapes.ts';
export { ImportReport, type ImportReportProps } from './import-report/index.ts';
export { chinese } from './language/chinese.ts';
export { english } from './language/english.ts';
export { createFormatters, type FormatterOptions, type Formatters } from './language/formatters.ts';
export type { Catalogues, MessageKey, Messages, MessageText, PluralText, Translate } from './language/messages.ts';
export { prepareMasking } from './masking/usualMasking.ts';
export { MessageCard, type MessageCardProps } from './message-card/index.ts';
export { MonitorStatus, type MonitorStatusProps } from './monitor-status/index.ts';
export { IdleRow, type IdleRowProps, NoticeRow, type NoticeRowProps } from './notice-row/index.ts';
export { PhaseBlock, type PhaseBlockProps } from './phase-block/index.ts';
export { CategoryLegend, type CategoryLegendProps, PhaseStrip, type PhaseStripProps } from './phase-strip/index.ts';
export { PlanReview, type PlanReviewProps } from './plan-review/index.ts';
export {
  createHashRouter,
  createQueryRouter,
  type ReplayLink,
  type ReplayRouter,
  readReplayLink,
  writeReplayLink,
} from './replay-link/index.ts';
export {
  type KeptNotes,
  type NotesKeeper,
  ReplayNotes,
  type ReplayNotesProps,
  useKeptNotes,
} from './replay-notes/index.ts';
export { ReplayProvider, type ReplayProviderOptions, type ReplayProviderProps } from './replay-provider/index.ts';
export { SessionBrief, type SessionBriefProps } from './session-brief/index.ts';
export { type FigurePress, SessionCard, type SessionCardProps } from './session-card/index.ts';
export { type CompareSource, SessionCompare, type SessionCompareProps } from './session-compare/index.ts';
export { SessionFiles, type SessionFilesProps } from './session-files/index.ts';
export { type LoadBrief, SessionList, type SessionListProps } from './session-list/index.ts';
export { SessionOutline, type SessionOutlineProps } from './session-outline/index.ts';
export { SessionOverview, type SessionOverviewProps } from './session-overview/index.ts';
export { SessionProfile, type SessionProfileProps } from './session-profile/index.ts';
export { SessionReplay, type SessionReplayProps } from './session-replay/index.ts';
export { type FoundTexts, SessionSearch, type SessionSearchProps } from './session-search/index.ts';
export { CopyButton, type CopyButtonProps } from './shared/CopyButton.tsx';
export { callRowHeight } from './shared/call/outputExcerpt.ts';
export { FileLocation, type FileLocationProps } from './shared/file-location/index.ts';
export type { ItemPlace, ItemScope } from './shared/itemPlace.ts';
export { Markdown, type MarkdownProps } from './shared/Markdown.tsx';
export { Tag, type TagProps } from './shared/Tag.tsx';
export type { OpenProps } from './shared/useOpen.ts';
export { StatePanel, type StatePanelProps } from './state-panel/index.ts';
export { StepChain, type StepChainProps } from './step-chain/index.ts';
export { SubagentCard, type SubagentCardProps } from './subagent-card/index.ts';
export { SubagentTimeline, type SubagentTimelineProps } from './subagent-timeline/index.ts';
export { TerminalOutput, type TerminalOutputProps } from './terminal-output/index.ts';
export type { Language, Motion, Theme } from './theme/createKit.ts';
export { KitProvider, type KitProviderProps } from './theme/KitProvider.tsx';
export { type HostKit as Kit, useHostKit as useKit } from './theme/useHostKit.ts';
export { ThinkingNote, type ThinkingNoteProps } from './thinking-note/index.ts';
export { type RowsInSight, Timeline, type TimelineProps } from './timeline/index.ts';
export { type SessionRange, TimelineLanes, type TimelineLanesProps } from './timeline-lanes/index.ts';
export { ToolCallCard, type ToolCallCardProps } from './tool-call-card/index.ts';
export { type CallSteps, ToolCallDetail, type ToolCallDetailProps } from './tool-call-detail/index.ts';
export { type ReplayKeysOptions, TransportBar, type TransportBarProps, useReplayKeys } from './transport-bar/index.ts';
export { UsageBadge, type UsageBadgeProps } from './usage-badge/index.ts';
export { WorkdirPath, type WorkdirPathProps } from './workdir-path/index.ts';
