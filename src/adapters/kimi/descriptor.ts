import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  progress: 'Says that a turn or a step began or ended; messages and results tell what was in it.',
  status: 'How full the context is: no tokens were used for it.',
  approval: 'A call was allowed, or waits to be: the call itself is converted, with its input.',
  program: 'What the program tells the model of itself: its prompt, its tools, its settings.',
  repeated_prompt: 'A message that an earlier record holds.',
  repeated_usage: 'Tokens that the end of the step states.',
  subagent_file: 'A record of a subagent whose own file is among the sources.',
  model_context: 'The context as the model sees it, beside the log of what happened, which is among the sources.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'kimi',
  label: 'Kimi CLI and Kimi Code',
  specUrl: 'https://github.com/MoonshotAI/kimi-cli',
  marks: ['"protocol_version"', '"TurnBegin"', '"ContentPart"', '"context.append_loop_event"', '"turn.prompt"'],
  versionsSeen: ['protocol 1.3', 'protocol 1.4'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
