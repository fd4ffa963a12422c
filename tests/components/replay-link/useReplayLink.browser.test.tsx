import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { readReplayLink, SessionReplay, writeReplayLink } from '../../../src/components/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';

test.each([
  ['another session', { session: 'another' }, [replaySession.session_id]],
  ['the session that is shown', { session: replaySession.session_id, at: 10_000 }, []],
])('a replay that opens where the address names %s', (_, link, written) => {
  const named: unknown[] = [];
  const router = {
    read: () => writeReplayLink(link),
    write: (next: string) => {
      named.push(readReplayLink(next).session);
      return next;
    },
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<SessionReplay session={replaySession} router={router} />));
  expect(named).toEqual(written);
  root.unmount();
});
