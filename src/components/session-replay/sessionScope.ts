import { hasClock, type SessionIndex } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { knownStart, toIso } from '../../session/internal.ts';
import { agentOf } from '../icons/agents.ts';
import type { ItemScope } from '../shared/itemPlace.ts';

/** The session's part of what views of items need to know. Times count from the beginning of the replay if the log has a clock. */
export const sessionScope = memoize((index: SessionIndex): ItemScope => {
  const { session, axes } = index;
  const { environment, provenance } = session;
  const agent = agentOf(environment?.cli) ?? agentOf(provenance?.source_format);
  return {
    startedAt: hasClock(index) ? toIso(axes.full.origin) : undefined,
    dated: hasClock(index) && knownStart(session) !== undefined,
    cwd: environment?.cwd,
    agentName: agent?.name,
    sources: provenance?.sources.map(({ name }) => name),
  };
});
