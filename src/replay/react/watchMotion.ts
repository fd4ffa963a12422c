/** How much may move; `system` follows the reader's settings. */
export type PlayheadMotion = 'full' | 'reduced' | 'system';

/** Gives what tells, whenever it is asked, whether motion is to be reduced. For browsers. */
export function watchMotion(motion: PlayheadMotion): () => boolean {
  if (motion !== 'system') return () => motion === 'reduced';
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  return () => query.matches;
}
