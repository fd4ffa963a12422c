import { redactionMarker } from './redactionMarker.ts';
import type { FoundSecret } from './scan/mergeSpans.ts';

/** Is told how many secrets a rule masked. */
export type CountMask = (rule: string, times: number) => void;

/** Puts a marker in place of each range; gives the same string where there is none. */
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
