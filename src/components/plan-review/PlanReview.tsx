'use client';
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, type ReactElement, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import type { Translate } from '../language/messages.ts';
import { inPlace } from '../shared/inPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { type PlanStep, planRun, type Research, type ReviewAttempt } from './planRun.ts';

const ownWords = { ...phasesWords, ...runsWords };

interface ReviewAttemptsProps {
  attempts: readonly ReviewAttempt[];
}

const icons = {
  accept_plan: 'succeeded',
  request_changes: 'retry',
  abort: 'cancelled',
} as const satisfies Record<NonNullable<ReviewAttempt['action']>, IconName>;

/** What a person decided at each review, in order, and what was asked for. */
function ReviewAttempts({ attempts }: ReviewAttemptsProps): ReactElement {
  const { t } = useKit(ownWords);
  if (attempts.length === 0) return <p className="ark-plan-run__quiet">{t('planRun.noReviews')}</p>;
  return (
    <ol className="ark-plan-run__reviews">
      {inPlace(attempts, ({ attempt, action, feedback }, at) => (
        <li className="ark-plan-run__review" data-action={action}>
          <Icon name={action === undefined ? 'unknown' : icons[action]} />
          <span className="ark-plan-run__line">
            <span className="ark-plan-run__name">
              {action === undefined ? t('outcome.unknown') : t(`review.${action}`)}
            </span>
            <span className="ark-plan-run__quiet">{t('review.attempt', { n: attempt ?? at + 1 })}</span>
          </span>
          {feedback === undefined ? null : (
            <blockquote className="ark-plan-run__feedback">
              <LogText text={feedback} />
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Props of {@link PlanReview}. */
export interface PlanReviewProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Level of the plan's title in the page's outline; its parts are one below. @default 2 */
  headingLevel?: 2 | 3 | 4;
}

/**
 * When to use it: beside the timeline of a planner run, or alone for an audit.
 *
 * A planner run: the plan with its steps, assumptions and risks, what each review asked for, and what the research cost.
 * Nothing where the session has no plan.
 */
export const PlanReview = forwardRef<HTMLElement, PlanReviewProps>(function PlanReview(
  { session, headingLevel = 2, className, ...rest },
  ref,
) {
  const { t, formatters } = useKit(runsWords);
  const run = useMasked(useMemo(() => planRun(session), [session]));
  if (run === undefined) return null;
  const Title = `h${headingLevel}` as const;
  const level = (headingLevel + 1) as 3 | 4 | 5;
  const budget = [
    ...(run.budgetTokens === undefined ? [] : [t('tokens', { tokens: formatters.tokens(run.budgetTokens) })]),
    ...(run.budgetDollars === undefined ? [] : [formatters.dollars(run.budgetDollars)]),
  ].join(t('listSeparator'));
  const facts = [
    ...(run.reviewer === undefined ? [] : [t('planRun.reviewer', { name: run.reviewer })]),
    ...(budget === '' ? [] : [t('planRun.budget', { budget })]),
  ];
  return (
    <article ref={ref} className={joinClasses('ark', 'ark-plan-run', className)} {...rest}>
      <header className="ark-inset ark-plan-run__head">
        <Title className="ark-plan-run__title">
          <LogText text={run.topic ?? session.task_title} />
        </Title>
        {run.goal === undefined ? null : (
          <p className="ark-plan-run__goal">
            <LogText text={run.goal} />
          </p>
        )}
        {facts.length === 0 ? null : (
          <p className="ark-plan-run__facts">
            <LogText text={facts.join(' · ')} />
          </p>
        )}
      </header>
      <div className="ark-plan-run__parts">
        <div className="ark-plan-run__column">
          <Section
            name="reviews"
            level={level}
            title={t('planRun.reviews')}
            actions={formatters.number(run.attempts.length)}
          >
            <ReviewAttempts attempts={run.attempts} />
          </Section>
          <Section name="steps" level={level} title={t('planRun.steps')} actions={formatters.number(run.steps.length)}>
            <PlanSteps steps={run.steps} />
          </Section>
        </div>
        <div className="ark-plan-run__column">
          {run.assumptions.length === 0 ? null : (
            <Section name="assumptions" level={level} title={t('planRun.assumptions')}>
              <PlanPoints points={run.assumptions} />
            </Section>
          )}
          {run.risks.length === 0 ? null : (
            <Section name="risks" level={level} title={t('planRun.risks')}>
              <PlanPoints points={run.risks} icon="warning" />
            </Section>
          )}
          {run.research === undefined ? null : (
            <Section name="research" level={level} title={t('planRun.research')}>
              <ResearchChart research={run.research} />
            </Section>
          )}
        </div>
      </div>
    </article>
  );
});

interface PlanPointsProps {
  points: readonly string[];
  /** @default 'info' */
  icon?: IconName;
}

/** Assumptions or risks, one a line. */
function PlanPoints({ points, icon = 'info' }: PlanPointsProps): ReactElement {
  return (
    <ul className="ark-plan-run__points">
      {inPlace(points, (point) => (
        <li className="ark-plan-run__point" data-icon={icon}>
          <Icon name={icon} size={14} />
          <span>
            <LogText text={point} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ResearchChartProps {
  research: Research;
}

/** The calls of the research, each a bar as long as it took, with what it brought; a table to assistive technology. */
function ResearchChart({ research }: ResearchChartProps): ReactElement {
  const { t, formatters } = useKit(runsWords);
  const { calls, totalCalls, totalMs, totalNotes, totalResults } = research;
  const longest = calls.reduce((most, { durationMs }) => Math.max(most, durationMs), 1);
  const totals = [
    t('call.uses', { n: totalCalls }),
    ...(totalMs === undefined ? [] : [formatters.duration(totalMs)]),
    ...(totalResults === undefined ? [] : [t('planRun.resultCount', { n: totalResults })]),
    ...(totalNotes === undefined ? [] : [t('planRun.noteCount', { n: totalNotes })]),
  ];
  const count = (value: number | undefined): string => (value === undefined ? '\u2013' : formatters.number(value));
  return (
    <>
      <p className="ark-plan-run__facts">{totals.join(' · ')}</p>
      {calls.length === 0 ? null : (
        <table className="ark-research">
          <thead>
            <tr>
              <th className="ark-research__cell" scope="col">
                {t('planRun.query')}
              </th>
              <th className="ark-research__cell" scope="col">
                {t('planRun.time')}
              </th>
              <th className="ark-research__cell" scope="col" data-number="">
                {t('planRun.results')}
              </th>
              <th className="ark-research__cell" scope="col" data-number="">
                {t('planRun.notes')}
              </th>
            </tr>
          </thead>
          <tbody>
            {inPlace(calls, ({ stepId, query, durationMs, notes, results, degraded }) => (
              <tr>
                <th className="ark-research__cell" scope="row">
                  <span className="ark-research__query">
                    {stepId === undefined ? null : (
                      <span className="ark-plan-run__quiet">
                        <OneLine text={stepId} />
                      </span>
                    )}
                    <OneLine text={query} />
                    {degraded === undefined ? null : (
                      <span className="ark-research__degraded">
                        <OneLine text={t('planRun.degraded', { mode: degraded })} />
                      </span>
                    )}
                  </span>
                </th>
                <td className="ark-research__cell">
                  <span className="ark-research__time">
                    <span
                      className="ark-research__bar"
                      style={{ '--ark-share': `${(durationMs / longest) * 100}%` } as CSSProperties}
                    />
                    <span>{formatters.duration(durationMs)}</span>
                  </span>
                </td>
                <td className="ark-research__cell" data-number="">
                  {count(results)}
                </td>
                <td className="ark-research__cell" data-number="">
                  {count(notes)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

type WordKey =
  | `planRun.kind.${'research' | 'process' | 'synthesize' | 'review'}`
  | `planRun.status.${'pending' | 'in_progress' | 'completed' | 'blocked'}`;

const keys: ReadonlyMap<string, WordKey> = new Map([
  ['research', 'planRun.kind.research'],
  ['process', 'planRun.kind.process'],
  ['synthesize', 'planRun.kind.synthesize'],
  ['review', 'planRun.kind.review'],
  ['pending', 'planRun.status.pending'],
  ['in_progress', 'planRun.status.in_progress'],
  ['completed', 'planRun.status.completed'],
  ['blocked', 'planRun.status.blocked'],
]);

/** Says the kind or the status of a plan's step in the reader's language; a word that the format does not know stays as the log has it. */
export function stepWord(word: string, t: Translate<WordKey>): string {
  const plain = word.toLowerCase();
  const key = keys.get(plain);
  return key === undefined ? plain.replaceAll('_', ' ') : t(key);
}

interface PlanStepsProps {
  steps: readonly PlanStep[];
}

/** The steps of a plan, numbered: what each is to give, how far it is, and what was found. */
function PlanSteps({ steps }: PlanStepsProps): ReactElement {
  const { t } = useKit(runsWords);
  if (steps.length === 0) return <p className="ark-plan-run__quiet">{t('planRun.noSteps')}</p>;
  return (
    <ol className="ark-plan-run__steps">
      {inPlace(steps, (step, at) => (
        <li className="ark-plan-run__step">
          <span className="ark-plan-run__number" aria-hidden="true">
            {at + 1}
          </span>
          <span className="ark-plan-run__line">
            <span className="ark-plan-run__name">
              <LogText text={step.title} />
            </span>
            {step.type === undefined ? null : (
              <span className="ark-plan-run__kind">
                <OneLine text={stepWord(step.type, t)} />
              </span>
            )}
            {step.status === undefined ? null : (
              <span className="ark-plan-run__status" data-status={step.status.toLowerCase()}>
                <OneLine text={stepWord(step.status, t)} />
              </span>
            )}
          </span>
          {step.expected === undefined ? null : (
            <span className="ark-plan-run__expected">
              <LogText text={step.expected} />
            </span>
          )}
          {step.result === undefined ? null : (
            <span className="ark-plan-run__result">
              <LogText text={t('planRun.result', { text: step.result })} />
            </span>
          )}
          {step.notes.length === 0 ? null : (
            <ul className="ark-plan-run__notes">
              {inPlace(step.notes, (note) => (
                <li className="ark-plan-run__note">
                  <span>
                    <LogText text={note.claim} />
                  </span>
                  {note.source === undefined ? null : <OneLine text={note.source} face="mono" />}
                  {note.confidence === undefined ? null : (
                    <span className="ark-plan-run__figure">{`${Math.round(note.confidence * 100)} %`}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
