import type { ContentRef, ToolCall } from '../../../session/index.ts';

/** The textual result of a call, and where it comes from. */
export interface OutputText {
  readonly text: string;
  /** JSON Pointer from the call. */
  readonly pointer: string;
  /** The whole text beside the session file, where this one is shortened. */
  readonly whole?: ContentRef;
}

/** The text that a call gave back: its result's own, else what it contributed, else its one line for display. */
export function outputText(call: ToolCall): OutputText | undefined {
  const { result } = call.output;
  const candidates: [string | undefined, string][] = [
    [result?.text, '/output/result/text'],
    [call.context_contribution?.full_content, '/context_contribution/full_content'],
    [result?.display, '/output/result/display'],
  ];
  const found = candidates.find(([text]) => text !== undefined && text !== '');
  if (found === undefined) return undefined;
  const [text = '', pointer] = found;
  const whole = call.content_refs?.find((ref) => ref.pointer === pointer);
  return { text, pointer, ...(whole === undefined ? {} : { whole }) };
}
