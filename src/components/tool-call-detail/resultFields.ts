import type { ToolCall } from '../../session/index.ts';

/** Fields of a result that have a place of their own in the detail. */
const placed = new Set(['display', 'text', 'stderr', 'patches', 'attachments', 'exit_code']);

/** A field of a result. */
export interface ResultField {
  readonly name: string;
  readonly value: unknown;
}

/** Whatever else a result holds, field by field: the standard leaves it open, and nothing of it is hidden. */
export function resultFields({ output: { result } }: ToolCall): ResultField[] {
  return Object.entries(result ?? {}).flatMap(([name, value]) =>
    placed.has(name) || value === undefined || value === null ? [] : [{ name, value }],
  );
}
