import type { Descriptor } from '../contract.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  in_database:
    'The session stands in a database of the command line or of the editor, which is among the sources and tells more of it.',
  opaque: 'Bytes of the database without a text that is known: encrypted, or of a later version.',
  not_chat:
    "A row of the editor's database under a key that is not one of its chats. Its value is never read: tokens lie among them.",
  deleted_composer: 'A message of a conversation that was deleted in the editor; its value is not read.',
  empty_composer: 'A conversation of the editor without a message.',
  listed_composer: 'The name of a conversation in a list; where it has messages, they stand elsewhere.',
  turn_mark: 'Says that a turn ended as it should.',
  partial: 'A piece of a text, which is converted whole with the last of its pieces.',
  repeated_answer: 'A text that was converted before, written again at the end of its turn.',
  repeated_init: 'The settings of the session, written again.',
  repeated_call: 'The beginning or the end of a call, written again.',
  empty_message: 'A message in which nothing stands.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'cursor',
  label: 'Cursor',
  specUrl: 'https://docs.cursor.com/en/cli/reference/output-format',
  marks: ['"role":"user","message"', '<user_query>', '"apiKeySource"', 'ToolCall":'],
  versionsSeen: ['2024-11', '2026-04', '2026-06-24'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};
