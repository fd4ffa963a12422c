import type { SessionIndex } from '../../replay/index.ts';
import type { ContentRef } from '../../session/index.ts';

/** What an item's view needs to know of the session around it. All of it may be unknown. */
export interface ItemScope {
  /** Start of the session, ISO 8601: times are shown from here. Without it, rows show no time. */
  readonly startedAt?: string | undefined;
  /** `false` where nothing tells when the session was: times of day and dates would be made up. @default true */
  readonly dated?: boolean | undefined;
  /** Paths inside this folder lose it. */
  readonly cwd?: string | undefined;
  /** What the agent is called; "Agent" where no one says. */
  readonly agentName?: string | undefined;
  /** Whether a subagent's run is around it: there the agent that started it speaks as the user; its name, '' where none is known. */
  readonly taskFrom?: string | undefined;
  /** Names of the source files, in the order of `provenance.sources`. */
  readonly sources?: readonly string[] | undefined;
  /** Where the whole of a shortened text or an attachment can be fetched; nothing is, unless the reader asks. */
  readonly contentUrl?: ((content: ContentRef) => string | undefined) | undefined;
}

/** In the timeline of a subagent its runs have their tasks from it; in that of a session, from the main agent, who has no name. */
function agentAround(scope: ItemScope | undefined): string {
  return scope?.taskFrom === undefined ? '' : (scope.agentName ?? '');
}

/** What the view of an item needs to know in its run: a subagent speaks under its own name, and has its task from another agent. */
export function scopeInRun({ runs }: SessionIndex, run: number, scope: ItemScope | undefined): ItemScope | undefined {
  const around = run === 0 ? undefined : runs[run];
  return around === undefined
    ? scope
    : { ...scope, agentName: around.agent, taskFrom: runs[around.parent ?? 0]?.agent ?? agentAround(scope) };
}

/** Where an item stands: in its session, among its siblings, and to the playhead. */
export interface ItemPlace {
  /** What is known of the session around it. @default nothing: rows show no time */
  scope?: ItemScope | undefined;
  /** Nesting of inner calls: 0 for the session's own. @default 0 @selector [data-depth] */
  depth?: number | undefined;
  /**
   * To the playhead: passed, begun but not ended, or not begun.
   * @default 'done'
   * @selector [data-play-state]
   */
  playState?: 'done' | 'running' | 'ahead' | undefined;
  /** The last item that the playhead passed. @default false @selector [data-current] */
  current?: boolean | undefined;
  /** Whether its details are shown. @default false @selector [data-selected] */
  selected?: boolean | undefined;
}
