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
