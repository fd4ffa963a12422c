import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  replayed_record:
    'The record stands in this source already; resuming, forking and compacting write old records again.',
  parent_history:
    'The record stands in the session that this one was resumed or forked from, which is among the sources and tells it; `parent` names it.',
  file_history: 'The book that the CLI keeps of its backups for undoing edits; the edits themselves are calls.',
  command_progress:
    "What a command had printed so far: its result carries the whole. Where no result came, the last one is kept as the call's output.",
  agent_progress_copy: "A copy of a subagent's record; the subagent's own file is part of the source.",
  tool_progress: 'Says that a tool began or ended, which the call and its result say too.',
  prompt_copy:
    'A prompt that stands in the log again where it was sent. One that was never sent, or slipped in unseen, is kept as a queued message.',
  queue_step: 'The queue of prompts moved on; the prompts themselves are messages.',
  repeated_setting: 'A setting or title that the log repeats without a change.',
  repeated_checklist: 'Reminds the model of a checklist that is unchanged, or empty.',
  warmup_agent:
    'An agent that the CLI starts by itself to fill a cache; nobody asks it anything and nobody sees its answer.',
  empty_message: 'A message without any content.',
  cli_state:
    'State of the CLI itself (remote sessions, feature latches, replaced contents); no text of the conversation.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'claude-code',
  label: 'Claude Code',
  specUrl: 'https://docs.claude.com/en/docs/claude-code',
  marks: ['"sessionId"', '"parentUuid"', '"uuid"', '"message"'],
  versionsSeen: [
    '1.0.24',
    '1.0.58',
    '1.0.128',
    '2.0.5',
    '2.0.31',
    '2.0.55',
    '2.1.5',
    '2.1.49',
    '2.1.114',
    '2.1.181',
    '2.1.220',
    '2.1.267',
  ],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
