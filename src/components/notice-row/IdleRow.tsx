'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';

import { NoteLine, Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link IdleRow}. */
export interface IdleRowProps extends ItemPlace, Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** When it began, ISO 8601. */
  at?: string;
  /** How long nothing happened, in milliseconds. */
  idleMs: number;
}

/**
 * A range in which nothing happened.
 *
 * When to use it: where a list squeezes time, to make that visible.
 */
export const IdleRow = forwardRef<HTMLDivElement, IdleRowProps>(function IdleRow({ at, idleMs, ...place }, ref) {
  const { t, formatters } = useKit();
  return (
    <Row ref={ref} item="idle" at={at} icon={<Icon name="idle" />} {...place}>
      <NoteLine title={t('idle', { duration: formatters.duration(idleMs) })} fill="hatch" />
    </Row>
  );
});
