/** Why a record of a Codex log may be ignored, and why that is harmless. */
export const ignores = {
  repeated_answer:
    'The last answer, which Codex prints once more on stdout; it equals the message before, letter for letter.',
  repeated_thinking: 'A message that only repeats the reasoning right before it, as some early versions print it.',
  doubled_thread: 'Reasoning that a review prints twice, once for each of its two threads.',
  repeated_diff: 'The diff of the turn so far, printed again unchanged.',
  repeated_startup: 'A line on the start of the MCP servers, printed again for another thread.',
  search_announced: 'The start of a web search; its query comes with the line that ends it.',
  blank: 'Nothing but blank lines.',
} as const;

export type IgnoreReason = keyof typeof ignores;
