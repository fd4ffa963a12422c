'use client';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useEffect, useMemo, useState } from 'react';
import { type OverviewPart, overviewOf, type SessionsOverview } from '../../replay/index.ts';
import { type OverviewMark, queryOfPart } from '../../replay/internal.ts';
import type { Prices, SessionQuery, SessionSource, SessionSums } from '../../session/index.ts';
import { sumsOfSource, unnamedModel } from '../../session/internal.ts';
import { errorText } from '../../session/text/errorText.ts';
import { AgentMark } from '../icons/AgentMark.tsx';
import { overviewWords } from '../language/english/overview.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { folderNames } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** Props of {@link SessionOverview}. */
export interface SessionOverviewProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** Where the sessions come from: the source of the list beside it. Keep the identical source between renders. */
  source: SessionSource;
  /** Which sessions are added up: the query of the list beside it. Keep the identical query between renders. @default all */
  query?: SessionQuery | undefined;
  /** Called when the reader presses a bar: the query, narrowed to what the bar stands for; without it, bars are no buttons. */
  onQuery?: ((query: SessionQuery) => void) | undefined;
  /** Called with the id of a session that the reader wants to open. */
  onSelect?: ((sessionId: string) => void) | undefined;
  /** Prices in US dollars, for sessions whose log states no cost; what is worked out by them is marked. @default those of `KitProvider` */
  prices?: Prices | undefined;
}

type Field = Exclude<OverviewMark, 'time'>;

const everySession: SessionQuery = {};
const measures = ['sessions', 'activeMs', 'tokens', 'cost'] as const;
type Measure = (typeof measures)[number];
/** Number of bars of a field. */
const mostBars = 8;

/**
 * When to use it: above or beside a list of sessions, to see what they took.
 *
 * Sessions, active time, tokens and cost by day, agent, model and project; the tools that failed most often, and the longest calls. Each bar
 * is a filter of the list. The source adds up; of one that has no `sums`, the newest 10,000 sessions are added up, and it says so.
 */
export const SessionOverview = forwardRef<HTMLElement, SessionOverviewProps>(function SessionOverview(
  { source, query = everySession, onQuery, onSelect, prices, className, ...rest },
  ref,
) {
  const kit = useKit(overviewWords);
  const { t } = kit;
  const { sums, failure, again } = useSums(source, query);
  const used = prices ?? kit.prices;
  const overview = useMemo(() => (sums === undefined ? undefined : overviewOf(sums, used)), [sums, used]);
  const [measure, setMeasure] = useState<Measure>('sessions');
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-overview', className)}
      aria-label={t('overview')}
      aria-busy={overview === undefined && failure === undefined}
      {...rest}
    >
      {failure !== undefined ? (
        <div role="alert">
          {`${t('overview.notRead')} ${failure} `}
          <ActionButton label={t('overview.again')} onClick={again} />
        </div>
      ) : null}
      {overview === undefined ? null : (
        <>
          <Totals overview={overview} measure={measure} onMeasure={setMeasure} />
          {overview.exact ? null : (
            <div className="ark-overview__note">{t('overview.newestOnly', { n: overview.sessions })}</div>
          )}
          <Days overview={overview} measure={measure} query={query} onQuery={onQuery} />
          <div className="ark-overview__fields">
            <Bars field="agent" {...{ overview, measure, query, onQuery }} />
            <Bars field="model" {...{ overview, measure, query, onQuery }} />
            <Bars field="project" {...{ overview, measure, query, onQuery }} />
            <Failing overview={overview} />
            <Longest overview={overview} onSelect={onSelect} />
          </div>
        </>
      )}
    </section>
  );
});

/** The sums of a query; the former ones until the new ones are there. */
function useSums(source: SessionSource, query: SessionQuery) {
  const [sums, setSums] = useState<SessionSums>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    sumsOfSource(source, query, { signal }).then(
      (answer) => {
        if (signal.aborted) return;
        setSums(answer);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted) setFailure(errorText(error));
      },
    );
    return () => controller.abort();
  }, [source, query, attempt]);
  return { sums, failure, again: () => setAttempt(attempt + 1) };
}

/** The least amount that the formatters write; less than it is said to be less. */
const leastAmount = 0.0001;

/** Stands for a sum to which no log said anything. */
const nothingKnown = '—';

/** Writes a figure of a part. */
function useWriteFigure({
  currency,
}: SessionsOverview): (part: Pick<OverviewPart, Measure | 'unpriced'>, measure: Measure) => string {
  const { t, formatters } = useKit(overviewWords);
  return (part, measure) => {
    switch (measure) {
      case 'sessions':
        return formatters.number(part.sessions);
      case 'activeMs':
        return part.activeMs === 0 ? nothingKnown : formatters.duration(part.activeMs);
      case 'tokens':
        return part.tokens === 0 ? nothingKnown : formatters.tokens(part.tokens);
      case 'cost':
        if (part.cost >= leastAmount) return `${part.unpriced > 0 ? '≥ ' : ''}${formatters.money(part.cost, currency)}`;
        if (part.unpriced > 0) return t('overview.costNotKnown');
        if (part.cost === 0 && part.tokens === 0) return nothingKnown;
        return part.cost > 0 ? `< ${formatters.money(leastAmount, currency)}` : formatters.money(0, currency);
    }
  };
}

interface TotalsProps {
  overview: SessionsOverview;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

/** The sums, each a button that says what the bars show. */
function Totals({ overview, measure, onMeasure }: TotalsProps): ReactElement {
  const { t } = useKit(overviewWords);
  const write = useWriteFigure(overview);
  const { pricesOf, unpriced } = overview;
  const notes = [
    ...(pricesOf === undefined ? [] : [t('overview.workedOut', { date: pricesOf })]),
    ...(unpriced === 0
      ? []
      : [t(overview.cost < leastAmount ? 'overview.noCost' : 'overview.unpriced', { n: unpriced })]),
  ];
  return (
    <>
      <div className="ark-overview__totals">
        {measures.map((each) => (
          <button
            key={each}
            type="button"
            className="ark-overview__total"
            aria-pressed={each === measure}
            onClick={() => onMeasure(each)}
          >
            <span className="ark-overview__name">{t(`overview.${each}`)}</span>
            <span className="ark-overview__figure ark-figures">{write(overview, each)}</span>
          </button>
        ))}
      </div>
      {notes.length === 0 ? null : <div className="ark-overview__note">{notes.join(' ')}</div>}
    </>
  );
}

interface ChartProps {
  overview: SessionsOverview;
  measure: Measure;
  query: SessionQuery;
  onQuery: SessionOverviewProps['onQuery'];
}

const chartHeight = 96;

/** A column for each day or month. */
function Days({ overview, measure, query, onQuery }: ChartProps): ReactElement | null {
  const { t } = useKit(overviewWords);
  const write = useWriteFigure(overview);
  const { time, undated } = overview;
  const [first, last] = [time[0], time.at(-1)];
  const note = undated === 0 ? null : <div className="ark-overview__note">{t('overview.undated', { n: undated })}</div>;
  if (first === undefined || last === undefined) return note;
  const x = scaleBand(
    time.map(({ value }) => value),
    [0, 100],
  ).paddingInner(0.15);
  const y = scaleLinear([0, Math.max(...time.map((part) => part[measure])) || 1], [0, chartHeight]);
  return (
    <figure className="ark-overview__chart" aria-label={t('overview.byTime')}>
      <div className="ark-overview__columns">
        {time.map((part) => (
          <Mark
            key={part.value}
            className="ark-overview__column"
            label={`${part.value}: ${write(part, measure)}`}
            onPress={onQuery && (() => onQuery(queryOfPart(query, 'time', part.value)))}
            style={{ left: `${x(part.value)}%`, width: `${x.bandwidth()}%` }}
          >
            <svg aria-hidden="true" focusable="false" viewBox={`0 0 1 ${chartHeight}`} preserveAspectRatio="none">
              <rect
                width={1}
                y={chartHeight - Math.max(y(part[measure]), part[measure] > 0 ? 2 : 0)}
                height={Math.max(y(part[measure]), part[measure] > 0 ? 2 : 0)}
              />
            </svg>
          </Mark>
        ))}
      </div>
      <figcaption className="ark-overview__axis ark-figures">
        <span>{first.value}</span>
        {first === last ? null : <span>{last.value}</span>}
      </figcaption>
      {note}
    </figure>
  );
}

/** A bar for each value of a field, the longest first. */
function Bars({ field, overview, measure, query, onQuery }: ChartProps & { field: Field }): ReactElement | null {
  const { t } = useKit(overviewWords);
  const write = useWriteFigure(overview);
  const parts = useMemo(() => largest(overview[field].parts, measure), [overview, field, measure]);
  const shown = useMasked(parts);
  const width = scaleLinear([0, parts[0]?.[measure] || 1], [0, 100]);
  const names = useMemo(() => folderNames(field === 'project' ? shown.map(({ value }) => value) : []), [field, shown]);
  const left = overview[field].parts.length + overview[field].others - parts.length;
  if (parts.length === 0) return null;
  return (
    <div className="ark-overview__field">
      <div className="ark-overview__name">{t(`overview.by.${field}`)}</div>
      {parts.map((part, at) => {
        const value = shown[at]?.value ?? '';
        const name = nameOf(field, value, names) ?? t(field === 'model' ? 'overview.noModel' : 'overview.noProject');
        return (
          <Mark
            key={part.value}
            className="ark-overview__bar"
            isWritten
            label={`${name}: ${write(part, measure)}`}
            onPress={onQuery && (() => onQuery(queryOfPart(query, field, part.value)))}
          >
            {field === 'agent' ? <AgentMark of={value} /> : null}
            <OneLine text={name} />
            <span className="ark-figures">{write(part, measure)}</span>
            <svg aria-hidden="true" focusable="false" viewBox="0 0 100 2" preserveAspectRatio="none">
              <rect width={width(part[measure])} height={2} />
            </svg>
          </Mark>
        );
      })}
      {left > 0 ? <div className="ark-overview__note">{t('overview.others', { n: left })}</div> : null}
    </div>
  );
}

/** Undefined where the log names none. */
function nameOf(field: Field, value: string, folders: ReadonlyMap<string, string>): string | undefined {
  if (field === 'project') return value === '' ? undefined : (folders.get(value) ?? value);
  return field === 'model' && value === unnamedModel ? undefined : value;
}

/** The parts with the most of something, without those that have none of it; the first of all where none has. */
function largest(parts: readonly OverviewPart[], measure: Measure): readonly OverviewPart[] {
  const some = parts.filter((part) => part[measure] > 0 || (measure === 'cost' && part.unpriced > 0));
  return (some.length === 0 ? parts : some).toSorted((a, b) => b[measure] - a[measure]).slice(0, mostBars);
}

interface MarkProps extends Pick<ComponentPropsWithoutRef<'button'>, 'style' | 'children'> {
  className: string;
  /** What it says, also where it has no text. */
  label: string;
  /** Whether the label stands in it as text. @default false */
  isWritten?: boolean;
  onPress: (() => void) | undefined;
}

/** A part of a chart: a button where the reader can filter by it. */
function Mark({ className, label, isWritten = false, onPress, style, children }: MarkProps): ReactElement {
  const shared = { className, style, title: label };
  const named = isWritten ? {} : { 'aria-label': label };
  if (onPress !== undefined)
    return (
      <button type="button" {...shared} {...named} onClick={onPress}>
        {children}
      </button>
    );
  return (
    <div {...shared} {...(isWritten ? {} : { role: 'img', ...named })}>
      {children}
    </div>
  );
}

/** The tools whose calls failed most often. */
function Failing({ overview }: { overview: SessionsOverview }): ReactElement | null {
  const { t, formatters } = useKit(overviewWords);
  const tools = useMasked(useMemo(() => overview.failing.slice(0, mostBars), [overview]));
  if (tools.length === 0) return null;
  return (
    <div className="ark-overview__field">
      <div className="ark-overview__name">{t('overview.failing')}</div>
      {tools.map(({ tool, n }) => (
        <div key={tool} className="ark-overview__bar">
          <OneLine text={tool} face="mono" />
          <span className="ark-figures">{formatters.number(n)}</span>
        </div>
      ))}
    </div>
  );
}

/** The calls that took longest, with their sessions. */
function Longest({
  overview,
  onSelect,
}: { overview: SessionsOverview } & Pick<SessionOverviewProps, 'onSelect'>): ReactElement | null {
  const { t, formatters } = useKit(overviewWords);
  const calls = useMemo(() => overview.longest.slice(0, mostBars), [overview]);
  const shown = useMasked(calls);
  if (calls.length === 0) return null;
  return (
    <div className="ark-overview__field">
      <div className="ark-overview__name">{t('overview.longest')}</div>
      {calls.map(({ entry, ms }, at) => {
        const { tool = '', entry: masked } = shown[at] ?? {};
        const text = `${tool} · ${masked?.task_title ?? ''}`;
        return (
          <Mark
            key={entry.session_id}
            className="ark-overview__bar"
            isWritten
            label={`${text}: ${formatters.duration(ms)}`}
            onPress={onSelect && (() => onSelect(entry.session_id))}
          >
            <OneLine text={text} />
            <span className="ark-figures">{formatters.duration(ms)}</span>
          </Mark>
        );
      })}
    </div>
  );
}
