import type { Session } from '../../session/index.ts';
import {
  clockLength,
  knownStart,
  type MainAndInner,
  modelOf,
  type SessionTotals,
  sumOf,
  tokensOfKind,
} from '../../session/internal.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';

/** A fact of a session in words. */
export interface SessionFact {
  readonly name: 'started' | 'duration' | 'active' | 'output' | 'cacheRead' | 'calls' | 'failed' | 'more';
  readonly label: string;
  readonly text: string;
  /** Secondary text behind it. */
  readonly note?: string | undefined;
}

/** A fact as it is read and copied: its figure with what is said behind it, `131 +132`. */
export function writeFact({ text, note }: Pick<SessionFact, 'text' | 'note'>): string {
  return note === undefined ? text : `${text} ${note}`;
}

/** The first and the last moment of what was recorded, in milliseconds since the session began. */
export interface RecordedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

type TokenKind = Parameters<typeof tokensOfKind>[1];

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
  totals: SessionTotals,
  { activeMs, records }: { activeMs?: number | undefined; records?: RecordedSpan | undefined },
): SessionFactLists {
  const { t, formatters } = useKit(sessionsWords);
  const { environment } = session;
  const fact = (name: SessionFact['name'], label: string, text: string | undefined, note?: string): SessionFact[] =>
    text === undefined ? [] : [{ name, label, text, note }];
  const counted = (
    name: SessionFact['name'],
    label: string,
    figure: MainAndInner | undefined,
    write = formatters.number,
  ): SessionFact[] =>
    figure === undefined
      ? []
      : fact(name, label, write(figure.main), figure.inner > 0 ? `+${write(figure.inner)}` : undefined);
  const tokens = (kind: TokenKind) => tokensOfKind(totals.tokens, kind);
  // A conversation without calls has no calls that could fail.
  const hasCalls = sumOf(totals.calls) > 0;
  const said = (key: 'firstRecord' | 'lastBefore' | 'lastAfter', ms: number): string | undefined =>
    ms < 1000 ? undefined : t(`session.${key}`, { time: formatters.duration(ms) });
  const firstRecord = records && said('firstRecord', records.fromMs);
  const { durationMs } = totals;
  // Where the replay knows its clock, the length is that of the clock, as the transport and the brief have it.
  const clockMs = records === undefined || durationMs === undefined ? durationMs : records.toMs - records.fromMs;
  // A log with one time has no length.
  const lengthMs = clockMs === 0 && session.inferred?.includes('completed_at') === true ? undefined : clockMs;
  const after = records === undefined || durationMs === undefined ? 0 : records.toMs - durationMs;
  const lastRecord = after > 0 ? said('lastAfter', after) : said('lastBefore', -after);
  const shown = [
    ...fact('started', t('session.started'), ...startedOf(session, { t, formatters }, firstRecord)),
    ...fact(
      'duration',
      t('session.duration'),
      lengthMs === undefined ? t('session.dateUnknown') : formatters.duration(clockLength(lengthMs)),
      lastRecord,
    ),
    ...fact(
      'active',
      t('session.active'),
      activeMs === undefined ? undefined : formatters.duration(clockLength(activeMs)),
    ),
    ...counted('output', t('session.tokensOut'), tokens('output'), formatters.tokens),
    // Some logs have only the sum.
    ...(tokens('output') === undefined ? counted('output', t('session.tokensUsed'), tokens('total')) : []),
    ...counted('cacheRead', t('session.cacheRead'), tokens('cache_read'), formatters.tokens),
    ...(hasCalls
      ? [
          ...counted('calls', t('session.calls'), totals.calls),
          ...counted('failed', t('session.failed'), totals.failed),
        ]
      : fact('calls', t('session.messages'), formatters.number(totals.messages))),
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
    ...counted('more', t('usage.input'), tokens('input'), formatters.tokens),
    ...counted('more', t('usage.cache_write'), tokens('cache_write'), formatters.tokens),
    ...fact('more', t('session.source'), provenance?.sources.map(({ name }) => name).join(', ')),
    ...made,
  ];
  return { shown, settings, all: [...ids, ...shown, ...more] };
}

/** When it began, unless that is unknown: without an anchor times are counted from 1970, which is no date. */
function startedOf(
  { created_at, inferred }: SessionHead,
  { t, formatters }: Pick<KitOf<typeof sessionsWords>, 't' | 'formatters'>,
  firstRecord: string | undefined,
): [text: string, note?: string | undefined] {
  if (inferred?.includes('created_at') !== true) return [formatters.dateTime(created_at), firstRecord];
  if (knownStart({ created_at, inferred }) === undefined) return [t('session.dateUnknown')];
  return [formatters.dateTime(created_at), t('inferred')];
}

/** What a card shows of a session. Its calls and events are left out: to mask them would take long, for nothing. */
export type SessionHead = Pick<
  Session,
  | 'session_id'
  | 'task_title'
  | 'created_at'
  | 'status'
  | 'outcome'
  | 'inferred'
  | 'agent'
  | 'environment'
  | 'provenance'
  | 'task_description'
  | 'summary'
  | 'extensions'
>;

/** Takes out of a session what its card shows. */
export function sessionHead({
  session_id,
  task_title,
  created_at,
  status,
  outcome,
  inferred,
  agent,
  environment,
  provenance,
  task_description,
  summary,
  extensions,
}: Session): SessionHead {
  return {
    ...{ session_id, task_title, created_at, status, outcome, inferred, agent, environment, provenance },
    ...{ task_description, summary, extensions },
  };
}
