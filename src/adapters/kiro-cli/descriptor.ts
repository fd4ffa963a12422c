import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  companion: 'Facts of the session beside its transcript, and an empty continuation: the session itself has them.',
  companion_alone: 'The transcript that it belongs to is not among the files: it says nothing that happened.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'kiro-cli',
  label: 'Kiro CLI',
  specUrl: undefined,
  marks: ['"kind":"AssistantMessage"', '"toolUseId"', '"conversation_id"', '"tool_use_results"'],
  versionsSeen: ['Amazon Q', '2.5', '2.6'],
  capabilities: { times: 'run only', thinking: false, tokens: false, subagents: false, outcomes: true },
  ignores,
};
