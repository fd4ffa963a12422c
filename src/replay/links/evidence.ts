import type { LinkReasonKind } from './contextLink.ts';
import { reasonBit, reasonKinds } from './linkTable.ts';

/** What speaks for links into one call: points by the call that contributed. */
export interface Evidence {
  /** Adds points for a contributing call, of one kind of reason. */
  add(from: number, kind: LinkReasonKind, points: number): void;
  /** Whether a call has points of a kind. */
  has(from: number, kind: LinkReasonKind): boolean;
  /** Counts one more line or word that could have come from somewhere. */
  ask(kind: 'quote' | 'words'): void;
  /** The calls whose points suffice, the best first. */
  verdict(): readonly Verdict[];
}

/** A contributing call, its points, and the kinds of its reasons as bits. */
export interface Verdict {
  readonly from: number;
  readonly points: number;
  readonly kinds: number;
}

/** Fewer points are chance. */
const fewestPoints = 1;
/** A long input shares something with much that it did not come from: what is in it beyond this raises what is needed. */
const plenty = 10;
const pointsForEach = { quote: 0.02, words: 0.05 } as const;
const mostNeeded = 5;
/** Beside a call with many points, one with less than this share of them is noise. */
const smallestShare = 0.12;
/** So many sources of one call are kept. */
const mostLinks = 8;
/** Lines beyond these add nothing. */
const mostFor: Readonly<Record<LinkReasonKind, number>> = { quote: 8, file: 3, annotation: 3, place: 2, words: 6 };

const none: readonly Verdict[] = [];

/** Begins to weigh what speaks for links into one call. */
export function weighEvidence(): Evidence {
  let points: Map<number, number[]> | undefined;
  const asked = { quote: 0, words: 0 };
  return {
    add(from, kind, more) {
      points ??= new Map();
      const all = points.get(from) ?? [0, 0, 0, 0, 0];
      const at = reasonKinds.indexOf(kind);
      all[at] = Math.min((all[at] as number) + more, mostFor[kind]);
      points.set(from, all);
    },
    has: (from, kind) => (points?.get(from)?.[reasonKinds.indexOf(kind)] ?? 0) > 0,
    ask(kind) {
      asked[kind] += 1;
    },
    verdict() {
      if (points === undefined) return none;
      const needed = (kind: 'quote' | 'words'): number =>
        Math.min(mostNeeded, fewestPoints + Math.max(0, asked[kind] - plenty) * pointsForEach[kind]);
      const sums = [...points].map(([from, all]): Verdict => {
        const kinds = reasonKinds.filter((_, at) => (all[at] as number) > 0);
        return {
          from,
          points: all.reduce((sum, each) => sum + each, 0),
          kinds: kinds.reduce((bits, kind) => bits | reasonBit(kind), 0),
        };
      });
      const best = sums.reduce((most, verdict) => Math.max(most, verdict.points), 0);
      const suffices = ({ kinds, points: sum }: Verdict): boolean => {
        if (kinds === reasonBit('words')) return sum >= needed('words');
        return sum >= ((kinds & ~(reasonBit('words') | reasonBit('quote'))) === 0 ? needed('quote') : fewestPoints);
      };
      return sums
        .filter((sum) => suffices(sum) && sum.points >= best * smallestShare)
        .sort((one, other) => other.points - one.points || other.from - one.from)
        .slice(0, mostLinks);
    },
  };
}
