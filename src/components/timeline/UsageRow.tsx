'use client';
import type { ReactElement } from 'react';
import type { UsageEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { useMasked } from '../masking/useMasked.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { NoteLine } from '../shared/NoteLine.tsx';
import { Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';
import { UsageBadge } from '../usage-badge/UsageBadge.tsx';

/** Props of {@link UsageRow}. */
export interface UsageRowProps extends ItemPlace {
  event: UsageEvent;
}

/** The tokens of one response, as a quiet row. */
export function UsageRow({ event, ...place }: UsageRowProps): ReactElement {
  const { t } = useKit();
  return (
    <Row item="notice" at={event.at} branch={event.branch} data-notice="usage" icon={<Icon name="usage" />} {...place}>
      <NoteLine title={t('usage')} text={useMasked(event.model)}>
        <UsageBadge usage={event.usage} />
      </NoteLine>
    </Row>
  );
}
