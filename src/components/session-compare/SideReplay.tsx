'use client';
import type { ReactElement } from 'react';
import type { Replay } from '../../replay/index.ts';
import { useOwnReplay } from '../../replay/react/index.ts';
import type { Session } from '../../session/index.ts';

/** A session to compare, or a replay of one that the host owns. */
export type CompareSource = Session | Replay;

/** Props of {@link SideReplay}. */
export interface SideReplayProps {
  source: CompareSource;
  /** Draws what shows the replay. */
  children: (replay: Replay) => ReactElement;
}

/** The replay of one side: the host's own, or one that is made for its session. Who compares wants to see all: it starts at its end. */
export function SideReplay({ source, children }: SideReplayProps): ReactElement {
  if (isReplay(source)) return children(source);
  return (
    <OwnReplay key={source.session_id} session={source}>
      {children}
    </OwnReplay>
  );
}

function OwnReplay({ session, children }: { session: Session; children: SideReplayProps['children'] }): ReactElement {
  return children(useOwnReplay(session, { at: 'end', rate: 4 }));
}

// No JSON holds a function, whatever else a log may put into a session.
function isReplay(source: CompareSource): source is Replay {
  return 'getState' in source && typeof source.getState === 'function';
}
