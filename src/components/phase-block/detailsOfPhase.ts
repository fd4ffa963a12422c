import type { PhaseBlock } from '../../replay/index.ts';

/** Whether files that a phase only read are worth telling: where looking around was what it was for. */
export function tellsExplored({ annotation, type, calls }: PhaseBlock): boolean {
  return annotation?.exploration_record !== undefined || (type === 'explore' && calls > 0);
}

/** Whether there is more to say of a phase than its header does. */
export function hasPhaseDetails(block: PhaseBlock): boolean {
  const { decisions = [], context_used = [] } = block.annotation ?? {};
  return decisions.length > 0 || context_used.length > 0 || tellsExplored(block);
}
