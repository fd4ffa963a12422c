/** State of the latest turn, as far as the log has been read: `calling` waits for results, `asked` for a reply. */
export type TurnState = 'none' | 'asked' | 'calling' | 'answered' | 'failed' | 'interrupted';

/** What a session's end comes to where its log stops in such a turn. */
export const turnEndings = {
  none: { status: 'in_progress', outcome: 'unknown' },
  asked: { status: 'in_progress', outcome: 'unknown' },
  calling: { status: 'in_progress', outcome: 'unknown' },
  answered: { status: 'success', outcome: 'succeeded' },
  failed: { status: 'failed', outcome: 'failed' },
  interrupted: { status: 'failed', outcome: 'interrupted' },
} as const satisfies Record<TurnState, object>;

/** Returns the name that was counted most often, the first of several; undefined if there is none. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
