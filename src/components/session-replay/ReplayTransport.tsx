'use client';
import type { ReactElement } from 'react';
import { TransportBar, type TransportBarProps } from '../transport-bar/TransportBar.tsx';
import { useFind } from './useFind.ts';

/** Props of {@link ReplayTransport}. */
export type ReplayTransportProps = Pick<TransportBarProps, 'open' | 'onOpenChange' | 'onMove'>;

/** The transport of the replay around it, with marks where the search found something. */
export function ReplayTransport(props: ReplayTransportProps): ReactElement {
  return <TransportBar {...props} found={useFind('found')} />;
}
