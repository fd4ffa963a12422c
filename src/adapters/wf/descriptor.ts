import { claudeCode } from '../claude-code/adapter.ts';
import type { Descriptor } from '../contract.ts';

/** Why a record of the workflow's own files may be ignored, and why that loses nothing a person saw of a run. */
const ignores = {
  no_run: 'A configuration, state or task without any log beside it: nothing ran that could be shown.',
} as const;

export type WfReason = keyof typeof ignores | keyof typeof claudeCode.descriptor.ignores;

export const descriptor: Descriptor<WfReason> = {
  id: 'wf',
  label: 'wf / pawl workflow',
  specUrl: 'https://github.com/yansircc/pawl',
  marks: ['"step":', '"exit_code"', '"duration"', '"task_started"'],
  versionsSeen: ['8aa4da0', 'e938644', '25792bd', '1aebcb4', '51b1321', 'e0730f1', '4ecce21'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores: { ...claudeCode.descriptor.ignores, ...ignores },
};
