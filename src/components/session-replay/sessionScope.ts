import type { SessionIndex } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { knownStart, toIso } from '../../session/internal.ts';
import type { ItemScope } from '../shared/itemPlace.ts';

/** What the agents of known tools are called. */
const agents: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude'],
  ['claude-stream', 'Claude'],
  ['codex', 'Codex'],
  ['opencode', 'OpenCode'],
  ['pi', 'pi'],
  ['copilot-cli', 'Copilot'],
  ['codex-exec-json', 'Codex'],
  ['codex-log', 'Codex'],
  ['codex-rollout', 'Codex'],
]);

/** What the views of items need to know of their session: times are counted from where the replay begins. */
export const sessionScope = memoize(({ session, axes }: SessionIndex): ItemScope => {
  const { environment, provenance } = session;
  const agentName = agents.get(environment?.cli ?? '') ?? agents.get(provenance?.source_format ?? '');
  return {
    startedAt: toIso(axes.full.origin),
    dated: knownStart(session) !== undefined,
    cwd: environment?.cwd,
    agentName,
    sources: provenance?.sources.map(({ name }) => name),
  };
});
