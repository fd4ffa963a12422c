import { toMillis } from '../../session/internal.ts';

/** Milliseconds between two ISO 8601 times; undefined if one is absent or invalid. */
export function elapsedMs(from: string | undefined, to: string | undefined): number | undefined {
  const start = toMillis(from);
  const end = toMillis(to);
  return start === undefined || end === undefined ? undefined : end - start;
}
