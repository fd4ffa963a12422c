import type { TermKind } from './scanTerms.ts';

/** Why a call is believed to have used what another contributed, the strongest kind first; a link holds its kinds as bits in this order. */
export const reasonKinds = ['quote', 'file', 'annotation', 'place', 'words'] as const;

export type LinkReasonKind = (typeof reasonKinds)[number];

/** The bit of a kind of reason. */
export function reasonBit(kind: LinkReasonKind): number {
  return 1 << reasonKinds.indexOf(kind);
}

/** How sure a link is. */
export type LinkStrength = 'strong' | 'medium' | 'weak';

export function strengthOf(points: number): LinkStrength {
  if (points >= 3) return 'strong';
  return points >= 1.5 ? 'medium' : 'weak';
}

/** A contributing call, its points, and the kinds of its reasons as bits. */
export interface Supported {
  readonly from: number;
  readonly points: number;
  readonly kinds: number;
}

/** Minimum number of points; with fewer, a match is chance. */
const fewestPoints = 1;
/**
 * A long input shares something with many calls that it did not come from: beyond this number of lines and words, more points are needed.
 */
const plenty = 10;
const pointsForEach = { quote: 0.02, words: 0.05 } as const;
const mostNeeded = 5;
/** Minimum share of the points of the strongest source; weaker sources are noise. */
const smallestShare = 0.12;
/** Maximum number of sources per call. */
const mostLinks = 8;
/** Maximum points per kind of reason. */
const mostFor: Readonly<Record<LinkReasonKind, number>> = { quote: 8, file: 3, annotation: 3, place: 2, words: 6 };

const none: readonly Supported[] = [];
const wordsAlone = reasonBit('words');
const fewestReasons = wordsAlone | reasonBit('quote');

/** Evidence for links into one call: points by contributing call. */
export class LinkEvidence {
  private points: Map<number, number[]> | undefined;
  private lines = 0;
  private words = 0;

  /** Adds points of one kind of reason to a contributing call. */
  add(from: number, kind: LinkReasonKind, points: number): void {
    this.points ??= new Map();
    const all = this.points.get(from) ?? [0, 0, 0, 0, 0];
    const at = reasonKinds.indexOf(kind);
    all[at] = Math.min((all[at] as number) + points, mostFor[kind]);
    this.points.set(from, all);
  }

  /** Whether a call has points of a kind. */
  has(from: number, kind: LinkReasonKind): boolean {
    return (this.points?.get(from)?.[reasonKinds.indexOf(kind)] ?? 0) > 0;
  }

  /** Counts one more line or word of the input that could have come from another call. */
  ask(kind: 'quote' | 'words'): void {
    if (kind === 'quote') this.lines += 1;
    else this.words += 1;
  }

  /** The calls with enough points, most points first. */
  supported(): readonly Supported[] {
    if (this.points === undefined) return none;
    const sums = [...this.points].map(([from, all]): Supported => {
      const kinds = reasonKinds.filter((_, at) => (all[at] as number) > 0);
      return {
        from,
        points: all.reduce((sum, each) => sum + each, 0),
        kinds: kinds.reduce((bits, kind) => bits | reasonBit(kind), 0),
      };
    });
    const best = sums.reduce((most, { points }) => Math.max(most, points), 0);
    return sums
      .filter((sum) => sum.points >= this.needed(sum.kinds) && sum.points >= best * smallestShare)
      .sort((one, other) => other.points - one.points || other.from - one.from)
      .slice(0, mostLinks);
  }

  /** Points needed for a link with these kinds of reasons. */
  private needed(kinds: number): number {
    if ((kinds & ~fewestReasons) !== 0) return fewestPoints;
    const isOfWords = kinds === wordsAlone;
    const beyond = Math.max(0, (isOfWords ? this.words : this.lines) - plenty);
    return Math.min(mostNeeded, fewestPoints + beyond * pointsForEach[isOfWords ? 'words' : 'quote']);
  }
}

/** Base points of each kind of term. One point is enough for a link. */
export const termWorth: Readonly<Record<TermKind, number>> = {
  path: 3,
  file: 1.2,
  id: 2.5,
  key: 1,
  name: 1,
  joined: 0.6,
  number: 0.3,
};

/** Points of a path of which only the last two parts were shown. */
export const tailWorth = 2;
/** Points of a folder in which things were found, by its whole path or by the last two parts. */
export const folderWorth = 1.2;
export const folderTailWorth = 0.9;
/** Points of two words with a slash between them: a branch, a choice, perhaps a folder. */
export const pairWorth = 0.6;
/** Points for having found one of the lines that are read. */
export const nearLineWorth = 2;
/** Points for having read the file that is changed, and for being named by an annotation. */
export const fileWorth = 2.5;
export const annotationWorth = 2;

/** A number in an output of fewer characters than this was the answer. */
export const shortAnswer = 500;
export const numberInAnswerWorth = 1;

/** What many calls showed says little about each of them: the share that counts. */
export function rarity(timesShown: number): number {
  if (timesShown <= 3) return 1;
  return timesShown <= 8 ? 0.5 : 0.2;
}

/** A line of an input, with the last two calls that showed it. */
export interface QuotedLine {
  readonly from: number;
  /** -1 where only one call showed it. */
  readonly before: number;
  readonly points: number;
}

/** Credits each line to the one of its two calls that showed more of the other lines; to the later one if they are equal. */
export function creditLines(quoted: readonly QuotedLine[], evidence: LinkEvidence): void {
  if (quoted.length === 0) return;
  const counts = new Map<number, number>();
  for (const { from, before } of quoted) {
    counts.set(from, (counts.get(from) ?? 0) + 1);
    if (before >= 0) counts.set(before, (counts.get(before) ?? 0) + 1);
  }
  for (const { from, before, points } of quoted) {
    const isBefore = (counts.get(before) ?? 0) > (counts.get(from) ?? 0);
    evidence.add(isBefore ? before : from, 'quote', points);
  }
}
