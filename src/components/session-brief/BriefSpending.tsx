import { type ReactElement, useContext } from 'react';
import {
  type SessionBrief as Brief,
  type BriefAgent,
  exactTerm,
  hasClock,
  type ProfileDimension,
  type SessionIndex,
  sessionCost,
  type TimeHolder,
  timeHolders,
} from '../../replay/index.ts';
import type { Session } from '../../session/index.ts';
import { clockLength, sumOf, tokensOfKind } from '../../session/internal.ts';
import { briefWords } from '../language/english/brief.ts';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';

import { BriefTargetsContext, Fact, Figure, type FigureTarget, Line, List } from './BriefLine.tsx';
import { NoCalls } from './BriefOutcomes.tsx';

/** What the time of each holder is made of. */
const holderTarget: Readonly<Record<TimeHolder, FigureTarget>> = {
  tools: { by: 'tool' },
  agents: { by: 'agent' },
  model: { by: 'model' },
  person: { query: 'is:prompt' },
};

/** How long a session took, and where that time went, as a bar and in words. */
export function Time({ index, brief }: { index: SessionIndex; brief: Brief }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const { time, totals } = brief;
  if (!hasClock(index)) {
    const figures = totals.durationMs === undefined ? null : <Length ms={totals.durationMs} />;
    return (
      <Fact name={t('brief.time')} figures={figures}>
        <span className="ark-brief__none">{t(figures === null ? 'brief.noClock' : 'brief.noTimes')}</span>
      </Fact>
    );
  }
  if (time.total === 0) return <NotInLog name={t('brief.time')} />;
  return (
    <Fact name={t('brief.time')} figures={<Length ms={time.total} isLeast={isLengthInferred(index.session, time)} />}>
      {time.promptsAlone === true ? (
        <span className="ark-brief__none">{t('brief.promptTimes')}</span>
      ) : (
        <Shares time={time} />
      )}
      {time.after === undefined ? null : (
        <span className="ark-brief__none">
          {t('brief.endedLater', { length: formatters.duration(clockLength(time.after)) })}
        </span>
      )}
    </Fact>
  );
}

function Shares({ time }: Pick<Brief, 'time'>): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const holders = timeHolders.filter((holder) => time[holder] > 0);
  return (
    <>
      <span className="ark-brief__bar" aria-hidden="true">
        {holders.map((holder) => (
          <span key={holder} data-holder={holder} style={{ flexGrow: time[holder] }} />
        ))}
      </span>
      <ul className="ark-brief__legend">
        {holders.map((holder) => (
          <li key={holder} data-holder={holder}>
            <Figure {...holderTarget[holder]}>
              {t(`brief.time.${holder}`)} {formatters.duration(time[holder])}
            </Figure>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A part of the brief that is not in the log: an absent one would leave open whether it is nothing. */
function NotInLog({ name }: { name: string }): ReactElement {
  const { t } = useKit(briefWords);
  return (
    <Fact name={name}>
      <span className="ark-brief__none">{t('brief.notInLog')}</span>
    </Fact>
  );
}

function Length({ ms, isLeast = false }: { ms: number; isLeast?: boolean }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const length = formatters.duration(clockLength(ms));
  return <Figure by="tool">{isLeast ? t('brief.atLeast', { length }) : length}</Figure>;
}

/** Whether the log began before its first time, or goes on after its last one. */
function isLengthInferred({ inferred = [] }: Session, { after, promptsAlone }: Brief['time']): boolean {
  return (
    promptsAlone === true ||
    inferred.includes('created_at') ||
    (after === undefined && inferred.includes('completed_at'))
  );
}

const tokenKinds = ['input', 'output', 'cache_read', 'cache_write'] as const;

/** Tokens by kind, or in all where the log says only that, and how many of them were the subagents'; the cost as the source says it, else by the host's prices. */
export function Tokens({ index, brief }: { index: SessionIndex; brief: Brief }): ReactElement {
  const { t, formatters, prices } = useKit(briefWords);
  const { totals, compactions } = brief;
  const { uncounted, stated } = brief.agentTokens;
  const isSplit = tokenKinds.some((kind) => tokensOfKind(totals.tokens, kind) !== undefined);
  const counted = (isSplit ? tokenKinds : (['total'] as const)).flatMap((kind) => {
    const figure = tokensOfKind(totals.tokens, kind);
    return figure === undefined ? [] : [{ kind, all: sumOf(figure), inner: figure.inner }];
  });
  // A kind of which there were none is worth a word only where there were none of any kind.
  const some = counted.filter(({ all }) => all > 0);
  const counts = some.length === 0 ? counted.slice(0, 2) : some;
  const write = (kind: (typeof counts)[number]['kind'], n: number): string =>
    `${formatters.tokens(n)} ${t(`usage.${kind}`)}`;
  const byAgents = counts.flatMap(({ kind, inner }) => (inner === 0 ? [] : [write(kind, inner)]));
  const cost = sessionCost(index, prices);
  const money = cost && formatters.money(cost.amount, cost.currency);
  const costs = [
    ...(money === undefined
      ? []
      : [cost?.date === undefined ? money : t('brief.cost', { cost: money, date: cost.date })]),
    ...(cost !== undefined && cost.unpriced > 0 ? [t('brief.unpriced', { n: cost.unpriced })] : []),
  ];
  if (counts.length + costs.length + compactions.length === 0) return <NotInLog name={t('brief.tokens')} />;
  const parts = [...counts.map(({ kind, all }) => write(kind, all)), ...costs];
  return (
    <Fact name={t('brief.tokens')}>
      {parts.length === 0 ? null : (
        <ul className="ark-brief__legend">
          {parts.map((part) => (
            <li key={part}>
              <Figure by="model">{part}</Figure>
            </li>
          ))}
        </ul>
      )}
      {byAgents.length === 0 ? null : (
        <span className="ark-brief__none">{t('brief.byAgents', { tokens: byAgents.join(' \u00b7 ') })}</span>
      )}
      {uncounted === 0 ? null : (
        <span className="ark-brief__none">
          {stated === undefined
            ? t('brief.uncounted', { n: uncounted })
            : t('brief.uncountedStated', { n: uncounted, tokens: formatters.tokens(stated) })}
        </span>
      )}
      {cost === undefined ? (
        <span className="ark-brief__none">{t(prices === undefined ? 'brief.noCost' : 'brief.noPrice')}</span>
      ) : null}
      {compactions.length === 0 ? null : (
        <Figure query="is:compaction" item={compactions[0]}>
          {t('brief.compactions', { n: compactions.length })}
        </Figure>
      )}
    </Fact>
  );
}

interface AgentsProps {
  index: SessionIndex;
  /** As in `SessionBrief.participants`. */
  participants: readonly string[];
  agents: readonly BriefAgent[];
  /** Whether the log has calls; without them it tells of no agents. */
  hasCalls: boolean;
}

/** The subagents that were started, by type; says so where none was. */
export function Agents({ index, agents, participants, hasCalls }: AgentsProps): ReactElement {
  const { t } = useKit(briefWords);
  if (agents.length === 0 && participants.length > 0) {
    const names = participants.join(' \u00b7 ');
    return <span className="ark-brief__none">{t('brief.participants', { n: participants.length, names })}</span>;
  }
  if (agents.length === 0)
    return hasCalls ? <span className="ark-brief__none">{t('brief.noAgents')}</span> : <NoCalls />;
  return (
    <List
      items={agents.map((agent) => <Agent key={agent.name ?? ''} {...{ index, agent }} />)}
      names={agents.map(({ name }) => name ?? t('brief.agent'))}
    />
  );
}

/** How many agents there were in all; one type says it on its own line. */
export function AgentCount({ agents }: { agents: readonly BriefAgent[] }): ReactElement | null {
  const { t } = useKit(briefWords);
  if (agents.length < 2) return null;
  return <span>{t('brief.agentsInAll', { n: agents.reduce((sum, { items }) => sum + items.length, 0) })}</span>;
}

/** Maximum number of runs of one type that have their own link; the timeline has all of them. */
const mostRuns = 12;

/** The runs of one type of agent: a line that leads to the first, and the start times of the runs. */
function Agent({ index, agent }: { index: SessionIndex; agent: BriefAgent }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const { toItem } = useContext(BriefTargetsContext);
  const { items, calls } = agent;
  const plain = agent.name ?? t(agent.waits > 0 ? 'brief.agentUnnamed' : 'brief.agent');
  const name = agent.inferred ? t('brief.agentInferred', { name: plain }) : plain;
  const clocked = hasClock(index);
  const isKnown = agent.name !== undefined && agent.runs.length > 0;
  const query = isKnown ? exactTerm('agent', agent.name ?? '') : undefined;
  const figures = [
    ...(agent.waits > 0
      ? [t('brief.waits', { n: agent.waits })]
      : items.length > 1
        ? [`\u00d7${formatters.number(items.length)}`]
        : []),
    ...(calls > 0 ? [t('brief.calls', { n: calls })] : []),
  ];
  return (
    <>
      <Line
        item={items[0]}
        query={query}
        figures={
          figures.length === 0 ? undefined : (
            <Figure query={query} by={profileOf(agent)}>
              {figures.join(' \u00b7 ')}
            </Figure>
          )
        }
      >
        <OneLine text={name} />
      </Line>
      {items.length < 2 || toItem === undefined ? null : (
        <span className="ark-brief__runs ark-figures">
          {items.slice(0, mostRuns).map((at, n) => {
            const label = clocked ? formatters.clock(index.starts[at] as number) : formatters.number(n + 1);
            return (
              <button
                key={at}
                type="button"
                className="ark-brief__run"
                aria-label={t('brief.run', { name, n: n + 1, all: items.length, time: clocked ? label : '' })}
                onClick={() => toItem(at)}
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

/** The profile lists the calls of agents whose runs are in the log. */
function profileOf({ runs }: BriefAgent): ProfileDimension | undefined {
  return runs.length > 0 ? 'agent' : undefined;
}
