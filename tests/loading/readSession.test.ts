import { expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import type { LoadedSession } from '../../src/loading/index.ts';
import { streamSession } from '../../src/loading/readSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

test.each([1, 7, 1000, 1_000_000])('reads a session from chunks of %i bytes', async (size) => {
  const { session, complete } = await streamSession(inChunks(bytesOf(replaySession), size));
  expect(session).toEqual(JSON.parse(JSON.stringify(replaySession)));
  expect(complete).toBe(true);
});

test('shows a session before it is complete, each time with eight times as many items', async () => {
  const { tool_calls, events, sub_sessions, ...head } = bigSession(20_000);
  const whole = { ...head, tool_calls, events, sub_sessions };
  const shown: LoadedSession[] = [];
  await streamSession(inChunks(bytesOf(whole), 65_536), { onSession: (each) => void shown.push(each) });
  const counts = shown.map(({ session }) => session.tool_calls.length + session.events.length);
  expect(counts.length).toBeGreaterThan(2);
  expect(counts[0]).toBeLessThan((counts.at(-1) ?? 0) / 4);
  expect(shown.map(({ complete }) => complete)).toEqual([...counts.slice(1).map(() => false), true]);
  expect(shown.at(-1)?.session).toEqual(JSON.parse(JSON.stringify(whole)));
});

test('refuses a session that breaks off, and JSON that is no session', async () => {
  const bytes = bytesOf(replaySession);
  await expect(streamSession(inChunks(bytes.slice(0, -1), 100))).rejects.toThrow('ends before');
  await expect(streamSession(inChunks(bytesOf([]), 100))).rejects.toThrow('expected object');
  await expect(streamSession(inChunks(bytesOf({ session_id: 'x' }), 100))).rejects.toThrow('lacks fields');
});

test('ends when it is aborted', async () => {
  const controller = new AbortController();
  const read = streamSession(inChunks(bytesOf(replaySession), 10), { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(read).rejects.toThrow('enough');
});
