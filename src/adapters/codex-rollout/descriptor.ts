import type { Descriptor, Verdict } from '../contract.ts';

const ignores = {
  repeated_message: 'The same prompt or reply stands in another record, as an item of the model or as an event.',
  repeated_thinking: 'The same reasoning stands in another record, as an item of the model or as an event.',
  repeated_call: 'The call stands in another record with the same facts.',
  repeated_header: 'The header of the thread was written again when it was resumed.',
  repeated_settings: 'The settings of the turn are those of the turn before.',
  repeated_tokens: 'The running total did not grow: its tokens are counted already.',
  no_tokens: 'A token count without tokens tells only of rate limits; the last ones are kept with the session.',
  copied_history:
    "A forked or spawned thread begins with a copy of its parent's records; the parent is among the sources and tells them.",
  state_marker: 'An old file marks states that hold nothing.',
  world_state: "A snapshot of the model's surroundings repeats what its context messages say.",
  encrypted_context: 'The compacted context is held only encrypted; a notice says that there was a compaction.',
  tool_definitions: 'The definitions of tools are for the model; no person sees them.',
  delivery_flag: 'Says only whether a message between agents starts a turn; the message is a record of its own.',
} as const;

/** Why a record of a rollout is ignored. */
export type IgnoreReason = keyof typeof ignores;

/** How a record of a rollout ended. */
export type RolloutVerdict = Verdict<IgnoreReason>;

/** Plain data about the format. */
export const descriptor: Descriptor<IgnoreReason> = {
  id: 'codex-rollout',
  label: 'Codex rollout',
  specUrl: 'https://github.com/openai/codex/tree/main/codex-rs/rollout',
  marks: ['"session_meta"', '"response_item"', '"payload"', '"event_msg"'],
  versionsSeen: [
    'before 0.32 (bare)',
    '0.34',
    '0.36',
    '0.39',
    '0.44',
    '0.45',
    '0.46',
    '0.47',
    '0.50',
    '0.51',
    '0.52',
    '0.53',
    '0.57',
    '0.58',
    '0.63',
    '0.66',
    '0.92',
    '0.98',
    '0.104',
    '0.106',
    '0.107',
    '0.108',
    '0.115',
    '0.128',
    '0.140',
    '0.142',
    '0.144',
    '0.146',
  ],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
