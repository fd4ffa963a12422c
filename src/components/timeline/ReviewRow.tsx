'use client';
import { type ReactElement, useId } from 'react';
import type { ReviewEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { useMasked } from '../masking/useMasked.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { MarkdownText } from '../shared/Markdown.tsx';
import { NoteLine } from '../shared/NoteLine.tsx';
import { Row } from '../shared/Row.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ReviewRow}. */
export interface ReviewRowProps extends ItemPlace {
  review: ReviewEvent;
  open: boolean;
  onToggle: () => void;
}

/** What a person said to a plan: accepted, changes asked for, given up; the feedback unfolds. */
export function ReviewRow({ review: logged, open, onToggle, ...place }: ReviewRowProps): ReactElement {
  const { t } = useKit(phasesWords);
  const bodyId = useId();
  const review = useMasked(logged);
  const { action, attempt, feedback } = review;
  const title = (
    <span className="ark-timeline__review">
      {t(`review.${action}`)}
      <Tag>{t('review.attempt', { n: attempt })}</Tag>
    </span>
  );
  return (
    <Row
      item="notice"
      at={review.at}
      branch={review.branch}
      data-notice="review"
      data-review={action}
      icon={<Icon name="review" />}
      below={
        open && feedback !== '' ? (
          <div id={bodyId} className="ark-note__below">
            <MarkdownText text={feedback} />
          </div>
        ) : undefined
      }
      {...place}
    >
      <NoteLine
        title={title}
        text={open ? undefined : feedback}
        open={open}
        onToggle={feedback === '' ? undefined : onToggle}
        controls={bodyId}
      />
    </Row>
  );
}
