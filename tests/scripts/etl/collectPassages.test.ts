import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectPassages } from '../../../scripts/etl/collectPassages.ts';
import { createDiskItems } from '../../../scripts/etl/createDiskItems.ts';
import {
  type AssembledSession,
  readable,
  runInMemory,
  serializeSession,
} from '../../../src/adapters/assemble/assembledSession.ts';
import { hasClock, indexSession, kindOf } from '../../../src/replay/index.ts';
import {
  parseSession,
  type Session,
  type SessionEntry,
  type SessionEvent,
  type ToolCall,
  totalsOf,
} from '../../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../../data/sessions');
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const { sessions } = read('index/sessions.json') as { sessions: readonly SessionEntry[] };

function passagesOf({ tool_calls, events, sub_sessions, phase_annotations = [], ...head }: Session) {
  const { session, passages } = collectPassages({
    head,
    counts: totalsOf({ ...head, tool_calls, events, sub_sessions }),
    phases: () => phase_annotations,
    calls: () => tool_calls.map(readable),
    events: () => events.map(readable),
    subSessions: () => sub_sessions.map(runInMemory),
  });
  // They are collected while the session is written.
  for (const _ of serializeSession(session));
  return passages();
}

it('counts the times of passages as the replay of the session does', () => {
  const wrong: unknown[] = [];
  let timed = 0;
  for (const { session_id } of sessions) {
    const { session } = parseSession(read(`${session_id}.json`));
    if (session === undefined) throw new Error(`${session_id} is no session.`);
    const index = indexSession(session);
    // A checklist is one row with the call that made it.
    const timedItems = [...index.items.entries()].filter(([, item]) => kindOf(item) !== 'plan');
    const starts = new Map(timedItems.map(([at, { id }]) => [id, index.starts[at]]));
    for (const { item, at } of passagesOf(session)) {
      const start = starts.get(item);
      if (at === undefined || start === undefined) continue;
      timed += 1;
      if (at !== start) wrong.push([session_id, item, at, start]);
      if (!hasClock(index)) wrong.push([session_id, 'has no clock']);
    }
  }
  expect(wrong).toEqual([]);
  expect(timed).toBeGreaterThan(100);
});

it.each([
  ['once the passages are full', (n: number) => `/p/${'a'.repeat(900)}/${n}`],
  ['that names only known paths', (n: number) => (n === 388 ? '/p/late' : `/p/${n % 7}`)],
])('reads no item again %s, and gives the same figures', (_, pathOf) => {
  const { session } = parseSession(read(`${sessions[0]?.session_id}.json`));
  const [sample] = session?.tool_calls ?? [];
  if (session === undefined || sample === undefined) throw new Error('The first sample has no call.');
  const prompt = { ...session.events.find(({ type }) => type === 'message'), text: 'x'.repeat(20_000) } as SessionEvent;
  const noted = Array.from({ length: 400 }, (_, n): ToolCall | SessionEvent => {
    const at = new Date(Date.UTC(2026, 1, 3) + n * 60_000).toISOString();
    if (n % 4 === 3)
      return {
        ...prompt,
        seq: n,
        event_id: `event-${n}`,
        role: n % 8 === 3 ? 'user' : 'assistant',
        at,
      } as SessionEvent;
    if (n % 40 === 2)
      return { type: 'usage', seq: n, event_id: `event-${n}`, at, model: 'm', usage: { input: n } } as SessionEvent;
    const output = { ...sample.output, result: { text: 'y'.repeat(2000) } };
    const input = { raw_command: `echo ${'z'.repeat(3000)} ${n}`, params: { file_path: pathOf(n) } };
    return {
      ...sample,
      seq: n,
      call_id: `call-${n}`,
      tool_name: `tool-${n % 3}`,
      tool_category: n % 20 === 4 ? 'action' : 'perception',
      input,
      output,
      started_at: at,
      duration_ms: n,
      outcome: n % 5 === 0 ? 'failed' : 'succeeded',
    } as ToolCall;
  });
  const folder = mkdtempSync(join(tmpdir(), 'passages-'));
  const file = createDiskItems(join(folder, 'items'));
  const store = file.createStore();
  let parsed = 0;
  const collect = (placed: boolean) => {
    const list = <Each>(isCall: boolean) =>
      noted.flatMap((item, seq) =>
        'call_id' in item !== isCall
          ? []
          : [
              {
                ...readable(item as Each),
                item: () => {
                  parsed += 1;
                  return item as Each;
                },
                range: () => (placed ? store.rangeOf?.(seq) : undefined),
              },
            ],
      );
    const { tool_calls, events, sub_sessions, phase_annotations, ...head } = session;
    const whole = { ...head, tool_calls: noted.filter((item) => 'call_id' in item), events: [], sub_sessions: [] };
    const collected = collectPassages({
      head,
      counts: totalsOf(whole as unknown as Session),
      phases: () => [],
      calls: () => list(true),
      events: () => list(false),
      subSessions: () => [],
    } as AssembledSession);
    for (const _ of serializeSession(collected.session));
    return { figures: collected.figures(), passages: collected.passages() };
  };
  try {
    // A call that is stored again counts as it is stored last.
    for (const [seq, item] of noted.entries()) store.put(seq, { ...item, duration_ms: 1e9 } as ToolCall);
    for (const [seq, item] of noted.entries()) store.put(seq, item);
    const parsedWith = (placed: boolean) => {
      parsed = 0;
      return { ...collect(placed), parsed };
    };
    const [whole, placed] = [parsedWith(false), parsedWith(true)];
    expect(placed.figures).toEqual(whole.figures);
    expect(placed.figures.failing_tools?.length).toBe(3);
    expect(placed.figures.changed).toBeDefined();
    expect(placed.figures.answered).toBeDefined();
    expect(placed.figures.tokens).toBeGreaterThan(0);
    expect(placed.passages).toEqual(whole.passages);
    expect(placed.parsed).toBeLessThan(noted.length / 2);
    expect(whole.parsed).toBeGreaterThanOrEqual(noted.length);
  } finally {
    file.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
