import { claudeCode } from '../claude-code/adapter.ts';
import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  repeated_step:
    'The monitor and a later synchronisation both wrote the step: same transcript record, same text; the first one is kept.',
  transcript_used:
    'A step is a digest of a record of the transcript, which is among the files and is converted instead.',
  transcript_copy: 'A second copy of the transcript is among the files; the first one is converted.',
} as const;

export type FragoReason = keyof typeof ignores | keyof typeof claudeCode.descriptor.ignores;

export const descriptor: Descriptor<FragoReason> = {
  id: 'frago',
  label: 'Frago session store',
  specUrl: 'https://github.com/tsaijamey/frago/blob/main/specs/010-agent-session-monitor/data-model.md',
  marks: ['"session_id"', '"agent_type"', '"step_id"', '"raw_content"'],
  versionsSeen: ['2025-12', '2026-04'],
  capabilities: { times: 'each item', thinking: false, tokens: false, subagents: false, outcomes: false },
  ignores: { ...claudeCode.descriptor.ignores, ...ignores },
};
