import type { Session } from '../schema/std001v31.ts';

/**
 * How long the session's own calls took together, in milliseconds, by the durations that the source gives. Calls that ran
 * side by side count each.
 */
export function totalStepTime({ tool_calls }: Pick<Session, 'tool_calls'>): number {
  return tool_calls
    .filter(({ inferred }) => inferred?.includes('duration_ms') !== true)
    .reduce((sum, { duration_ms }) => sum + duration_ms, 0);
}
