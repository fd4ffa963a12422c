import type { PhaseBlock } from '../../replay/index.ts';

/** Whether to list files that a phase only read: only if exploring was its purpose. */
export function tellsExplored({ annotation, type, calls }: PhaseBlock): boolean {
  return annotation?.exploration_record !== undefined || (type === 'explore' && calls > 0);
}

/** Whether a phase has more to show than its header does. */
export function hasPhaseDetails(block: PhaseBlock): boolean {
  const { decisions = [], context_used = [] } = block.annotation ?? {};
  return decisions.length > 0 || context_used.length > 0 || tellsExplored(block);
}
