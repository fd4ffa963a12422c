import type { ReactElement } from 'react';
import { Checklist, ReplayProvider, Timeline, TransportBar, useReplayKeys } from '../../src/components/index.ts';
import { checklistAt, filesAt } from '../../src/replay/index.ts';
import { useReplay, useReplayStore } from '../../src/replay/react/index.ts';
import type { Session } from '../../src/session/index.ts';
import './ownReplay.css';

/** A custom replay: the kit's timeline and transport around a panel that only this app has. */
export function OwnReplay({ session }: { session: Session }): ReactElement {
  return (
    <ReplayProvider session={session} options={{ at: 'start', rate: 8 }}>
      <Layout />
    </ReplayProvider>
  );
}

function Layout(): ReactElement {
  const onKeyDown = useReplayKeys({});
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed inside bubble up to the replay.
    <div className="own-replay" onKeyDown={onKeyDown}>
      <List />
      <SoFar />
      <TransportBar />
    </div>
  );
}

function List(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const position = useReplay((state) => state.position);
  return <Timeline index={index} position={position} onSeek={(item) => replay.seekToItem(item)} />;
}

/** Facts at the playhead: the checklist, and the files touched so far. */
function SoFar(): ReactElement {
  const index = useReplay((state) => state.index);
  const position = useReplay((state) => state.position);
  const checklist = checklistAt(index, position);
  const files = filesAt(index, position);
  return (
    <aside className="own-replay__so-far ark">
      {checklist === undefined ? null : <Checklist plan={checklist.plan} defaultOpen />}
      <h2>Files so far: {files.length}</h2>
      <ul>
        {files.map(({ path, access }) => (
          <li key={path}>
            {access} <code>{path}</code>
          </li>
        ))}
      </ul>
    </aside>
  );
}
