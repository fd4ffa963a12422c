import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServedSession } from '../../src/page/ServedSession.tsx';
import '../../src/components/styles.css';
import '../../src/page/page.css';
import { longSession } from '../../stories/data/longSession.ts';

const { tool_calls, events, sub_sessions, ...head } = longSession(6000);
const bytes = new TextEncoder().encode(JSON.stringify({ ...head, tool_calls, events, sub_sessions }));
const served = { title: head.task_title, address: '1/session.json', contents: '1/contents/' };

let root: Root;
let host: HTMLElement;
let sent: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sent = controller;
    },
  });
  const headers = { 'content-length': String(bytes.length) };
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
});

afterEach(() => {
  root.unmount();
  host.remove();
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  vi.unstubAllGlobals();
});

const clock = (): string => host.querySelector('.ark-clock__now')?.textContent ?? '';

const rows = (): number => host.querySelectorAll('[role="treeitem"]').length;

test('shows a session while the rest of it is still coming in', async () => {
  root.render(<ServedSession replay={served} language="en" />);
  const half = Math.floor(bytes.length / 2);
  for (let at = 0; at < half; at += 65_536) sent.enqueue(bytes.slice(at, Math.min(half, at + 65_536)));
  await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(3);
  const progress = host.querySelector('progress');
  expect(progress?.getAttribute('aria-label')).toBe('Reading the session');
  expect(progress?.value).toBeLessThan(1);
  sent.enqueue(bytes.slice(half));
  sent.close();
  await expect.poll(() => host.querySelector('progress'), { timeout: 10_000 }).toBeNull();
  expect(rows()).toBeGreaterThan(3);
});

test('reports a lost server and keeps what has come in', async () => {
  root.render(<ServedSession replay={served} language="zh" />);
  sent.enqueue(bytes.slice(0, bytes.length - 10));
  await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(3);
  sent.error(new TypeError('network error'));
  await expect.poll(() => host.querySelector('[role="alert"]')?.textContent).toContain('会话未能读完');
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('network error');
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
