import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';

/** A replay on a page of its own. */
export interface MountedReplay {
  readonly replay: Replay;
  readonly host: HTMLElement;
  unmount(): void;
}

/** Shows the replay of a session in 1200 by 700 pixels. */
export async function mountReplay(session: Session): Promise<MountedReplay> {
  await page.viewport(1280, 800);
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const replay = createReplay(session, { clock: createManualClock() });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
  return {
    replay,
    host,
    unmount() {
      root.unmount();
      host.remove();
    },
  };
}
