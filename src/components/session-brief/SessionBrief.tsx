'use client';
import { type ComponentPropsWithoutRef, Fragment, forwardRef, type ReactElement, useMemo } from 'react';
import {
  type SessionBrief as Brief,
  briefOf,
  briefSteps,
  knownBrief,
  type ProfileDimension,
  type SessionIndex,
} from '../../replay/index.ts';
import { type BriefPart, briefParts } from '../../replay/internal.ts';
import { eventText, leadOf, wordsOfPerson } from '../../session/facts/eventText.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { briefWords } from '../language/english/brief.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { ClippedMarkdown } from '../shared/Markdown.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { type BriefTargets, BriefTargetsContext, Fact, Figure, Line, ListLengthsContext } from './BriefLine.tsx';
import { Checks, Failures, Files, LineFigure, OpenEnds } from './BriefOutcomes.tsx';
import { AgentCount, Agents, Time, Tokens } from './BriefSpending.tsx';

/** The brief of a session with at most this many calls is computed at once; a longer one in slices, so that the page stays responsive. */
const atOnce = 1000;

/** The brief of a session; undefined while a long one is being computed, and while there is no session. */
export function useBrief(index: SessionIndex | undefined): Brief | undefined {
  const known = index && (isShort(index) ? briefOf(index) : knownBrief(index));
  const start = useMemo(() => index && (() => briefSteps(index)), [index]);
  const made = useInSlices(known === undefined ? start : undefined);
  return known ?? made;
}

function isShort({ landmarks }: SessionIndex): boolean {
  return landmarks.call.length <= atOnce;
}

/** Props of {@link SessionBrief}. */
export interface SessionBriefProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Called with the id of an item, as in `ReplayItem.id`; with it, every line leads to an item. */
  onSelect?: ((id: string) => void) | undefined;
  /** Called with a search query, as for `SessionSearch`; with it, figures lead to everything they count. */
  onSearch?: ((query: string) => void) | undefined;
  /** Called with a grouping of `SessionProfile`; with it, figures of time and tokens lead there. */
  onProfile?: ((by: ProfileDimension) => void) | undefined;
  /** The host's own summary, in Markdown; shown first, and marked as not from the log. @default none */
  summary?: string | undefined;
  /** Whether more of the session is still to come: the brief then says that it is being worked out, and counts nothing. @default false */
  loading?: boolean | undefined;
}

/**
 * When to use it: beside or above a session, before an item is chosen; in a list of sessions; at the head of a report.
 *
 * A session summarised on one page: what was asked, answered, left open and changed, failures and their repairs, checks, time, tokens and
 * cost, agents. A part that has nothing to tell says so. Every figure is counted, never guessed, and leads to what it counts.
 */
export const SessionBrief = forwardRef<HTMLElement, SessionBriefProps>(function SessionBrief(
  { index, onSelect, onSearch, onProfile, summary, loading = false, className, ...rest },
  ref,
) {
  const { t } = useKit(briefWords);
  const brief = useBrief(loading ? undefined : index);
  const targets: BriefTargets = {
    toItem:
      onSelect &&
      ((item) => {
        const id = index.items[item]?.id;
        if (id !== undefined) onSelect(id);
      }),
    toSearch: onSearch,
    toProfile: onProfile,
  };
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-brief', className)}
      aria-label={t('brief.label')}
      aria-busy={brief === undefined}
      {...rest}
    >
      <BriefTargetsContext.Provider value={targets}>
        {brief === undefined ? <FactsToCome /> : <Facts {...{ index, brief, summary }} />}
      </BriefTargetsContext.Provider>
    </section>
  );
});

/** The parts of a brief in their places, before anything is known of them. */
function FactsToCome(): ReactElement {
  const { t } = useKit(briefWords);
  return (
    <dl className="ark-brief__facts">
      {briefParts.map((part, n) => (
        <Fact key={part} name={t(`brief.${part}`)}>
          {n === 0 ? (
            <span className="ark-brief__none">{t('brief.working')}</span>
          ) : (
            <span className="ark-brief__to-come" aria-hidden="true" />
          )}
        </Fact>
      ))}
    </dl>
  );
}

interface FactsProps extends Pick<SessionBriefProps, 'index' | 'summary'> {
  brief: Brief;
}

function Facts({ index, brief, summary }: FactsProps): ReactElement {
  const { t } = useKit(briefWords);
  const said = useMasked(useMemo(() => saidIn(index, brief), [index, brief]));
  const given = useMasked(summary);
  const { hasCalls } = brief;
  const parts: Readonly<Record<BriefPart, ReactElement>> = {
    asked: <Asked brief={brief} said={said} />,
    answered: <Answered brief={brief} said={said} />,
    open: (
      <Fact name={t('brief.open')}>
        <OpenEnds brief={brief} check={said.openCheck} stopped={said.stopped} />
      </Fact>
    ),
    changed: <Changed index={index} changed={said.changed} hasCalls={hasCalls} />,
    broke: (
      <Fact name={t('brief.broke')}>
        <Failures brief={brief} masked={said.broke} />
      </Fact>
    ),
    checks: (
      <Fact name={t('brief.checks')}>
        <Checks checks={said.checks} hasCalls={hasCalls} />
      </Fact>
    ),
    time: <Time index={index} brief={brief} />,
    tokens: <Tokens index={index} brief={brief} />,
    agents: (
      <Fact name={t('brief.agents')} figures={<AgentCount agents={brief.agents} />}>
        <Agents index={index} agents={said.agents} participants={said.participants} hasCalls={hasCalls} />
      </Fact>
    ),
  };
  const lengths = useMemo(() => listLengths(brief), [brief]);
  return (
    <ListLengthsContext.Provider value={lengths}>
      <dl className="ark-brief__facts">
        {given === undefined ? null : (
          <Fact name={t('brief.summary')} figures={t('brief.summaryGiven')}>
            <ClippedMarkdown text={given} />
          </Fact>
        )}
        {briefParts.map((part) => (
          <Fragment key={part}>{parts[part]}</Fragment>
        ))}
      </dl>
    </ListLengthsContext.Provider>
  );
}

function listLengths({ changed, broke, checks, agents }: Brief): number[] {
  const { files, plans, byCommands, stated } = changed;
  return [files, plans, byCommands, stated, broke, checks, agents].map(({ length }) => length);
}

/** The texts of a brief that come from the log, so that they can be masked together. */
function saidIn(
  { items }: SessionIndex,
  { asked, answered, end, changed, broke, checks, agents, participants, open }: Brief,
) {
  const textAt = (at: number | undefined): string | undefined => {
    const item = at === undefined ? undefined : items[at];
    return item?.is === 'event' ? leadOf(eventText(item.event)) : undefined;
  };
  const wordsAt = (at: number | undefined): string | undefined => {
    const item = at === undefined ? undefined : items[at];
    return item?.is === 'event' ? leadOf(wordsOfPerson(eventText(item.event))) : undefined;
  };
  const last = end.item === undefined ? undefined : items[end.item];
  return {
    asked: asked.text === undefined ? undefined : leadOf(asked.text),
    askedLast: wordsAt(asked.last),
    answered: textAt(answered),
    before: textAt(end.before),
    summary: end.summary === undefined ? undefined : leadOf(end.summary),
    /** What stopped the session: the words of an error, or the tool that was called last. */
    stopped: last?.is === 'call' ? last.call.tool_name : last === undefined ? undefined : leadOf(eventText(last.event)),
    changed,
    broke,
    checks,
    agents,
    participants,
    openCheck: open.check?.name,
  };
}

type Said = ReturnType<typeof saidIn>;

/** What the session is about, what was asked last, how many prompts lie between, and how often a person spoke. */
function Asked({ brief: { asked }, said }: { brief: Brief; said: Said }): ReactElement {
  const { t } = useKit(briefWords);
  const { prompts, commands, first, last } = asked;
  const between = prompts.filter((at) => at > (first ?? 0) && at < (last ?? 0));
  const figures = (
    <>
      <Figure query={prompts.length === 0 ? undefined : 'is:prompt'} item={prompts[0]}>
        {t('brief.prompts', { n: prompts.length })}
      </Figure>
      {commands.length === 0 ? null : (
        <Figure query="is:command" item={commands[0]}>
          {t('brief.commands', { n: commands.length })}
        </Figure>
      )}
    </>
  );
  return (
    <Fact name={t('brief.asked')} figures={figures}>
      <Quote text={said.asked} otherwise={t('brief.notInLog')} item={first} />
      {said.askedLast === undefined || said.askedLast === '' ? null : (
        <>
          {between.length === 0 ? null : (
            <Figure query="is:prompt" item={between[0]}>
              {t('brief.asked.between', { n: between.length })}
            </Figure>
          )}
          <Line item={last}>
            <span className="ark-brief__none">{t('brief.asked.last')}</span>
            <OneLine text={said.askedLast} />
          </Line>
        </>
      )}
    </Fact>
  );
}

interface ChangedProps {
  index: SessionIndex;
  changed: Brief['changed'];
  hasCalls: boolean;
}

/** The files that were changed, with their number and lines. */
function Changed({ index, changed, hasCalls }: ChangedProps): ReactElement {
  const { t } = useKit(briefWords);
  const { files, order } = changed;
  const figures =
    files.length === 0 ? null : (
      <>
        <Figure query="is:change">{t('brief.files', { n: files.length })}</Figure>
        {order === 'edits' ? <span>{t('brief.noLines')}</span> : <LineFigure {...changed} query="is:change" />}
        {files.length < 2 ? null : <span>{t(order === 'lines' ? 'brief.byLines' : 'brief.byEdits')}</span>}
      </>
    );
  return (
    <Fact name={t('brief.changed')} figures={figures}>
      <Files changed={changed} hasCalls={hasCalls} cwd={index.session.environment?.cwd} />
    </Fact>
  );
}

/** The last answer, else the one to an earlier prompt, else a summary that the log holds. What is left open says why there is none. */
function Answered({ brief: { answered, end, open }, said }: { brief: Brief; said: Said }): ReactElement {
  const { t } = useKit(briefWords);
  if (answered !== undefined)
    return (
      <Fact name={t('brief.answered')} figures={open.brokeOff === undefined ? null : t('brief.answered.early')}>
        <Quote text={said.answered} otherwise={t('brief.noAnswer')} item={answered} />
      </Fact>
    );
  if (said.summary !== undefined)
    return (
      <Fact name={t('brief.summary')} figures={t('brief.summaryLogged')}>
        <Quote text={said.summary} otherwise={t('brief.noAnswer')} item={undefined} />
      </Fact>
    );
  return (
    <Fact name={t('brief.answered')} figures={said.before === undefined ? null : t('brief.answered.before')}>
      <Quote text={said.before} otherwise={t(end.silent ? 'brief.notInLog' : 'brief.noAnswer')} item={end.before} />
    </Fact>
  );
}

/** The beginning of a message; pressing it leads there. */
function Quote({
  text,
  otherwise,
  item,
}: {
  text: string | undefined;
  otherwise: string;
  item: number | undefined;
}): ReactElement {
  if (text === undefined || text === '') return <span className="ark-brief__none">{otherwise}</span>;
  return (
    <Line item={item} look="quote">
      <OneLine text={text} />
    </Line>
  );
}
