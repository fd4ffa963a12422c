export { wf } from './adapter.ts';
export {
  lastReply,
  lastTranscript,
  sessionIdFromOutput,
  sessionIdFromTerminal,
  stepRecord,
  toolCalls,
  totalStepTime,
  transcriptPathFor,
} from './queries.ts';
