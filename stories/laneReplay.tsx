import { type ComponentProps, type ReactElement, useState } from 'react';
import { ReplayProvider } from '../src/components/replay-provider/ReplayProvider.tsx';
import { TimelineLanes } from '../src/components/timeline-lanes/TimelineLanes.tsx';
import { createManualClock, createReplay, type Replay, type ReplayOptions, sessionMs } from '../src/replay/index.ts';
import type { Session } from '../src/session/index.ts';
import { replaySession } from './data/replaySession.ts';

interface LanesProps extends ComponentProps<typeof TimelineLanes> {
  session?: Session;
  start?: Partial<ReplayOptions>;
}

let shown: Replay | undefined;

/** The replay of the current story; play functions read its position. */
export const shownReplay = (): Replay | undefined => shown;

/** The lanes of a session, with a replay of their own. */
export function Lanes({
  session = replaySession,
  start = { at: sessionMs(826_000) },
  ...props
}: LanesProps): ReactElement {
  const [replay] = useState(() => createReplay(session, { clock: createManualClock(), rate: 4, ...start }));
  shown = replay;
  return (
    <ReplayProvider replay={replay}>
      <TimelineLanes {...props} />
    </ReplayProvider>
  );
}

/** The visible part of the session, as the sliders of the minimap give it. */
export function viewOf(canvas: { getByRole: (role: 'slider', options: { name: string }) => HTMLElement }): string {
  const say = (name: string): string => canvas.getByRole('slider', { name }).getAttribute('aria-valuetext') ?? '';
  return `${say('Start of the view')} ${say('End of the view')}`;
}
