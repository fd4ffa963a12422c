import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { abridgeFile } from '../../scripts/etl/abridgeFile.ts';
import { serveFolder } from '../../scripts/serveFolder.ts';
import { callFigure } from '../../src/components/shared/call/callFacts.ts';
import { createRangeLoader, type LoadedSession, type RangeSource } from '../../src/loading/index.ts';
import {
  briefOf,
  chaptersOf,
  createSearchTexts,
  indexSession,
  noFilters,
  parseQuery,
  readWholes,
  rowsOf,
  searchSteps,
  wholesToRead,
} from '../../src/replay/index.ts';
import { finish } from '../../src/replay/slices.ts';
import { withWholeTexts } from '../../src/session/facts/callTexts.ts';
import { type Session, type ToolCall, totalsOf } from '../../src/session/index.ts';
import { abridgeCall, abridgedName, rangeInSession } from '../../src/session/internal.ts';

const samples = join(import.meta.dirname, '../../data/sessions');
const sampleNames = readdirSync(samples).filter((name) => name.endsWith('.json'));
const longName = 'long 长.json';

let folder: string;
let url: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ranges-'));
  ({ url, server } = await serveFolder(folder));
  put(longName, JSON.stringify(longSession(), undefined, 1));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  writeCopy(name, Buffer.concat([...abridgeFile(join(folder, name))].map((piece) => Buffer.from(piece))));
}

function writeCopy(name: string, bytes: Uint8Array): void {
  writeFileSync(join(folder, abridgedName(name)), bytes);
}

function copyOf(name: string): Buffer {
  return readFileSync(join(folder, abridgedName(name)));
}

/** Every fifth call prints much, a call in thirty of them fails, and a subagent's calls print, too. */
function longSession(): Session {
  const session = bigSession(1200);
  const lengthen = (call: ToolCall, n: number): ToolCall => {
    if (n % 5 !== 1) return call;
    const text = Array.from({ length: 40 + (n % 90) }, (_, line) => `${n}: line ${line} says 𝒙 “日本語”\r\n`).join('');
    return { ...call, output: { ...call.output, result: { text } } };
  };
  return {
    ...session,
    tool_calls: session.tool_calls.map(lengthen),
    sub_sessions: session.sub_sessions.map((run) => ({ ...run, tool_calls: run.tool_calls.map(lengthen) })),
  };
}

function sourceOf(name: string, more: Partial<RangeSource> = {}): RangeSource {
  const address = (file: string): string => url + encodeURIComponent(file);
  return { session: address(name), abridged: address(abridgedName(name)), ...more };
}

function plainOf(name: string): Session {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Session;
}

function callsOf(session: Session): ToolCall[] {
  return [session, ...session.sub_sessions].flatMap(({ tool_calls }) => tool_calls);
}

/** What views make of a session without looking into single outputs. */
function shownOf(session: Session) {
  const index = indexSession(session);
  const levels = (['story', 'steps', 'everything', 'conversation'] as const).map((level) =>
    [...rowsOf(index, { ...noFilters, level }, new Set()).items].join(),
  );
  const figures = callsOf(session).map(callFigure);
  return { levels, figures, totals: totalsOf(session), chapters: chaptersOf(index), brief: briefOf(index) };
}

const bare = (shown: ReturnType<typeof shownOf>): unknown => JSON.parse(JSON.stringify(shown));

test('the abridged copy of a session is shown as the session itself', async () => {
  const { loaded, by, because } = await createRangeLoader(sourceOf(longName)).load();
  expect([by, because]).toEqual(['ranges', undefined]);
  const plain = plainOf(longName);
  expect(bare(shownOf(loaded.session))).toEqual(bare(shownOf(plain)));
  expect(Object.keys(loaded.session).sort()).toEqual(Object.keys(plain).sort());
  expect(loaded.session.events).toEqual(plain.events);
});

test('the abridged copy of every sample is shown as the sample itself, with long outputs too', () => {
  let shortened = 0;
  const place = { start: 1, length: 2 };
  for (const name of sampleNames) {
    const sample = JSON.parse(readFileSync(join(samples, name), 'utf8')) as Session;
    const plain = mapCalls(sample, printMore);
    const abridged = mapCalls(plain, (call) => abridgeCall(call, place, () => 'f'.repeat(64)));
    shortened += callsOf(abridged).filter((call) => call.content_refs?.some(rangeInSession)).length;
    expect([name, bare(shownOf(abridged))]).toEqual([name, bare(shownOf(plain))]);
  }
  expect(shortened).toBeGreaterThan(200);
});

function mapCalls(session: Session, change: (call: ToolCall) => ToolCall): Session {
  return {
    ...session,
    tool_calls: session.tool_calls.map(change),
    sub_sessions: session.sub_sessions.map((run) => ({ ...run, tool_calls: run.tool_calls.map(change) })),
  };
}

/** The call with its outputs repeated until they are long enough to be shortened. */
function printMore(call: ToolCall): ToolCall {
  const more = (text: string): string => (text === '' ? '' : `${text}\n`.repeat(Math.ceil(1500 / text.length)));
  const { result } = call.output;
  const { context_contribution: context } = call;
  return {
    ...call,
    ...(result?.text !== undefined && { output: { ...call.output, result: { ...result, text: more(result.text) } } }),
    ...(context?.full_content !== undefined && {
      context_contribution: { ...context, full_content: more(context.full_content) },
    }),
  };
}

describe('what is left out', () => {
  test('is fetched from the session file, in any order, and makes the calls whole', async () => {
    const asked: string[] = [];
    const loader = createRangeLoader(sourceOf(longName, { fetch: noting(asked) }));
    const { loaded } = await loader.load();
    const plain = callsOf(plainOf(longName));
    const abridged = callsOf(loaded.session);
    const shortened = abridged.flatMap((call, n) => (call.content_refs === undefined ? [] : [n]));
    expect(shortened.length).toBeGreaterThan(180);
    const order = shortened.map((n, at) => ({ n, key: (at * 7919) % 1009 })).sort((a, b) => a.key - b.key);
    for (const { n } of order.slice(0, 100)) {
      const call = abridged[n] as ToolCall;
      const texts = await Promise.all(
        (call.content_refs ?? []).map(async (ref) => [ref.path, await loader.contents(ref)] as const),
      );
      const { content_refs, ...whole } = withWholeTexts(call, new Map(texts));
      expect(content_refs).toEqual([]);
      expect(whole).toEqual(plain[n]);
    }
    const place = rangeInSession(abridged[shortened[0] ?? 0]?.content_refs?.[0] ?? { path: '' });
    expect(place?.length).toBeLessThan(10_000);
    // A choice from afar fetches its own bytes and no more.
    expect(Math.max(...asked.slice(3).map(lengthAsked))).toBeLessThan(200_000);
  });

  test('keeps outputs of calls that failed', async () => {
    const { loaded } = await createRangeLoader(sourceOf(longName)).load();
    const failed = callsOf(loaded.session).filter(({ outcome }) => outcome === 'failed');
    expect(failed.length).toBeGreaterThan(10);
    expect(failed).toEqual(callsOf(plainOf(longName)).filter(({ outcome }) => outcome === 'failed'));
  });

  test('is searched like the session itself, in few requests', async () => {
    const asked: string[] = [];
    const loader = createRangeLoader(sourceOf(longName, { fetch: noting(asked) }));
    const { loaded } = await loader.load();
    const reading = {
      mask: <Value>(value: Value) => value,
      maskInSteps: function* (text: string): Generator<undefined, string> {
        yield undefined;
        return text;
      },
      plain: (text: string) => text,
    };
    const [abridged, plain] = [loaded.session, plainOf(longName)].map((session) =>
      createSearchTexts(indexSession(session), reading),
    );
    if (abridged === undefined || plain === undefined) throw new Error('There are two.');
    const { signal } = new AbortController();
    const failed = await readWholes(abridged, wholesToRead(abridged), {
      load: loader.contents,
      signal,
      onRead: () => undefined,
    });
    expect(failed).toBe(0);
    for (const query of [
      'line 47',
      '"line 60 says"',
      '日本語',
      'omitted',
      'tool:grep line',
      '1001: line 3',
      '101: line 90',
      'content folder',
    ])
      expect([query, ...finish(searchSteps(abridged, parseQuery(query))).items]).toEqual([
        query,
        ...finish(searchSteps(plain, parseQuery(query))).items,
      ]);
    expect(asked.length).toBeLessThan(40);
  });
});

function noting(asked: string[]): typeof fetch {
  return (address, options) => {
    asked.push(String(new Headers(options?.headers).get('range')));
    return fetch(address, options);
  };
}

function lengthAsked(range: string): number {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}

test('shows the first rows before all of the copy has come', async () => {
  const shown: LoadedSession[] = [];
  const shares: (number | undefined)[] = [];
  await createRangeLoader(sourceOf(longName)).load({
    onSession: (each) => shown.push(each),
    onShare: (share) => shares.push(share),
  });
  expect(shown.map(({ complete }) => complete)).toEqual([...shown.slice(1).map(() => false), true]);
  expect(shown.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
});

describe('a copy that does not fit is passed over, and the reason is given', () => {
  const name = 'faulty.json';
  const text = (): string => readFileSync(join(folder, longName), 'utf8');
  const load = async (more: Partial<RangeSource> = {}) => {
    const { loaded, by, because } = await createRangeLoader(sourceOf(name, more)).load();
    expect(by).toBe('whole');
    expect(loaded.session).toEqual(plainOf(name));
    return because;
  };

  test('none at all is no fault', async () => {
    writeFileSync(join(folder, name), text());
    expect(await load()).toBeUndefined();
  });

  test.each([0, 5, 40, 2000, -9, -1])('torn at %i', async (at) => {
    put(name, text());
    writeCopy(name, copyOf(name).subarray(0, at === 0 ? 0 : at));
    expect(await load()).toMatch(/torn|empty/);
  });

  test('damaged inside', async () => {
    put(name, text());
    const bytes = copyOf(name);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    writeCopy(name, bytes);
    expect(await load()).toMatch(/torn|broken|JSON/);
  });

  test('of an earlier state, or of another session', async () => {
    put(name, text());
    const old = copyOf(name);
    writeFileSync(join(folder, name), text().replace('A long run', 'A wrong run'));
    expect(await load()).toMatch(/other bytes|another session|changed/);
    writeFileSync(join(folder, name), text().replace('A long run', 'A same run'));
    writeCopy(name, old);
    expect(await load()).toMatch('another session');
  });

  test.each([
    ['a later version', (copy: string) => copy.replace('"version":1', '"version":2'), 'version 2'],
    ['no origin', (copy: string) => copy.replace(/^[^\n]{0,400}\n/, '{\n'), 'does not say'],
    ['a page', () => '<!doctype html>\n<title>Not found</title>', 'does not say'],
    ['a long first line', () => `{"abridged":"${'x'.repeat(9000)}`, 'does not say'],
  ])('%s', async (_, change, said) => {
    put(name, text());
    writeCopy(name, gzipSync(change(gunzipSync(copyOf(name)).toString())));
    expect(await load()).toMatch(said);
  });

  test('a server that gives no parts', async () => {
    put(name, text());
    const plainFetch: typeof fetch = (address, { headers: _, ...options } = {}) => fetch(address, options);
    expect(await load({ fetch: plainFetch })).toMatch('does not give these parts');
  });
});

test('a copy that the server has unpacked is read as it is', async () => {
  put('unpacked.json', readFileSync(join(folder, longName), 'utf8'));
  writeCopy('unpacked.json', gunzipSync(copyOf('unpacked.json')));
  expect((await createRangeLoader(sourceOf('unpacked.json')).load()).by).toBe('ranges');
});

test('a text is refused once the session file has changed', async () => {
  put('changing.json', readFileSync(join(folder, longName), 'utf8'));
  const loader = createRangeLoader(sourceOf('changing.json'));
  const { loaded } = await loader.load();
  const refs = callsOf(loaded.session).flatMap(({ content_refs = [] }) => content_refs);
  await expect(loader.contents(refs[0] as never)).resolves.toContain('line 0 says');
  utimesSync(join(folder, 'changing.json'), new Date(), new Date(Date.now() + 9000));
  await expect(loader.contents(refs.at(-1) as never)).rejects.toThrow('has changed');
});

test('rejects where there is no session, and on abort', async () => {
  await expect(createRangeLoader(sourceOf('nowhere.json')).load()).rejects.toThrow('There is no session at');
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await expect(createRangeLoader(sourceOf(longName)).load({ signal: stop.signal })).rejects.toThrow('enough');
});
