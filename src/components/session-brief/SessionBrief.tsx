'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import {
  type SessionBrief as Brief,
  type BriefAgent,
  type BriefFile,
  type CheckRuns,
  type FailureGroup,
  hasClock,
  type SessionIndex,
  sessionCost,
  timeHolders,
} from '../../replay/index.ts';
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
  /** With it, every figure leads to what it counts: takes the id of an item, as in `ReplayItem.id`. */
  onSelect?: ((id: string) => void) | undefined;
  /** A summary that the host has, in Markdown: shown first, and as such. @default none */
  summary?: string | undefined;
}

/** More than this of a list is shown only when asked for. */
const mostShown = 5;
/** The latest runs of a check that have a mark. */
const mostMarks = 40;

/**
 * When to use it: beside or above a session, before anything of it is chosen; in a list of sessions; at the head of a report.
 *
 * What a session comes to, on one page: what was asked and answered, changed, what went wrong and was mended, which checks ran,
 * where the time went, tokens, agents, and what is left open. Every figure is counted, none is guessed, and leads to what it counts.
 */
export const SessionBrief = forwardRef<HTMLElement, SessionBriefProps>(function SessionBrief(
  { index, onSelect, summary, className, ...rest },
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
      {brief === undefined ? null : <Facts {...{ index, brief, onSelect, summary }} />}
    </section>
  );
});

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
        aside={sumOf(totals.failed) === 0 ? [] : [t('brief.failed', { n: sumOf(totals.failed) })]}
      >
        <Failures groups={said.broke} go={go} />
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
      <Tokens index={index} brief={brief} />
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

/** The call that started a run, where one is known, else its first item. */
function startOfRun({ runs }: SessionIndex, run: number): number | undefined {
  return runs[run]?.trigger?.index ?? runs[run]?.items[0];
}

type Go = ((at: number | undefined) => void) | undefined;

/** What of a brief a log says, so that it can be masked at once. */
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

/** A part of a brief: its name, what it says, and its figures at the right. */
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

/** The beginning of what was said; pressed, it leads there. */
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

/** A line that leads to an item; only text where the host does not go anywhere. */
function Line({
  go,
  at,
  look,
  label,
  children,
}: {
  go: Go;
  at: number | undefined;
  look?: 'quote';
  label?: string;
  children: ReactNode;
}): ReactElement {
  const className = 'ark-brief__line';
  if (go === undefined || at === undefined) {
    return (
      <span className={className} data-look={look}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" className={className} data-look={look} aria-label={label} onClick={() => go(at)}>
      {children}
    </button>
  );
}

function Figure({ children }: { children: ReactNode }): ReactElement {
  return <span className="ark-brief__figure ark-figures">{children}</span>;
}

/** The first lines of a list, and the others when they are asked for. */
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
        <Line key={path} go={go} at={items.at(-1)}>
          <PathText path={relativePath(path, cwd)} />
          <LineCount added={added} removed={removed} />
        </Line>
      ))}
    />
  );
}

/** Nothing where the log does not say which lines changed. */
function LineCount({ added, removed }: { added: number; removed: number }): ReactElement | null {
  return added + removed === 0 ? null : <ChangeCount added={added} removed={removed} />;
}

function Failures({ groups, go }: { groups: readonly FailureGroup[]; go: Go }): ReactElement {
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
        <Line key={group.items[0]} go={go} at={group.items[0]}>
          <span className="ark-brief__times ark-figures">{`${formatters.number(group.items.length)}\u00d7`}</span>
          <OneLine text={nameOf(group)} />
          {group.mended === 0 ? null : <Figure>{t('brief.mended', { n: group.mended })}</Figure>}
        </Line>
      ))}
    />
  );
}

function Checks({ checks, go }: { checks: readonly CheckRuns[]; go: Go }): ReactElement {
  const { t } = useKit(briefWords);
  return (
    <List
      items={checks.map(({ name, runs }) => {
        const passed = runs.filter(({ outcome }) => outcome === 'succeeded').length;
        return (
          <Line key={name} go={go} at={runs.at(-1)?.item}>
            <OneLine text={name} face="mono" />
            <span className="ark-brief__marks" aria-hidden="true">
              {runs.slice(-mostMarks).map(({ item, outcome }) => (
                <span key={item} className="ark-brief__mark" data-outcome={outcome} />
              ))}
            </span>
            <Figure>{t('brief.passed', { n: passed, all: runs.length })}</Figure>
          </Line>
        );
      })}
    />
  );
}

/** So many runs of one type have a link of their own; all of them stand in the timeline. */
const mostRuns = 12;

/** The runs of one type of agent: a line that leads to the first, and the moments at which they began. */
function Agent({ index, agent, go }: { index: SessionIndex; agent: BriefAgent; go: Go }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const { runs, calls } = agent;
  const name = agent.name ?? t('brief.agent');
  const clocked = hasClock(index);
  return (
    <>
      <Line go={go} at={startOfRun(index, runs[0] as number)}>
        <OneLine text={name} />
        <Figure>
          {runs.length > 1 ? `\u00d7${formatters.number(runs.length)} \u00b7 ` : ''}
          {t('brief.calls', { n: calls })}
        </Figure>
      </Line>
      {runs.length < 2 || go === undefined ? null : (
        <span className="ark-brief__runs ark-figures">
          {runs.slice(0, mostRuns).map((run, n) => {
            const at = startOfRun(index, run);
            const begun = at === undefined ? 0 : (index.starts[at] as number);
            const label = clocked ? formatters.clock(begun) : formatters.number(n + 1);
            return (
              <button
                key={run}
                type="button"
                className="ark-brief__run"
                aria-label={t('brief.run', { name, n: n + 1, all: runs.length, time: clocked ? label : '' })}
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

/** Tokens by kind, main agent and subagents apart; the cost as the source says it, else as the prices of the host have it. */
function Tokens({ index, brief: { totals, compactions } }: { index: SessionIndex; brief: Brief }): ReactElement | null {
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
  if (compactions.length > 0) parts.push(t('brief.compactions', { n: compactions.length }));
  if (parts.length === 0) return null;
  return (
    <Fact name={t('brief.tokens')}>
      <span className="ark-figures">{parts.join(' \u00b7 ')}</span>
    </Fact>
  );
}

function OpenEnds({ brief: { open }, check, go }: { brief: Brief; check: string | undefined; go: Go }): ReactElement {
  const { t } = useKit(briefWords);
  const { unanswered, prompt, checklist } = open;
  const ends: { at: number | undefined; text: string }[] = [
    ...(prompt === undefined ? [] : [{ at: prompt, text: t('brief.open.prompt') }]),
    ...(unanswered.length === 0
      ? []
      : [{ at: unanswered[0], text: t('brief.open.unanswered', { n: unanswered.length }) }]),
    ...(open.check === undefined ? [] : [{ at: open.check.item, text: t('brief.open.check', { name: check ?? '' }) }]),
    ...(checklist === undefined
      ? []
      : [{ at: checklist.item, text: t('brief.open.checklist', { n: checklist.open, all: checklist.all }) }]),
  ];
  if (ends.length === 0) return <Nothing />;
  return (
    <List
      items={ends.map(({ at, text }) => (
        <Line key={text} go={go} at={at}>
          <Icon name="error" size={12} />
          <OneLine text={text} />
        </Line>
      ))}
    />
  );
}
