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
  /** Draws the view of the replay. */
  children: (replay: Replay) => ReactElement;
}

/**
 * The replay of one side: the host's own, or one made for its session. It starts at the end of the session, so that everything can be
 * compared.
 */
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

// A session comes from JSON, which cannot hold a function, whatever a log contains.
function isReplay(source: CompareSource): source is Replay {
  return 'getState' in source && typeof source.getState === 'function';
}
