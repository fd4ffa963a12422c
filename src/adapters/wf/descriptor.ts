import { claudeCode } from '../claude-code/adapter.ts';
import type { Descriptor } from '../contract.ts';

export type WfReason = keyof typeof claudeCode.descriptor.ignores;

export const descriptor: Descriptor<WfReason> = {
  id: 'wf',
  label: 'wf / pawl workflow',
  specUrl: 'https://github.com/yansircc/pawl',
  versionsSeen: ['8aa4da0', 'e938644', '25792bd', '1aebcb4', '51b1321', 'e0730f1', '4ecce21'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  // No record of the workflow's own files is ever ignored; those of the transcripts it points to can be.
  ignores: claudeCode.descriptor.ignores,
};
