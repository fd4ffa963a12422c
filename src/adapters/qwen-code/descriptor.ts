import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The record stands in the file that this session was branched from, which is among the sources and tells it.',
  context_copy:
    'The context of the model, written again: its messages stand in the log already, under their own ids or with the same text.',
  repeated_message: 'A message that the log writes again, under the same id and with nothing new.',
  repeated_result: 'The result of a call as it went to the model; the call itself has it, too.',
  repeated_setting: 'Says again which model, mode or title the session has.',
  empty_message: 'A message in which nothing stands.',
  telemetry:
    'Tokens and calls as the program counts them, which their own records tell; what only it tells is with the call.',
  snapshot: 'The state of files or of the program, kept so that the session can be gone on with.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'qwen-code',
  label: 'Qwen Code',
  specUrl: 'https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts',
  marks: ['"parentUuid"', '"systemPayload"', '"toolCallResult"', '"role":"model"'],
  versionsSeen: ['0.21.7', '0.21.13'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
