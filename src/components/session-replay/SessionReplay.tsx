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
 * Start of a replay unless the host says otherwise: at its beginning, for reading; at a rate at which pauses are short; without the tokens
 * of each response.
 */
const usual: ReplayProviderOptions = { rate: 4, filters: { hidden: ['usage'] } };

/**
 * When to use it: as the page of a session; it includes all other parts.
 *
 * A whole session to read and to replay: facts, phases, everything that happened, details, and the transport bar. It fills its container,
 * and adapts to the container's width. Every part can be replaced; a replacement may use `useReplay` and the other hooks of the replay.
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
