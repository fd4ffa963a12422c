import { type ReactElement, StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { bigSession } from '../../../benchmarks/bigSession.ts';
import type { Replay } from '../../../src/replay/index.ts';
import { useSlicedReplay } from '../../../src/replay/react/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const seen: (Replay | undefined)[] = [];
const root = testRoot();

function Probe({ session }: { session: Session | undefined }): ReactElement {
  const replay = useSlicedReplay(session);
  seen.push(replay);
  return <output>{replay?.getState().index.items.length ?? 'none'}</output>;
}

function show(session: Session | undefined): void {
  root.render(
    <StrictMode>
      <Probe session={session} />
    </StrictMode>,
  );
}

afterEach(() => {
  seen.length = 0;
});

const last = (): Replay | undefined => seen.at(-1);

test('updates the replay when its session grows, and makes another for another session', async () => {
  show(undefined);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  expect(last()).toBeUndefined();

  const begun = bigSession(100);
  show(begun);
  await vi.waitFor(() => expect(last()).toBeDefined());
  const first = last();

  const calls: [coming: number, shown: number | undefined][] = [];
  first?.onPrepare(function* ({ index }) {
    yield calls.push([index.session.tool_calls.length, first.getState().index.session.tool_calls.length]);
  });
  show({ ...begun, tool_calls: begun.tool_calls.slice(0, 50) });
  await vi.waitFor(() => expect(first?.getState().index.session.tool_calls).toHaveLength(50));
  expect(last()).toBe(first);
  // Views got ready for it before it was shown.
  expect(calls).toEqual([[50, begun.tool_calls.length]]);

  show({ ...bigSession(10), session_id: 'another' });
  await vi.waitFor(() => expect(last()?.getState().index.session.session_id).toBe('another'));
  expect(last()).not.toBe(first);

  show(undefined);
  await vi.waitFor(() => expect(last()).toBeUndefined());
});

test('shows what it has begun to prepare before it takes up the latest', async () => {
  const session = bigSession(100);
  const upTo = (count: number): Session => ({ ...session, tool_calls: session.tool_calls.slice(0, count) });
  show(upTo(10));
  await vi.waitFor(() => expect(last()).toBeDefined());
  const shown: number[] = [];
  const replay = last();
  replay?.subscribe(() => shown.push(replay.getState().index.session.tool_calls.length));
  replay?.onPrepare(function* ({ index }) {
    yield;
    // More comes in twice while this is prepared: only the latest of it is shown after it.
    if (index.session.tool_calls.length !== 30) return;
    for (const count of [60, 80]) yield show(upTo(count));
    yield;
  });
  show(upTo(30));
  await vi.waitFor(() => expect(shown.at(-1)).toBe(80));
  expect(shown).toEqual([30, 80]);
});
