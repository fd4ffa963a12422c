'use client';
import { forwardRef, type ReactNode } from 'react';
import type { Replay } from '../../replay/index.ts';
import type { Session } from '../../session/index.ts';
import { ReplayProvider, type ReplayProviderOptions } from '../replay-provider/ReplayProvider.tsx';
import { ReaderKit } from './ReaderKit.tsx';
import { ReplayFrame, type ReplayFrameProps } from './ReplayFrame.tsx';

/** Props of {@link SessionReplay}: a session, or a replay that the host owns. */
export type SessionReplayProps = ReplayFrameProps &
  (
    | { readonly session: Session; readonly options?: ReplayProviderOptions; readonly replay?: undefined }
    | { readonly replay: Replay; readonly session?: undefined; readonly options?: undefined }
  );

/**
 * How a replay starts unless the host says otherwise: at its beginning, to be read; at a pace at which a pause is short; without
 * the tokens of each response.
 */
const usual: ReplayProviderOptions = { rate: 4, filters: { hidden: ['usage'] } };

/**
 * When to use it: as the page of a session; it has all the other parts in their places.
 *
 * A whole session to read and to replay: its facts, its phases, everything that happened, details, and the transport. It
 * fills its container, and lays itself out by that container's width. Every part can be replaced; what stands in a slot may
 * use `useReplay` and its kin.
 */
export const SessionReplay = forwardRef<HTMLElement, SessionReplayProps>(function SessionReplay(
  { session, options, replay, ...frame },
  ref,
) {
  const content: ReactNode = (
    <ReaderKit>
      <ReplayFrame ref={ref} {...frame} />
    </ReaderKit>
  );
  const { level, defaultLevel = 'steps' } = frame;
  const filters = { level: level ?? defaultLevel, ...(options?.filters ?? usual.filters) };
  const atFirst = { ...usual, ...options, filters };
  if (replay !== undefined) return <ReplayProvider replay={replay}>{content}</ReplayProvider>;
  return (
    <ReplayProvider key={session.session_id} session={session} options={atFirst}>
      {content}
    </ReplayProvider>
  );
});
