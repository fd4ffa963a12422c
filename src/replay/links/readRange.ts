import type { ToolCall } from '../../session/index.ts';

/** Lines of a file, 1-based, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The lines that a reading call asked for; undefined where it asked for the whole file. */
export function readRange({ input: { params } }: ToolCall): LineRange | undefined {
  const offset = wholeNumber(params.offset) ?? wholeNumber(params.start_line);
  const limit = wholeNumber(params.limit);
  const end = wholeNumber(params.end_line);
  if (offset === undefined && limit === undefined && end === undefined) return undefined;
  const first = Math.max(1, offset ?? 1);
  return { first, last: end ?? (limit === undefined ? Number.POSITIVE_INFINITY : first + limit - 1) };
}

/** The first line that a change of a file changed, where the log says it. */
export function changedLine({ output }: ToolCall, path: string): number | undefined {
  return output.result?.patches?.find((patch) => patch.path === path)?.hunks?.[0]?.old_start;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
