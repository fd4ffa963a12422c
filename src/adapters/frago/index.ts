export { frago } from './adapter.ts';
export { type FragoEntities, readFragoEntities } from './parse.ts';
export {
  fragoJsonSchemas,
  type MonitoredSession,
  monitoredSession as monitoredSessionSchema,
  type SessionStep,
  type SessionSummary,
  sessionStep as sessionStepSchema,
  sessionSummary as sessionSummarySchema,
  type ToolCallRecord,
  toolCallRecord as toolCallRecordSchema,
} from './schemas.ts';
export { createToolCallLog, type ToolCallLog, toolCallRecords } from './toolCallRecords.ts';
export { createFragoRules, type FragoRules, type FragoWorld, validateFrago } from './validateFrago.ts';
