'use client';
import {
  type ComponentPropsWithoutRef,
  createContext,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from 'react';
import {
  type SessionBrief as Brief,
  type BriefAgent,
  type BriefFile,
  type CheckRuns,
  exactTerm,
  type FailureGroup,
  hasClock,
  type SessionIndex,
  sessionCost,
  timeHolders,
} from '../../replay/index.ts';
import { commandOf } from '../../session/facts/callTexts.ts';
import { eventText, leadOf } from '../../session/facts/eventText.ts';
import { sumOf, tokensOfKind, writeMainAndInner } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { briefWords } from '../language/english/brief.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { ClippedMarkdown } from '../shared/ClippedMarkdown.tsx';
import { relativePath } from '../shared/call/relativePath.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { useBrief } from './useBrief.ts';

/** Props of {@link SessionBrief}. */
export interface SessionBriefProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Called with the id of an item, as in `ReplayItem.id`; with it, every figure leads to what it counts. */
  onSelect?: ((id: string) => void) | undefined;
  /** Called with a search query, as for `SessionSearch`; with it, the figures of a line lead to everything they count. */
  onSearch?: ((query: string) => void) | undefined;
  /** The host's own summary, in Markdown; shown first, and marked as a summary. @default none */
  summary?: string | undefined;
}

/** Number of entries of a list that are shown at first. */
const mostShown = 5;
/** Maximum number of marks for the latest runs of a check. */
const mostMarks = 40;

/**
 * When to use it: beside or above a session, before an item is chosen; in a list of sessions; at the head of a report.
 *
 * A session summarised on one page: what was asked, answered and changed, failures and their repairs, checks, time, tokens, agents, and
 * what is left open. Every figure is counted, never guessed, and leads to what it counts.
 */
export const SessionBrief = forwardRef<HTMLElement, SessionBriefProps>(function SessionBrief(
  { index, onSelect, onSearch, summary, className, ...rest },
  ref,
) {
  const { t } = useKit(briefWords);
  const brief = useBrief(index);
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-brief', className)}
      aria-label={t('brief.label')}
      aria-busy={brief === undefined}
      {...rest}
    >
      <SearchContext.Provider value={onSearch}>
        {brief === undefined ? null : <Facts {...{ index, brief, onSelect, summary }} />}
      </SearchContext.Provider>
    </section>
  );
});

/** Searches for everything that a figure counts. */
const SearchContext = createContext<((query: string) => void) | undefined>(undefined);
SearchContext.displayName = 'BriefSearch';

interface FactsProps extends Pick<SessionBriefProps, 'index' | 'onSelect' | 'summary'> {
  brief: Brief;
}

function Facts({ index, brief, onSelect, summary }: FactsProps): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const said = useMasked(useMemo(() => saidIn(index, brief), [index, brief]));
  const given = useMasked(summary);
  const go =
    onSelect &&
    ((at: number | undefined): void => {
      const id = at === undefined ? undefined : index.items[at]?.id;
      if (id !== undefined) onSelect(id);
    });
  const { asked, changed, totals, agents } = brief;
  return (
    <dl>
      {given === undefined ? null : (
        <Fact name={t('brief.summary')}>
          <ClippedMarkdown text={given} />
        </Fact>
      )}
      <Fact
        name={t('brief.asked')}
        aside={[
          t('brief.prompts', { n: asked.prompts.length }),
          ...(asked.commands.length === 0 ? [] : [t('brief.commands', { n: asked.commands.length })]),
        ]}
      >
        <Quote text={said.asked} otherwise={t('brief.notInLog')} go={go} at={asked.first} />
      </Fact>
      <Fact name={t('brief.answered')}>
        <Quote text={said.answered} otherwise={t('brief.noAnswer')} go={go} at={brief.answered} />
      </Fact>
      <Fact
        name={t('brief.changed')}
        aside={changed.files.length === 0 ? [] : [t('brief.files', { n: changed.files.length })]}
        count={<LineCount {...changed} />}
      >
        <Files files={said.files} cwd={index.session.environment?.cwd} go={go} />
      </Fact>
      <Fact
        name={t('brief.broke')}
        count={
          sumOf(totals.failed) === 0 ? null : (
            <Searching query="status:failed" text={t('brief.failed', { n: sumOf(totals.failed) })} />
          )
        }
      >
        <Failures index={index} groups={said.broke} go={go} />
      </Fact>
      {said.checks.length === 0 ? null : (
        <Fact name={t('brief.checks')}>
          <Checks checks={said.checks} go={go} />
        </Fact>
      )}
      {hasClock(index) ? null : (
        <Fact
          name={t('brief.time')}
          aside={totals.durationMs === undefined ? [] : [formatters.duration(totals.durationMs)]}
        >
          <span className="ark-brief__none">{t('brief.noClock')}</span>
        </Fact>
      )}
      {brief.time.total === 0 || !hasClock(index) ? null : (
        <Fact name={t('brief.time')} aside={[formatters.duration(brief.time.total)]}>
          <Time brief={brief} />
        </Fact>
      )}
      <Tokens index={index} brief={brief} go={go} />
      {agents.length === 0 ? null : (
        <Fact name={t('brief.agents')}>
          <List items={said.agents.map((agent) => <Agent key={agent.name ?? ''} {...{ index, agent, go }} />)} />
        </Fact>
      )}
      <Fact name={t('brief.open')}>
        <OpenEnds brief={brief} check={said.openCheck} go={go} />
      </Fact>
    </dl>
  );
}

type Go = ((at: number | undefined) => void) | undefined;

/** The texts of a brief that come from the log, so that they can be masked together. */
function saidIn({ items }: SessionIndex, { asked, answered, changed, broke, checks, agents, open }: Brief) {
  const textAt = (at: number | undefined): string | undefined => {
    const item = at === undefined ? undefined : items[at];
    return item?.is === 'event' ? leadOf(eventText(item.event)) : undefined;
  };
  return {
    asked: textAt(asked.first),
    answered: textAt(answered),
    files: changed.files,
    broke,
    checks,
    agents,
    openCheck: open.check?.name,
  };
}

/** A part of a brief: its name, its content, and its figures at the right. */
function Fact({
  name,
  aside = [],
  count,
  children,
}: {
  name: string;
  aside?: readonly string[];
  count?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="ark-brief__fact">
      <dt className="ark-brief__name">
        {name}
        <span className="ark-brief__aside">
          {aside.join(' \u00b7 ')} {count}
        </span>
      </dt>
      <dd className="ark-brief__value">{children}</dd>
    </div>
  );
}

/** The beginning of a message; pressing it leads there. */
function Quote({
  text,
  otherwise,
  go,
  at,
}: {
  text: string | undefined;
  otherwise: string;
  go: Go;
  at: number | undefined;
}): ReactElement {
  if (text === undefined || text === '') return <span className="ark-brief__none">{otherwise}</span>;
  return (
    <Line go={go} at={at} look="quote">
      <OneLine text={text} />
    </Line>
  );
}

/** A figure; if a search is possible, it leads to everything it counts. */
function Searching({ query, text }: { query: string; text: string }): ReactElement {
  const { t } = useKit(briefWords);
  const search = useContext(SearchContext);
  if (search === undefined) return <span>{text}</span>;
  return (
    <button type="button" className="ark-brief__run" title={t('brief.showThem')} onClick={() => search(query)}>
      {text}
    </button>
  );
}

/** A line that leads to an item, and with a search also to everything it counts; plain text if the host does not navigate. */
function Line({
  go,
  at,
  look,
  query,
  children,
}: {
  go: Go;
  at: number | undefined;
  look?: 'quote';
  query?: string | undefined;
  children: ReactNode;
}): ReactElement {
  const { t } = useKit(briefWords);
  const search = useContext(SearchContext);
  const className = 'ark-brief__line';
  if (go === undefined || at === undefined) {
    return (
      <span className={className} data-look={look}>
        {children}
      </span>
    );
  }
  const line = (
    <button type="button" className={className} data-look={look} onClick={() => go(at)}>
      {children}
    </button>
  );
  if (search === undefined || query === undefined) return line;
  return (
    <span className="ark-brief__searched">
      {line}
      <ActionButton look="icon" icon="search" label={t('brief.showThem')} onClick={() => search(query)} />
    </span>
  );
}

function Figure({ children }: { children: ReactNode }): ReactElement {
  return <span className="ark-brief__figure ark-figures">{children}</span>;
}

/** The first lines of a list; the others are shown on request. */
function List({ items }: { items: readonly ReactElement[] }): ReactElement {
  const { t } = useKit(briefWords);
  const [whole, setWhole] = useState(false);
  const shown = whole ? items : items.slice(0, mostShown);
  return (
    <>
      <ul className="ark-brief__list">
        {shown.map((item) => (
          <li key={item.key}>{item}</li>
        ))}
      </ul>
      {shown.length === items.length ? null : (
        <ActionButton label={t('brief.more', { n: items.length - shown.length })} onClick={() => setWhole(true)} />
      )}
    </>
  );
}

function Nothing(): ReactElement {
  const { t } = useKit(briefWords);
  return <span className="ark-brief__none">{t('brief.nothing')}</span>;
}

function Files({ files, cwd, go }: { files: readonly BriefFile[]; cwd: string | undefined; go: Go }): ReactElement {
  if (files.length === 0) return <Nothing />;
  return (
    <List
      items={files.map(({ path, added, removed, items }) => (
        <Line key={path} go={go} at={items.at(-1)} query={exactTerm('file', path)}>
          <PathText path={relativePath(path, cwd)} />
          <LineCount added={added} removed={removed} />
        </Line>
      ))}
    />
  );
}

/** Renders nothing if the log does not say which lines changed. */
function LineCount({ added, removed }: { added: number; removed: number }): ReactElement | null {
  return added + removed === 0 ? null : <ChangeCount added={added} removed={removed} />;
}

interface FailuresProps {
  index: SessionIndex;
  groups: readonly FailureGroup[];
  go: Go;
}

function Failures({ index, groups, go }: FailuresProps): ReactElement {
  const { t, formatters } = useKit(briefWords);
  if (groups.length === 0) return <Nothing />;
  const nameOf = ({ cause }: FailureGroup): string => {
    switch (cause.kind) {
      case 'words':
        return cause.text;
      case 'exit':
        return cause.name === undefined ? t('brief.cause.command') : t('brief.cause.exit', { name: cause.name });
      case 'silent':
        return t('brief.cause.silent', { name: cause.tool });
      default:
        return t(`brief.cause.${cause.kind}`);
    }
  };
  return (
    <List
      items={groups.map((group) => (
        <Line key={group.items[0]} go={go} at={group.items[0]} query={searchOf(index, group)}>
          <span className="ark-brief__times ark-figures">{`${formatters.number(group.items.length)}\u00d7`}</span>
          <OneLine text={nameOf(group)} />
          {group.mended === 0 ? null : <Figure>{t('brief.mended', { n: group.mended })}</Figure>}
        </Line>
      ))}
    />
  );
}

/** A search for the failures of one cause; undefined if a search by their words would not find just these. */
function searchOf({ items }: SessionIndex, { cause, items: [first] }: FailureGroup): string | undefined {
  const item = first === undefined ? undefined : items[first];
  if (item?.is !== 'call') return undefined;
  if (cause.kind === 'denied') return 'status:denied';
  const failed = (term: string | undefined): string | undefined => term && `${term} status:failed`;
  if (cause.kind === 'silent') return failed(exactTerm('tool', cause.tool));
  if (cause.kind !== 'exit' || cause.name === undefined) return undefined;
  return failed(exactTerm(commandOf(item.call) === undefined ? 'tool' : 'command', cause.name));
}

function Checks({ checks, go }: { checks: readonly CheckRuns[]; go: Go }): ReactElement {
  const { t } = useKit(briefWords);
  return (
    <List
      items={checks.map(({ name, runs }) => {
        const passed = runs.filter(({ outcome }) => outcome === 'succeeded').length;
        const unknown = runs.filter(({ outcome }) => outcome === 'unknown').length;
        return (
          <Line key={name} go={go} at={runs.at(-1)?.item} query={exactTerm('command', name)}>
            <OneLine text={name} face="mono" />
            <span className="ark-brief__marks" aria-hidden="true">
              {runs.slice(-mostMarks).map(({ item, outcome }) => (
                <span key={item} className="ark-brief__mark" data-outcome={outcome} />
              ))}
            </span>
            <Figure>
              {unknown === runs.length ? '' : t('brief.passed', { n: passed, all: runs.length - unknown })}
              {unknown > 0 && unknown < runs.length ? ' \u00b7 ' : ''}
              {unknown > 0 ? t('brief.unknown', { n: unknown }) : ''}
            </Figure>
          </Line>
        );
      })}
    />
  );
}

/** Maximum number of runs of one type that have their own link; the timeline has all of them. */
const mostRuns = 12;

/** The runs of one type of agent: a line that leads to the first, and the start times of the runs. */
function Agent({ index, agent, go }: { index: SessionIndex; agent: BriefAgent; go: Go }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const { items, calls } = agent;
  const name = agent.name ?? t('brief.agent');
  const clocked = hasClock(index);
  return (
    <>
      <Line
        go={go}
        at={items[0]}
        query={agent.name === undefined || agent.runs.length === 0 ? undefined : exactTerm('agent', agent.name)}
      >
        <OneLine text={name} />
        <Figure>
          {items.length > 1 ? `\u00d7${formatters.number(items.length)}` : ''}
          {items.length > 1 && calls > 0 ? ' \u00b7 ' : ''}
          {calls > 0 ? t('brief.calls', { n: calls }) : ''}
        </Figure>
      </Line>
      {items.length < 2 || go === undefined ? null : (
        <span className="ark-brief__runs ark-figures">
          {items.slice(0, mostRuns).map((at, n) => {
            const begun = index.starts[at] as number;
            const label = clocked ? formatters.clock(begun) : formatters.number(n + 1);
            return (
              <button
                key={at}
                type="button"
                className="ark-brief__run"
                aria-label={t('brief.run', { name, n: n + 1, all: items.length, time: clocked ? label : '' })}
                onClick={() => go(at)}
              >
                {label}
              </button>
            );
          })}
        </span>
      )}
    </>
  );
}

/** Where the time went, as a bar and in words. */
function Time({ brief: { time } }: { brief: Brief }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const shares = timeHolders.filter((holder) => time[holder] > 0);
  return (
    <>
      <span className="ark-brief__bar" aria-hidden="true">
        {shares.map((holder) => (
          <span key={holder} data-holder={holder} style={{ flexGrow: time[holder] }} />
        ))}
      </span>
      <ul className="ark-brief__legend">
        {shares.map((holder) => (
          <li key={holder} data-holder={holder}>
            {t(`brief.time.${holder}`)} <span className="ark-figures">{formatters.duration(time[holder])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const tokenKinds = ['input', 'output', 'cache_read', 'cache_write'] as const;

interface TokensProps {
  index: SessionIndex;
  brief: Brief;
  go: Go;
}

/** Tokens by kind, separately for main agent and subagents; the cost as the source says it, else by the host's prices. */
function Tokens({ index, brief: { totals, compactions }, go }: TokensProps): ReactElement | null {
  const { t, formatters, prices } = useKit(briefWords);
  const parts = tokenKinds.flatMap((kind) => {
    const figure = tokensOfKind(totals.tokens, kind);
    return figure === undefined ? [] : [`${writeMainAndInner(figure, formatters.tokens)} ${t(`usage.${kind}`)}`];
  });
  const said = tokensOfKind(totals.tokens, 'cost_usd');
  const cost = said === undefined ? sessionCost(index, prices) : undefined;
  if (said !== undefined) parts.push(writeMainAndInner(said, formatters.dollars));
  if (cost?.date !== undefined) {
    parts.push(t('brief.cost', { cost: formatters.money(cost.amount, cost.currency), date: cost.date }));
    if (cost.unpriced > 0) parts.push(t('brief.unpriced', { n: cost.unpriced }));
  }
  if (parts.length === 0 && compactions.length === 0) return null;
  return (
    <Fact name={t('brief.tokens')}>
      {parts.length === 0 ? null : <span className="ark-figures">{parts.join(' \u00b7 ')}</span>}
      {compactions.length === 0 ? null : (
        <Line go={go} at={compactions[0]}>
          {t('brief.compactions', { n: compactions.length })}
        </Line>
      )}
    </Fact>
  );
}

function OpenEnds({ brief: { open }, check, go }: { brief: Brief; check: string | undefined; go: Go }): ReactElement {
  const { t } = useKit(briefWords);
  const { unanswered, prompt, checklist } = open;
  const ends: { at: number | undefined; text: string; query?: string }[] = [
    ...(prompt === undefined ? [] : [{ at: prompt, text: t('brief.open.prompt') }]),
    ...(unanswered.length === 0
      ? []
      : [
          { at: unanswered[0], text: t('brief.open.unanswered', { n: unanswered.length }), query: 'status:unanswered' },
        ]),
    ...(open.check === undefined ? [] : [{ at: open.check.item, text: t('brief.open.check', { name: check ?? '' }) }]),
    ...(checklist === undefined
      ? []
      : [{ at: checklist.item, text: t('brief.open.checklist', { n: checklist.open, all: checklist.all }) }]),
  ];
  if (ends.length === 0) return <Nothing />;
  return (
    <List
      items={ends.map(({ at, text, query }) => (
        <Line key={text} go={go} at={at} query={query}>
          <Icon name="error" size={12} />
          <OneLine text={text} />
        </Line>
      ))}
    />
  );
}
