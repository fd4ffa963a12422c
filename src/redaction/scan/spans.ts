import { redactionMarker } from '../redactionMarker.ts';
import type { Evidence, Span } from '../secretRule.ts';

/** A range that a rule wants masked. */
export interface FoundSecret extends Span {
  readonly rule: string;
  readonly evidence: Evidence;
}

/** Sorts ranges and joins those that overlap; the surest rule, then the first, names the joined range. */
export function mergeSpans(found: readonly FoundSecret[]): readonly FoundSecret[] {
  if (isDisjoint(found)) return found;
  const ordered = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: FoundSecret[] = [];
  for (const next of ordered) {
    const last = merged.at(-1);
    if (last === undefined || next.start >= last.end) {
      merged.push(next);
      continue;
    }
    const { rule, evidence } = sureness[next.evidence] > sureness[last.evidence] ? next : last;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, next.end), rule, evidence };
  }
  return merged;
}

function isDisjoint(found: readonly FoundSecret[]): boolean {
  return found.every(({ start }, index) => start >= (found[index - 1]?.end ?? 0));
}

const sureness: Record<Evidence, number> = { guess: 0, context: 1, format: 2 };

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
