import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServedSession } from '../../src/page/showPage.tsx';
import type { ToolCall } from '../../src/session/index.ts';
import { abridgeCall, endBytes } from '../../src/session/internal.ts';
import '../../src/components/styles.css';
import '../../src/page/page.css';
import { longSession } from '../../stories/data/longSession.ts';
import { testRoot } from '../helpers/testRoot.ts';

const { tool_calls, events, sub_sessions, ...head } = longSession(6000);
const bytes = new TextEncoder().encode(JSON.stringify({ ...head, tool_calls, events, sub_sessions }));
const served = {
  title: head.task_title,
  address: '1/session.json',
  abridged: '1/session.abridged.gz',
  contents: '1/contents/',
};

const root = testRoot();
let sent: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sent = controller;
    },
  });
  const headers = { 'content-length': String(bytes.length) };
  vi.stubGlobal('fetch', async (address: string) =>
    address === served.abridged ? new Response(null, { status: 404 }) : new Response(body, { headers }),
  );
});

afterEach(() => {
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  vi.unstubAllGlobals();
});

const clock = (): string => root.host.querySelector('.ark-clock__now')?.textContent ?? '';

const rows = (): number => root.host.querySelectorAll('[role="treeitem"]').length;

test('shows a session while the rest of it is still coming in', async () => {
  root.render(<ServedSession replay={served} language="en" />);
  const half = Math.floor(bytes.length / 2);
  for (let at = 0; at < half; at += 65_536) sent.enqueue(bytes.slice(at, Math.min(half, at + 65_536)));
  await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(3);
  const progress = root.host.querySelector('progress');
  expect(progress?.getAttribute('aria-label')).toBe('Reading the session');
  expect(progress?.value).toBeLessThan(1);
  sent.enqueue(bytes.slice(half));
  sent.close();
  await expect.poll(() => root.host.querySelector('progress'), { timeout: 10_000 }).toBeNull();
  await expect.poll(rows).toBeGreaterThan(3);
});

test('reports a lost server and keeps what has come in', async () => {
  root.render(<ServedSession replay={served} language="zh" />);
  sent.enqueue(bytes.slice(0, bytes.length - 10));
  await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(3);
  sent.error(new TypeError('network error'));
  await expect.poll(() => root.host.querySelector('[role="alert"]')?.textContent).toContain('会话未能读完');
  expect(root.host.querySelector('[role="alert"]')?.textContent).toContain('network error');
  expect(rows()).toBeGreaterThan(3);
});

test('follows a link behind the # once everything is there, and again when it is edited by hand', async () => {
  window.location.hash = 't=0:20:00';
  root.render(<ServedSession replay={served} language="en" />);
  sent.enqueue(bytes.slice(0, bytes.length / 4));
  await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(3);
  expect(clock()).not.toBe('0:20:00');
  sent.enqueue(bytes.slice(bytes.length / 4));
  sent.close();
  await expect.poll(clock, { timeout: 10_000 }).toBe('0:20:00');
  window.location.hash = 't=0:05:00';
  await expect.poll(clock).toBe('0:05:00');
  await expect.poll(() => window.location.hash).toContain(`session=${head.session_id}`);
  expect(window.location.hash).toContain('t=300000');
});

describe('with an abridged copy', () => {
  const output = Array.from({ length: 10 }, (_, line) => `line ${line} of an output${' and on'.repeat(14)}\n`).join('');
  const [first, ...rest] = tool_calls;
  const call = { ...first, call_id: 'long', output: { status: 'success', result: { text: output } } } as ToolCall;
  const file = JSON.stringify({ ...head, tool_calls: [call, ...rest.slice(0, 50)], events: [], sub_sessions: [] });
  const before = file.slice(0, file.indexOf(JSON.stringify(call)));
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  const place = { start: bytesOf(before), length: bytesOf(JSON.stringify(call)) };
  const ends = async (): Promise<string> => {
    const all = new TextEncoder().encode(file);
    const both = new Blob([all.slice(0, endBytes), all.slice(-endBytes)]);
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await both.arrayBuffer())));
  };
  const copy = (origin: object): string => {
    const short = abridgeCall(call, place, () => 'f'.repeat(64));
    const session = JSON.stringify({ ...JSON.parse(file), tool_calls: [short, ...rest.slice(0, 50)] });
    return `{"abridged": ${JSON.stringify(origin)},\n${session.slice(1)}`;
  };
  const serve = (text: string): void => {
    vi.stubGlobal('fetch', async (address: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
      if (address === served.abridged)
        return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')));
      const all = new TextEncoder().encode(file);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (from === undefined || to === undefined) return new Response(all);
      const range = { 'content-range': `bytes ${from}-${to}/${all.length}` };
      return new Response(all.slice(Number(from), Number(to) + 1), { status: 206, headers: range });
    });
  };

  test('fetches an output when its call is opened', async () => {
    serve(copy({ version: 1, bytes: bytesOf(file), sha256: '', ends: await ends() }));
    window.location.hash = `session=${head.session_id}&selected=long`;
    root.render(<ServedSession replay={served} language="en" />);
    await expect.poll(() => root.host.textContent, { timeout: 10_000 }).toContain('line 9 of an output');
    await expect.poll(() => root.host.textContent).toContain('line 6 of an output');
    expect(root.host.textContent).not.toContain('omitted here');
    expect(root.host.querySelector('[role="status"].page__note')).toBeNull();
  });

  test('says why all of the session was read', async () => {
    serve(copy({ version: 1, bytes: bytesOf(file), sha256: '', ends: 'of another' }));
    root.render(<ServedSession replay={served} language="en" />);
    const note = (): HTMLElement | null => root.host.querySelector('[role="status"].page__note');
    await expect.poll(() => note()?.textContent, { timeout: 10_000 }).toContain('made of another session');
    note()?.querySelector('button')?.click();
    await expect.poll(note).toBeNull();
    await expect.poll(rows).toBeGreaterThan(3);
  });
});
