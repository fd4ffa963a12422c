import type { Translate } from '../language/messages.ts';

type WordKey =
  | `planRun.kind.${'research' | 'process' | 'synthesize' | 'review'}`
  | `planRun.status.${'pending' | 'in_progress' | 'completed' | 'blocked'}`;

const keys: ReadonlyMap<string, WordKey> = new Map([
  ['research', 'planRun.kind.research'],
  ['process', 'planRun.kind.process'],
  ['synthesize', 'planRun.kind.synthesize'],
  ['review', 'planRun.kind.review'],
  ['pending', 'planRun.status.pending'],
  ['in_progress', 'planRun.status.in_progress'],
  ['completed', 'planRun.status.completed'],
  ['blocked', 'planRun.status.blocked'],
]);

/** Says the kind or the status of a plan's step in the reader's language; a word that the format does not know stays as the log has it. */
export function stepWord(word: string, t: Translate<WordKey>): string {
  const plain = word.toLowerCase();
  const key = keys.get(plain);
  return key === undefined ? plain.replaceAll('_', ' ') : t(key);
}
