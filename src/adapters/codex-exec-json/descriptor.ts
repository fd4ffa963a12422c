import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  progress: 'Says that a turn or an item goes on; the record of its end tells all of it.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'codex-exec-json',
  label: 'Codex exec --json',
  specUrl: 'https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs',
  marks: ['"thread.started"', '"item.completed"', '"turn.completed"', '"thread_id"'],
  versionsSeen: ['0.46', '0.142'],
  capabilities: { times: 'none', thinking: true, tokens: true, subagents: false, outcomes: true },
  ignores,
};
