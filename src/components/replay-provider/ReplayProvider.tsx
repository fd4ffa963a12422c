'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Replay } from '../../replay/index.ts';
import { type OwnReplayOptions, ReplayContext, useOwnReplay } from '../../replay/react/index.ts';
import type { Session } from '../../session/index.ts';

/** How a provider starts the replay it makes. Options count when it is made; the clock is real time unless one is given. */
export type ReplayProviderOptions = OwnReplayOptions;

/** Props of {@link ReplayProvider}: a session to make a replay of, or a replay that the host owns. */
export type ReplayProviderProps = {
  /** What shows the replay: parts of the kit, and your own that use `useReplay`. */
  readonly children?: ReactNode;
} & (
  | { readonly session: Session; readonly options?: ReplayProviderOptions; readonly replay?: undefined }
  | { readonly replay: Replay; readonly session?: undefined; readonly options?: undefined }
);

/**
 * When to use it: around parts of the kit that you arrange yourself, and around your own that use `useReplay`.
 *
 * Gives the panels below it the replay they show. Given a session it makes the replay, feeds it when the session grows under
 * the same id, and makes another for another session; given a replay it leaves all that to the host.
 */
export function ReplayProvider({ session, options, replay, children }: ReplayProviderProps): ReactElement {
  if (replay !== undefined) return <ReplayContext.Provider value={replay}>{children}</ReplayContext.Provider>;
  return (
    <OwnReplay session={session} options={options}>
      {children}
    </OwnReplay>
  );
}

interface OwnReplayProps {
  session: Session;
  options: ReplayProviderOptions | undefined;
  children: ReactNode;
}

function OwnReplay({ session, options, children }: OwnReplayProps): ReactElement {
  return <ReplayContext.Provider value={useOwnReplay(session, options)}>{children}</ReplayContext.Provider>;
}
