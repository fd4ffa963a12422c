import { redactionMarker } from './redactionMarker.ts';
import type { FoundSecret } from './scan/mergeSpans.ts';

/** Called with the number of secrets that a rule masked. */
export type CountMask = (rule: string, times: number) => void;

/** Replaces each range with a marker. Returns the same string when there are no ranges. */
export function applyMask(text: string, secrets: readonly FoundSecret[], count: CountMask | undefined): string {
  if (secrets.length === 0) return text;
  let masked = '';
  let from = 0;
  for (const { start, end, rule } of secrets) {
    masked += text.slice(from, start) + redactionMarker(rule);
    from = end;
    count?.(rule, 1);
  }
  return masked + text.slice(from);
}
