import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  step_mark: 'Says that a step of the agent began; what was in it has records of its own.',
  empty_message: 'A message without any part that says something.',
  in_database: 'The session went into the database since, which is among the sources and tells it.',
  other_session: 'A part of another session whose files lie in the same folder.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'opencode',
  label: 'OpenCode',
  specUrl: 'https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts',
  marks: ['"info"', '"sessionID"', '"messageID"', '"projectID"', 'SQLite format 3'],
  versionsSeen: ['1.2.16', '1.2.24', '1.14.30', '1.16.0'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
