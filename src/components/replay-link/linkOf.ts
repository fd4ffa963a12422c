import { itemAtPlayhead, noFilters, type Replay, sessionMs } from '../../replay/index.ts';
import type { ReplayLink } from './replayLink.ts';

/** What a link names beyond the replay itself. */
export interface LinkedView {
  /** Names of what is open or hidden. */
  readonly panels: readonly string[];
  /** What is searched for; empty for nothing. */
  readonly search: string;
}

/** The link to where a replay is right now. */
export function linkOf(replay: Replay, { panels, search }: LinkedView): ReplayLink {
  const { index, selection, pinned, filters, expanded } = replay.getState();
  const { at, item } = replay.position();
  return {
    session: index.session.session_id,
    at,
    item: index.items[item]?.id,
    selected: pinned ?? selection,
    filters,
    search,
    expanded: [...expanded],
    panels,
  };
}

/** Brings a replay to where a link leads; says whether the link is one of its session. What it has not is passed over. */
export function followLink(replay: Replay, link: ReplayLink): boolean {
  const { index, expanded } = replay.getState();
  if (link.session !== index.session.session_id) return false;
  replay.filter({ ...noFilters, ...link.filters });
  const wanted = new Set(link.expanded);
  for (const id of expanded) if (!wanted.has(id)) replay.collapse(id);
  for (const id of wanted) if (!expanded.has(id)) replay.expand(id);
  const item = link.item === undefined ? undefined : index.itemById(link.item)?.index;
  const start = item === undefined ? undefined : index.starts[item];
  if (item !== undefined && (link.at === undefined || Math.abs((start ?? 0) - link.at) < 1)) replay.seekToItem(item);
  else if (link.at !== undefined) replay.seek(sessionMs(link.at));
  openDetails(replay, link.selected);
  return true;
}

/** Opens the details that a link names: those of the row at the playhead go along with it, others were pinned. */
function openDetails(replay: Replay, selected: string | undefined): void {
  const state = replay.getState();
  const item = state.index.itemById(selected ?? '');
  const isHere = item !== undefined && (item.index === state.position.item || item === itemAtPlayhead(state));
  replay.pin(item === undefined || isHere ? undefined : item.id);
  replay.select(isHere ? state.index.items[state.position.item]?.id : undefined);
}
