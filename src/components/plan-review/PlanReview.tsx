'use client';
import { type ComponentPropsWithoutRef, forwardRef, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { runsWords } from '../language/english/runs.ts';
import { useMasked } from '../masking/useMasked.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText } from '../shared/LogText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { PlanPoints } from './PlanPoints.tsx';
import { PlanSteps } from './PlanSteps.tsx';
import { planRun } from './planRun.ts';
import { ResearchChart } from './ResearchChart.tsx';
import { ReviewAttempts } from './ReviewAttempts.tsx';

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
      <header className="ark-plan-run__head">
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
