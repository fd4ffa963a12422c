import { hasClock, type SessionIndex } from '../../replay/index.ts';
import type { ContentRef, NotePlace } from '../../session/index.ts';
import { notesWords } from '../language/english/notes.ts';
import { useKit } from '../theme/useKit.ts';
import { relativePath } from './PathText.tsx';

/** What an item's view needs to know of the session around it. Any of it may be unknown. */
export interface ItemScope {
  /** Start of the session, ISO 8601; times are shown relative to it. Without it, rows show no time. */
  readonly startedAt?: string | undefined;
  /** `false` if the source does not say when the session was, so that times of day and dates would be made up. @default true */
  readonly dated?: boolean | undefined;
  /** Paths inside this folder are shown relative to it. */
  readonly cwd?: string | undefined;
  /** Name of the agent; "Agent" if unknown. */
  readonly agentName?: string | undefined;
  /** In a subagent's run: the name of the agent that started it, which speaks there as the user; '' if the name is unknown. */
  readonly taskFrom?: string | undefined;
  /** Names of the source files, in the order of `provenance.sources`. */
  readonly sources?: readonly string[] | undefined;
  /** Where the full text behind a shortened one, or an attachment, can be fetched; nothing is fetched unless the reader asks. */
  readonly contentUrl?: ((content: ContentRef) => string | undefined) | undefined;
}

/** In the timeline of a subagent, its runs got their tasks from it; in that of a session, from the main agent, which has no name. */
function agentAround(scope: ItemScope | undefined): string {
  return scope?.taskFrom === undefined ? '' : (scope.agentName ?? '');
}

/** The scope of an item inside a run: a subagent speaks under its own name, and got its task from another agent. */
export function scopeInRun({ runs }: SessionIndex, run: number, scope: ItemScope | undefined): ItemScope | undefined {
  const around = run === 0 ? undefined : runs[run];
  return around === undefined
    ? scope
    : { ...scope, agentName: around.agent, taskFrom: runs[around.parent ?? 0]?.agent ?? agentAround(scope) };
}

/** Where an item stands: in its session, among its siblings, and relative to the playhead. */
export interface ItemPlace {
  /** What is known of the session around it. @default nothing: rows show no time */
  scope?: ItemScope | undefined;
  /**
   * When the replay's clock reaches it, in milliseconds since 1970, where logs are out of order. @default when it happened
   */
  replayedAt?: number | undefined;
  /** Nesting of inner calls: 0 for the session's own. @default 0 @selector [data-depth] */
  depth?: number | undefined;
  /**
   * Relative to the playhead: passed, begun but not ended, or not begun.
   * @default 'done'
   * @selector [data-play-state]
   */
  playState?: 'done' | 'running' | 'ahead' | undefined;
  /** Whether it is the last item that the playhead passed. @default false @selector [data-current] */
  current?: boolean | undefined;
  /** Whether its details are shown. @default false @selector [data-selected] */
  selected?: boolean | undefined;
}

/** Returns what says in words where a note is pinned; undefined where the session does not have its item. Masks nothing itself. */
export function useNotePlace(index: SessionIndex, scope: ItemScope | undefined): (on: NotePlace) => string | undefined {
  const { t, formatters } = useKit(notesWords);
  return (on) => {
    switch (on.kind) {
      case 'range':
        return t('notes.on.range', { from: formatters.clock(on.from_ms), to: formatters.clock(on.to_ms) });
      case 'line':
        return t(on.side === 'old' ? 'notes.on.oldLine' : 'notes.on.line', {
          path: relativePath(on.path, scope?.cwd),
          line: on.line,
        });
      case 'item': {
        const item = index.itemById(on.item);
        if (item === undefined) return undefined;
        return hasClock(index) ? formatters.clock(index.starts[item.index] ?? 0) : `#${item.index + 1}`;
      }
    }
  };
}
