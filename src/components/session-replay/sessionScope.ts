import type { SessionIndex } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { knownStart, toIso } from '../../session/internal.ts';
import { agentOf } from '../icons/agents.ts';
import type { ItemScope } from '../shared/itemPlace.ts';

/** What the views of items need to know of their session: times are counted from where the replay begins. */
export const sessionScope = memoize(({ session, axes }: SessionIndex): ItemScope => {
  const { environment, provenance } = session;
  const agent = agentOf(environment?.cli) ?? agentOf(provenance?.source_format);
  return {
    startedAt: toIso(axes.full.origin),
    dated: knownStart(session) !== undefined,
    cwd: environment?.cwd,
    agentName: agent?.name,
    sources: provenance?.sources.map(({ name }) => name),
  };
});
