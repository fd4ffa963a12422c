'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import type { ReviewAttempt } from './planRun.ts';

const ownWords = { ...phasesWords, ...runsWords };

/** Props of {@link ReviewAttempts}. */
export interface ReviewAttemptsProps {
  attempts: readonly ReviewAttempt[];
}

const icons = {
  accept_plan: 'succeeded',
  request_changes: 'retry',
  abort: 'cancelled',
} as const satisfies Record<NonNullable<ReviewAttempt['action']>, IconName>;

/** What a person decided at each review, in order, and what was asked for. */
export function ReviewAttempts({ attempts }: ReviewAttemptsProps): ReactElement {
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
