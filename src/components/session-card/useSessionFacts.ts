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

type FactsKit = Pick<KitOf<typeof sessionsWords>, 't' | 'formatters'>;

/** What the replay knows of a session's times. */
interface ReplayedTimes {
  readonly activeMs?: number | undefined;
  readonly records?: RecordedSpan | undefined;
}

/** A fact in a list, or an empty list where the log does not say it. */
function fact(name: SessionFact['name'], label: string, text: string | undefined, note?: string): SessionFact[] {
  return text === undefined ? [] : [{ name, label, text, note }];
}

function counted(
  name: SessionFact['name'],
  label: string,
  figure: MainAndInner | undefined,
  write: (value: number) => string,
): SessionFact[] {
  if (figure === undefined) return [];
  return fact(name, label, write(figure.main), figure.inner > 0 ? `+${write(figure.inner)}` : undefined);
}

/** Stands in the place of a figure that is not known yet. */
export const figureToCome = '…';

/** The figures that most sessions have, in their order. */
const figuresToCome = [
  ['duration', 'session.duration'],
  ['active', 'session.active'],
  ['output', 'session.tokensOut'],
  ['cacheRead', 'session.cacheRead'],
  ['calls', 'session.calls'],
  ['failed', 'session.failed'],
] as const;

/**
 * Puts the figures of a session into words. What the log does not say is left out. Without totals the figures are still to come: a mark
 * stands in the place of each.
 */
export function useSessionFacts(
  session: SessionHead,
  totals: SessionTotals | undefined,
  times: ReplayedTimes,
): SessionFactLists {
  const kit = useKit(sessionsWords);
  const { t, formatters } = kit;
  const { environment } = session;
  const tokens = (kind: TokenKind) => totals && tokensOfKind(totals.tokens, kind);
  const started = fact('started', t('session.started'), ...startedOf(session, kit, totals && times.records));
  const figures = totals === undefined ? [] : figuresOf(session, totals, times, kit);
  const toCome =
    totals === undefined ? figuresToCome.flatMap(([name, label]) => fact(name, t(label), figureToCome)) : [];
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
  return { shown: [...started, ...figures, ...toCome], settings, all: [...ids, ...started, ...figures, ...more] };
}

/** How long a session took, its tokens and its calls. */
function figuresOf(
  session: SessionHead,
  totals: SessionTotals,
  { activeMs, records }: ReplayedTimes,
  kit: FactsKit,
): SessionFact[] {
  const { t, formatters } = kit;
  const tokens = (kind: TokenKind) => tokensOfKind(totals.tokens, kind);
  // A conversation without calls has no calls that could fail.
  const hasCalls = sumOf(totals.calls) > 0;
  return [
    ...fact('duration', t('session.duration'), ...lengthOf(session, totals, records, kit)),
    ...fact(
      'active',
      t('session.active'),
      activeMs === undefined ? undefined : formatters.duration(clockLength(activeMs)),
    ),
    ...counted('output', t('session.tokensOut'), tokens('output'), formatters.tokens),
    // Some logs have only the sum.
    ...(tokens('output') === undefined
      ? counted('output', t('session.tokensUsed'), tokens('total'), formatters.number)
      : []),
    ...counted('cacheRead', t('session.cacheRead'), tokens('cache_read'), formatters.tokens),
    ...(hasCalls
      ? [
          ...counted('calls', t('session.calls'), totals.calls, formatters.number),
          ...counted('failed', t('session.failed'), totals.failed, formatters.number),
        ]
      : fact('calls', t('session.messages'), formatters.number(totals.messages))),
  ];
}

/** The least difference between two times that a note states, in milliseconds. */
const leastStatedMs = 1000;

/**
 * How long a session took: by the clock of its replay where that is known, as transport and brief have it. Beside it why the log says
 * otherwise.
 */
function lengthOf(
  { inferred, summary }: SessionHead,
  { durationMs }: SessionTotals,
  records: RecordedSpan | undefined,
  { t, formatters }: FactsKit,
): [text: string, note?: string | undefined] {
  const clockMs = records === undefined || durationMs === undefined ? durationMs : records.toMs - records.fromMs;
  // A log with one time has no length.
  if (clockMs === undefined || (clockMs === 0 && inferred?.includes('completed_at') === true))
    return [t('session.dateUnknown')];
  const { total_duration_ms: statedMs } = summary;
  // Most adapters fill it with the time from start to end.
  const isStated =
    inferred?.includes('summary.total_duration_ms') !== true && Math.abs(statedMs - (durationMs ?? 0)) >= leastStatedMs;
  const wholeMs = isStated ? statedMs : durationMs;
  const after = records === undefined || durationMs === undefined ? 0 : records.toMs - durationMs;
  const notes = [
    ...(wholeMs === undefined || Math.abs(wholeMs - clockMs) < leastStatedMs
      ? []
      : [t(isStated ? 'session.stated' : 'session.startToEnd', { time: formatters.duration(clockLength(wholeMs)) })]),
    ...(Math.abs(after) < leastStatedMs
      ? []
      : [t(after > 0 ? 'session.lastAfter' : 'session.lastBefore', { time: formatters.duration(Math.abs(after)) })]),
  ];
  return [formatters.duration(clockLength(clockMs)), notes.length === 0 ? undefined : notes.join(t('listSeparator'))];
}

/** When it began, unless that is unknown: without an anchor times are counted from 1970, which is no date. */
function startedOf(
  { created_at, inferred }: SessionHead,
  { t, formatters }: FactsKit,
  records: RecordedSpan | undefined,
): [text: string, note?: string | undefined] {
  if (inferred?.includes('created_at') === true)
    return knownStart({ created_at, inferred }) === undefined
      ? [t('session.dateUnknown')]
      : [formatters.dateTime(created_at), t('inferred')];
  const isLater = records !== undefined && records.fromMs >= leastStatedMs;
  return [
    formatters.dateTime(created_at),
    isLater ? t('session.firstRecord', { time: formatters.duration(records.fromMs) }) : undefined,
  ];
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
