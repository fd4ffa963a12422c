import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ReplayProvider } from '../../../src/components/index.ts';
import { usePrepared } from '../../../src/components/session-replay/ReplayViewContext.ts';
import { createManualClock, createReplay, type ReplayState } from '../../../src/replay/index.ts';
import { longSession } from '../../../stories/data/longSession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const replay = createReplay(longSession(10), { clock: createManualClock(), at: 'start' });
let seen: unknown[] = [];

function* prepare({ index }: ReplayState): Generator<undefined, void> {
  seen.push(index);
  yield;
  seen.push('prepared');
}

function Part() {
  seen.push(usePrepared(prepare) ? 'drawn' : 'waits');
  return null;
}

const page = (
  <ReplayProvider replay={replay}>
    <Part />
  </ReplayProvider>
);

test('a part that joins the page is drawn once what it computes is there, and computes it in slices', async () => {
  seen = [];
  root.render(page);
  await vi.waitFor(() => expect(seen).toContain('drawn'));
  expect(seen).toEqual(['waits', replay.getState().index, 'prepared', 'drawn']);
});

test('a server draws such a part at once', () => {
  seen = [];
  renderToString(page);
  expect(seen).toEqual(['drawn']);
});
