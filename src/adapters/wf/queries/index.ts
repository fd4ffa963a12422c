export { lastReply } from './lastReply.ts';
export { lastTranscript } from './lastTranscript.ts';
export { sessionIdFromOutput } from './sessionIdFromOutput.ts';
export { sessionIdFromTerminal } from './sessionIdFromTerminal.ts';
export { stepRecord } from './stepRecord.ts';
export { toolCalls } from './toolCalls.ts';
export { totalStepTime } from './totalStepTime.ts';
export { transcriptPathFor } from './transcriptPathFor.ts';
