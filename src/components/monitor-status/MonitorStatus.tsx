'use client';

import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useMemo } from 'react';
import { toolCategory } from '../../session/facts/toolFacts.ts';
import type { Session } from '../../session/index.ts';
import { field, fieldsOf, type JsonObject, summarize } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { runsWords } from '../language/english/runs.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { type Fact, Facts } from '../shared/Facts.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { ToolShares } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** What the monitor says of a session, beside what the session itself holds. */
interface Monitored {
  readonly status: MonitorState;
  /** `claude`, in the monitor's words. */
  readonly agent: string | undefined;
  readonly project: string | undefined;
  readonly startedAt: string | undefined;
  readonly lastActivity: string | undefined;
  readonly endedAt: string | undefined;
  readonly steps: number | undefined;
  readonly figures: readonly MonitorFigure[];
  readonly tools: readonly { readonly name: string; readonly count: number | undefined }[];
  readonly model: string | undefined;
  readonly durationMs: number | undefined;
}

/** How the monitor sees it; `unknown` where it uses a word that nobody knows. */
type MonitorState = 'running' | 'completed' | 'error' | 'cancelled' | 'unknown';

/** A figure by the monitor's count; where it has none, or another one, also by that of the session. */
interface MonitorFigure {
  readonly name: 'userMessages' | 'assistantMessages' | 'calls' | 'succeeded' | 'failed';
  readonly stated: number | undefined;
  readonly counted: number;
}

/** Reads what a monitor kept of a session; undefined where none watched it. */
export function monitored(session: Session): Monitored | undefined {
  const frago = fieldsOf(session.extensions?.frago);
  if (Object.keys(frago).length === 0) return undefined;
  const metadata = fieldsOf(frago.metadata);
  const summary = fieldsOf(frago.summary);
  const { callsByOutcome, messages, callCount, model, mostUsedTools } = summarize(session);
  const figure = (name: MonitorFigure['name'], key: string, counted: number): MonitorFigure => ({
    name,
    stated: field.number(summary, key),
    counted,
  });
  const calls = figure('calls', 'tool_call_count', callCount);
  const stated = field.objects(summary, 'most_used_tools').map((tool) => ({
    name: field.filledText(tool, 'tool_name') ?? '',
    count: field.number(tool, 'count'),
  }));
  const named = field.filledTexts(summary, 'most_used_tools').map((name) => ({ name, count: undefined }));
  const tools = [...stated.filter(({ name }) => name !== ''), ...named];
  return {
    status: stateOf(field.filledText(summary, 'final_status') ?? field.filledText(metadata, 'status')),
    agent: field.filledText(metadata, 'agent_type'),
    project: field.filledText(metadata, 'project_path'),
    startedAt: timeOf(metadata, 'started_at'),
    lastActivity: timeOf(metadata, 'last_activity'),
    endedAt: timeOf(metadata, 'ended_at'),
    steps: field.number(metadata, 'step_count'),
    figures: [
      figure('userMessages', 'user_message_count', messages.user),
      figure('assistantMessages', 'assistant_message_count', messages.assistant),
      calls.stated === undefined ? { ...calls, stated: field.number(metadata, 'tool_call_count') } : calls,
      figure('succeeded', 'tool_success_count', callsByOutcome.succeeded),
      figure('failed', 'tool_error_count', callsByOutcome.failed + callsByOutcome.denied),
    ],
    tools: tools.length > 0 ? tools : mostUsedTools,
    model: field.filledText(summary, 'model') ?? model,
    durationMs: field.number(summary, 'total_duration_ms'),
  };
}

const states: readonly string[] = ['running', 'completed', 'error', 'cancelled'] satisfies MonitorState[];

function stateOf(stated: string | undefined): MonitorState {
  return states.includes(stated ?? '') ? (stated as MonitorState) : 'unknown';
}

/** A time without a zone is taken as UTC, as the adapter does; what is none is left out. */
function timeOf(metadata: JsonObject, key: string): string | undefined {
  const stated = field.filledText(metadata, key);
  if (stated === undefined) return undefined;
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(stated) ? stated : `${stated}Z`);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}

const ownWords = { ...runsWords, ...sessionsWords };

/** Props of {@link MonitorStatus}. */
export interface MonitorStatusProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
}

const icons = {
  running: 'running',
  completed: 'succeeded',
  error: 'failed',
  cancelled: 'cancelled',
  unknown: 'unknown',
} as const satisfies Record<MonitorState, IconName>;

/**
 * When to use it: beside a session that a monitor watches or watched, live or afterwards.
 *
 * What a monitor says of a session that it watched: whether it still runs, when something last happened, and its summary;
 * where the session holds other figures than the monitor counted, both are shown. Nothing where no monitor watched it. Use it
 * above the replay of such a session.
 */
export const MonitorStatus = forwardRef<HTMLElement, MonitorStatusProps>(function MonitorStatus(
  { session, className, ...rest },
  ref,
) {
  const { t } = useKit(ownWords);
  const seen = useMasked(useMemo(() => monitored(session), [session]));
  if (seen === undefined) return null;
  const counted = seen.tools.flatMap(({ name, count }) =>
    count === undefined ? [] : [{ name, count, category: toolCategory(name) }],
  );
  const named = seen.tools.filter(({ count }) => count === undefined);
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-monitor', className)}
      aria-label={t('monitor')}
      data-status={seen.status}
      {...rest}
    >
      <p className="ark-monitor__status" role="status">
        <Icon name={icons[seen.status]} />
        <span className="ark-monitor__word">{t(`monitor.${seen.status}`)}</span>
        <Activity seen={seen} />
      </p>
      <dl className="ark-monitor__figures">
        {seen.figures.map((figure) => (
          <Figure key={figure.name} figure={figure} />
        ))}
      </dl>
      <MonitorFacts seen={seen} />
      {named.length === 0 ? null : <OneLine text={named.map(({ name }) => name).join(t('listSeparator'))} />}
      <ToolShares shares={counted} />
    </section>
  );
});

function Activity({ seen }: { seen: Monitored }): ReactElement | null {
  const { t, formatters } = useKit(ownWords);
  const at = seen.endedAt ?? seen.lastActivity;
  if (at === undefined) return null;
  return (
    <time className="ark-monitor__quiet" dateTime={at}>
      {t(seen.endedAt === undefined ? 'monitor.lastActivity' : 'monitor.ended', { time: formatters.dateTime(at) })}
    </time>
  );
}

function Figure({ figure: { name, stated, counted } }: { figure: MonitorFigure }): ReactElement {
  const { t, formatters } = useKit(ownWords);
  return (
    <div className="ark-monitor__figure" data-figure={name} data-zero={(stated ?? counted) === 0 ? '' : undefined}>
      <dt className="ark-monitor__name">{t(`monitor.${name}`)}</dt>
      <dd className="ark-monitor__value">
        {formatters.number(stated ?? counted)}
        {stated === undefined || stated === counted ? null : (
          <span className="ark-monitor__counted">{t('monitor.inLog', { n: counted })}</span>
        )}
      </dd>
    </div>
  );
}

/** A value of any length, kept on one line. */
function Line({ text }: { text: string }): ReactElement {
  return (
    <span className="ark-monitor__line">
      <OneLine text={text} />
    </span>
  );
}

function MonitorFacts({ seen }: { seen: Monitored }): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const facts: Fact[] = [
    ...(seen.agent === undefined ? [] : [{ name: t('monitor.agent'), value: <Line text={seen.agent} /> }]),
    ...(seen.model === undefined ? [] : [{ name: t('session.model'), value: <Line text={seen.model} /> }]),
    ...(seen.project === undefined ? [] : [{ name: t('session.folder'), value: <PathText path={seen.project} /> }]),
    ...(seen.startedAt === undefined
      ? []
      : [{ name: t('session.started'), value: formatters.dateTime(seen.startedAt) }]),
    ...(seen.durationMs === undefined
      ? []
      : [{ name: t('session.duration'), value: formatters.duration(seen.durationMs) }]),
    ...(seen.steps === undefined ? [] : [{ name: t('monitor.steps'), value: formatters.number(seen.steps) }]),
  ];
  return <Facts facts={facts} />;
}
