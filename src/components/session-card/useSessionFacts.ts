'use client';
import { modelOf } from '../../session/queries/modelOf.ts';
import { isDateKnown } from '../shared/isDateKnown.ts';
import type { Kit } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';
import type { SessionFigures } from './sessionFigures.ts';
import type { SessionHead } from './sessionHead.ts';

/** A fact of a session in words. */
export interface SessionFact {
  readonly name: 'started' | 'duration' | 'active' | 'output' | 'cacheRead' | 'calls' | 'failed' | 'more';
  readonly label: string;
  readonly text: string;
  /** Said more quietly behind it. */
  readonly note?: string | undefined;
}

/** The figures that a card shows, how the agent was set up, and all that is copied. */
export interface SessionFactLists {
  readonly shown: readonly SessionFact[];
  readonly settings: readonly SessionFact[];
  readonly all: readonly SessionFact[];
}

function cliOf(environment: SessionHead['environment']): string | undefined {
  return [environment?.cli, environment?.cli_version].filter(Boolean).join(' ') || undefined;
}

/** Puts the figures of a session into words. What the log does not say is left out. */
export function useSessionFacts(
  session: SessionHead,
  figures: SessionFigures,
  activeMs: number | undefined,
): SessionFactLists {
  const { t, formatters } = useKit();
  const { usage, environment } = session;
  const fact = (name: SessionFact['name'], label: string, text: string | undefined, note?: string): SessionFact[] =>
    text === undefined ? [] : [{ name, label, text, note }];
  const tokens = (count: number | undefined): string | undefined =>
    count === undefined ? undefined : formatters.tokens(count);
  // A conversation without calls has no calls that could fail.
  const hasCalls = figures.calls + figures.innerCalls > 0;
  const shown = [
    ...fact('started', t('session.started'), ...startedOf(session, { t, formatters })),
    ...fact('duration', t('session.duration'), formatters.duration(figures.durationMs)),
    ...fact('active', t('session.active'), activeMs === undefined ? undefined : formatters.duration(activeMs)),
    ...fact('output', t('session.tokensOut'), tokens(usage?.output)),
    // Some logs give the sum alone.
    ...(usage?.output === undefined
      ? fact('output', t('session.tokensUsed'), usage?.total === undefined ? undefined : formatters.number(usage.total))
      : []),
    ...fact('cacheRead', t('session.cacheRead'), tokens(usage?.cache_read)),
    ...(hasCalls
      ? [
          ...fact(
            'calls',
            t('session.calls'),
            formatters.number(figures.calls),
            figures.innerCalls > 0 ? formatters.change(figures.innerCalls, '+') : undefined,
          ),
          ...fact('failed', t('session.failed'), formatters.number(figures.failed)),
        ]
      : fact('calls', t('session.messages'), formatters.number(figures.messages))),
  ];
  const settings = [
    ...fact('more', t('session.cli'), cliOf(environment)),
    ...fact('more', t('session.provider'), environment?.provider),
    ...fact('more', t('session.sandbox'), environment?.sandbox),
    ...fact('more', t('session.approval'), environment?.approval),
    ...fact('more', t('session.reasoning'), environment?.reasoning_effort),
    ...fact('more', t('session.summaries'), environment?.reasoning_summaries),
    ...fact('more', t('session.locale'), environment?.locale),
  ];
  const { agent, summary, provenance, inferred } = session;
  const nativeId = provenance?.native_id;
  const ids = [
    ...fact('more', t('session.id'), session.session_id),
    ...fact(
      'more',
      t('session.nativeId'),
      typeof nativeId === 'string' && nativeId !== session.session_id ? nativeId : undefined,
    ),
  ];
  const made = [
    ...fact('more', t('session.capabilities'), agent.capability_snapshot),
    ...fact('more', t('session.filesCreated'), summary.files_created.join(', ') || undefined),
    ...fact('more', t('session.filesModified'), summary.files_modified.join(', ') || undefined),
    ...fact(
      'more',
      t('session.errors'),
      summary.errors_encountered === undefined ? undefined : formatters.number(summary.errors_encountered),
    ),
    ...fact(
      'more',
      t('session.inferred'),
      inferred === undefined || inferred.length === 0 ? undefined : inferred.join(', '),
    ),
  ];
  const more = [
    ...fact('more', t('session.model'), modelOf(session)),
    ...fact('more', t('session.folder'), environment?.cwd),
    ...fact('more', t('session.branch'), environment?.git_branch),
    ...fact('more', t('session.commit'), environment?.git_commit),
    ...settings,
    ...fact('more', t('usage.input'), tokens(usage?.input)),
    ...fact('more', t('usage.cache_write'), tokens(usage?.cache_write)),
    ...fact('more', t('session.source'), provenance?.sources.map(({ name }) => name).join(', ')),
    ...made,
  ];
  return { shown, settings, all: [...ids, ...shown, ...more] };
}

/** When it began, and whether anybody knows: times without an anchor are laid from 1970 on, which is no date. */
function startedOf(
  { created_at, inferred }: SessionHead,
  { t, formatters }: Pick<Kit, 't' | 'formatters'>,
): [text: string, note?: string] {
  if (inferred?.includes('created_at') !== true) return [formatters.dateTime(created_at)];
  if (!isDateKnown(created_at)) return [t('session.dateUnknown')];
  return [formatters.dateTime(created_at), t('inferred')];
}
