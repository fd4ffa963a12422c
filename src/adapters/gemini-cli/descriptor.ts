import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The message stands in the file that this session was resumed from, which is among the sources and tells it.',
  context_copy:
    'The context of the model, written again: its messages stand in the log already, under their own ids or with the same text.',
  repeated_message: 'A message that the log writes again, under the same id and with nothing new.',
  repeated_result: 'The result of a call as it went to the model; the call itself has it, too.',
  repeated_header: 'The header of the session, written a second time.',
  empty_message: 'A message in which nothing stands.',
  update_time: 'When the file was last written, or notes that the program keeps for itself.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  specUrl: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingTypes.ts',
  marks: ['"projectHash"', '"lastUpdated"', '"type":"gemini"', '"type": "gemini"'],
  versionsSeen: ['0.11', '0.20', '0.34', '0.40', '0.46'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
