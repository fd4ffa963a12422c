'use client';
import type { ReactElement } from 'react';
import { toMillis } from '../../session/internal.ts';
import { useKit } from '../theme/useKit.ts';
import type { ItemScope } from './itemPlace.ts';

/** Props of {@link RowTime}. */
export interface RowTimeProps {
  className?: string;
  at: string | undefined;
  scope: ItemScope | undefined;
}

/** The time of an item from the start of its session; hovering shows date, time of day and zone, where they are known. */
export function RowTime({ className, at, scope }: RowTimeProps): ReactElement | null {
  const { formatters } = useKit();
  const elapsed = elapsedMs(scope?.startedAt, at);
  if (at === undefined || elapsed === undefined) return null;
  return (
    <time className={className} {...(scope?.dated === false ? {} : { dateTime: at, title: formatters.dateTime(at) })}>
      {formatters.clock(elapsed)}
    </time>
  );
}

/** Milliseconds between two ISO 8601 times; undefined if one is absent or invalid. */
export function elapsedMs(from: string | undefined, to: string | undefined): number | undefined {
  const start = toMillis(from);
  const end = toMillis(to);
  return start === undefined || end === undefined ? undefined : end - start;
}
