import type { ToolCall } from '../../session/index.ts';

/** Values nested deeper than this are no arguments that anyone quotes. */
const deepest = 4;
/** So many texts of one call are looked at. */
const mostTexts = 200;

/** Every text of a call's input: its parameters at any depth, its description, its command. */
export function inputTexts({ input }: ToolCall): string[] {
  const texts: string[] = [];
  collect(input.params, 0, texts);
  for (const text of [input.description, input.raw_command]) {
    if (text !== undefined && text !== '' && !texts.includes(text)) texts.push(text);
  }
  return texts;
}

/** Every text that a call brought into the conversation: its result, its error, what it says that it contributed. */
export function outputTexts({ output, context_contribution }: ToolCall): string[] {
  const texts: string[] = [];
  const { patches: _, attachments: __, ...result } = output.result ?? {};
  collect(result, 0, texts);
  for (const text of [output.error, context_contribution?.full_content, context_contribution?.summary]) {
    if (text !== undefined && text !== '' && !texts.includes(text)) texts.push(text);
  }
  return texts;
}

function collect(value: unknown, depth: number, texts: string[]): void {
  if (texts.length >= mostTexts) return;
  if (typeof value === 'string') {
    if (value !== '') texts.push(value);
    return;
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const part of Object.values(value)) collect(part, depth + 1, texts);
}
