import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The entry stands in the session that this one was forked from, which is among the sources and tells it.',
  partial: 'A piece of a message while it streams; the whole message follows. Where none does, the last piece is kept.',
  progress: 'Says that the agent, a turn or a tool began or ended; messages and results tell what was in it.',
  repeated_messages: 'Messages that stand in the log already, written again when a turn ended.',
  repeated_setting: 'A setting that is written again without a change.',
  repeated_header: 'The header of the session, written a second time.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'pi',
  label: 'pi coding agent',
  specUrl: 'https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md',
  marks: ['"type":"session"', '"parentId"', '"stopReason"', '"toolResult"'],
  versionsSeen: ['v1', 'v2', 'v3'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: false, outcomes: true },
  ignores,
};
