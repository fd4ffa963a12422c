import type { TermKind } from './scanTerms.ts';

/** What a term is worth, in points, before anything else is known of it. One point is enough for a link. */
export const termWorth: Readonly<Record<TermKind, number>> = {
  path: 3,
  file: 1.2,
  id: 2.5,
  key: 1,
  name: 1,
  joined: 0.6,
  number: 0.3,
};

/** What a path is worth of which only the last two parts were shown. */
export const tailWorth = 2;
/** What a folder is worth that things were found in, by all of its path or by the last two parts. */
export const folderWorth = 1.2;
export const folderTailWorth = 0.9;
/** What two words with a slash between them are worth: a branch, a choice, perhaps a folder. */
export const pairWorth = 0.6;
/** What it is worth to have found one of the lines that are read. */
export const placeWorth = 2;
/** What it is worth to have read the file that is changed, and to be named by an annotation. */
export const fileWorth = 2.5;
export const annotationWorth = 2;

/** A number in an answer of fewer characters than this was the answer. */
export const shortAnswer = 500;
export const numberInAnswerWorth = 1;

/** What many calls showed tells little about one of them: the share that counts. */
export function rarity(timesShown: number): number {
  if (timesShown <= 3) return 1;
  return timesShown <= 8 ? 0.5 : 0.2;
}
