import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  partial: 'A piece of a reply while it streams; the whole reply follows. Where none does, the pieces are kept as one.',
  progress: 'Says that something is going on; what comes of it has a record of its own.',
  control:
    'What the program and its host arrange between them; the calls and messages themselves have their own records.',
  repeated_init: 'The settings of the session, written again at each turn without a change.',
  replayed_record: 'The record stands in this stream already, under the same id.',
  prompt_copy: 'A prompt that the stream echoes.',
  empty_message: 'A message without any content.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'claude-stream',
  label: 'Claude Code stream-json',
  specUrl: 'https://docs.claude.com/en/docs/claude-code/sdk',
  marks: ['"session_id"', '"parent_tool_use_id"', '"type":"result"', '"subtype":"init"'],
  versionsSeen: ['1.0.24', '1.0.115', '2.0.50', '2.1.200'],
  capabilities: { times: 'none', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
