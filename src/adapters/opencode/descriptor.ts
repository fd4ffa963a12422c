import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  step_mark: 'Says that a step of the agent began; what was in it has records of its own.',
  empty_message: 'A message without any part that says something.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'opencode',
  label: 'OpenCode',
  specUrl: 'https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts',
  marks: ['"info"', '"sessionID"', '"messageID"', '"projectID"'],
  versionsSeen: ['1.2.16', '1.2.24', '1.14.30'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: false, outcomes: true },
  ignores,
};
