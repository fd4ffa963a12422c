import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  turn_mark: 'Says that a turn began or ended; its messages and calls say what was in it.',
  ephemeral: 'A piece of what has a record of its own when it is whole; only captures of the output have it.',
  repeated_message: 'A message that the log writes again, under the same id and with the same text.',
  repeated_system: 'The instructions for the model, written again without a change.',
  approval: 'A call was asked about and allowed; that it ran says so, too. What was not allowed is a notice.',
  silent_hook: 'A hook began, or ended without saying anything.',
  status_line: 'The result of a call that only changes the status line; what it said is a notice.',
  progress: 'Says that something began; the record of its end tells all of it.',
  usage_checkpoint: 'The cost so far; the end of the session has the whole.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'copilot-cli',
  label: 'Copilot CLI',
  specUrl: 'https://github.com/github/copilot-sdk/blob/main/nodejs/src/generated/session-events.ts',
  marks: ['"session.start"', '"copilotVersion"', '"assistant.turn_start"', '"tool.execution_start"'],
  versionsSeen: ['0.0.420', '1.0.11', '1.0.20', '1.0.64', '1.0.77', '1.0.78'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
