import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort as NodePort, Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import type { FileAnswer, FileMessage } from '../../examples/electron/src/fileMessage.ts';
import { type Desktop, openWindow } from '../../examples/electron/src/openWindow.ts';
import { receiveFile } from '../../examples/electron/src/receiveFile.ts';
import { type SendingPort, sendFile } from '../../examples/electron/src/sendFile.ts';
import { createLoader } from '../../src/loading/index.ts';
import { parseSessionText, type Session } from '../../src/session/index.ts';
import { threadWorker } from '../loading/threadWorker.ts';

const folder = mkdtempSync(join(tmpdir(), 'electron-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Wraps a port of this Node as Electron's main process offers it: its listeners get an event, not the message itself. */
function mainPort(port: NodePort): SendingPort {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: never) => void) =>
      port.on(event, (data?: unknown) => listener({ data } as never)),
    start: () => port.start(),
  };
}

interface Arrived {
  bytes: number;
  sessions: Session[];
  refused: unknown[];
}

/** Sends a file from this thread to one that acts as the renderer. */
async function transfer(
  path: string,
  send: (port: SendingPort) => unknown = (port) => sendFile(path, port),
): Promise<Arrived> {
  const { port1, port2 } = new MessageChannel();
  const renderer = new Worker(new URL('./rendererThread.ts', import.meta.url), {
    workerData: { port: port2, name: path },
    transferList: [port2],
  });
  try {
    const arrived = new Promise<Arrived>((resolve, reject) => {
      renderer.once('message', resolve);
      renderer.once('error', reject);
    });
    await send(mainPort(port1));
    return await arrived;
  } finally {
    await renderer.terminate();
  }
}

const loadHere = async (path: string): Promise<readonly Session[]> => {
  const file = { name: path, blob: new Blob([readFileSync(path)]) };
  const { sessions } = await createLoader(() => threadWorker()).load([file]);
  return sessions.map(({ session }) => session);
};

describe('transfer from the main process to the renderer and its worker', () => {
  test('delivers a session of many pieces whole', async () => {
    const path = join(folder, '2026-01-01-001-big.json');
    writeFileSync(path, JSON.stringify(bigSession(20_000)));
    expect(statSync(path).size).toBeGreaterThan(8 << 20);
    const { bytes, sessions, refused } = await transfer(path);
    expect(refused).toEqual([]);
    expect(bytes).toBe(statSync(path).size);
    expect(sessions).toEqual([parseSessionText(readFileSync(path, 'utf8')).session]);
  }, 60_000);

  test('converts a log in the renderer', async () => {
    const path = join(folder, 'conversation.log');
    writeFileSync(path, readFileSync(join(import.meta.dirname, '../../data/sources/codex-log/conversation.log')));
    const { sessions } = await transfer(path);
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions).toEqual(await loadHere(path));
  });
});

interface WatchedPort {
  port: SendingPort;
  posted: FileMessage[];
  answer: (is: FileAnswer['is']) => void;
  close: () => void;
}

/** A port that keeps what is posted, and answers as the test says. */
function watchPort(): WatchedPort {
  const posted: FileMessage[] = [];
  const heard = new Map<string, (event: never) => void>();
  const port: SendingPort = {
    postMessage: (message) => posted.push(message),
    on: (event: 'message' | 'close', listener: (event: never) => void) => heard.set(event, listener),
    start: () => undefined,
  };
  const say = (event: string, what: unknown): void => heard.get(event)?.(what as never);
  return { port, posted, answer: (is) => say('message', { data: { is } }), close: () => say('close', undefined) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe('sendFile', () => {
  const path = join(folder, 'long.txt');
  writeFileSync(path, Buffer.alloc(12 << 20, 'x'));

  test('sends at most eight pieces ahead, and continues as they are taken', async () => {
    const { port, posted, answer } = watchPort();
    const sent = sendFile(path, port);
    await expect.poll(() => posted.length).toBe(8);
    await settled();
    expect(posted).toHaveLength(8);
    answer('taken');
    await expect.poll(() => posted.length).toBe(9);
    for (let n = 0; n < 12; n += 1) answer('taken');
    await sent;
    expect(posted.at(-1)).toEqual({ is: 'end' });
    expect(posted.reduce((sum, each) => sum + (each.is === 'bytes' ? each.bytes.buffer.byteLength : 0), 0)).toBe(
      12 << 20,
    );
  });

  test.each(['stop', 'close'] as const)('ends when the receiver wants no more: %s', async (because) => {
    const { port, posted, answer, close } = watchPort();
    const sent = sendFile(path, port);
    await expect.poll(() => posted.length).toBe(8);
    if (because === 'stop') answer('stop');
    else close();
    await sent;
    expect(posted).toHaveLength(8);
  });

  test('reports what it could not read', async () => {
    const { port, posted } = watchPort();
    await sendFile(join(folder, 'none'), port);
    expect(posted).toMatchObject([{ is: 'failed', message: expect.stringContaining('ENOENT') }]);
  });
});

describe('receiveFile', () => {
  test('rejects with the error that the sender reports', async () => {
    const { port1, port2 } = new MessageChannel();
    void sendFile(join(folder, 'none'), mainPort(port1));
    await expect(receiveFile(port2 as unknown as MessagePort)).rejects.toThrow('ENOENT');
  });

  test('stops the sender on abort', async () => {
    const { port1, port2 } = new MessageChannel();
    const aborting = new AbortController();
    const sent = sendFile(join(folder, 'long.txt'), mainPort(port1));
    const received = receiveFile(port2 as unknown as MessagePort, {
      signal: aborting.signal,
      onBytes: () => aborting.abort(new Error('enough')),
    });
    await expect(received).rejects.toThrow('enough');
    await sent;
  });
});

/** A fake of the desktop of the main process: it records calls, and the test acts as page and user. */
function playDesktop(filePaths: string[]) {
  const asked: string[] = [];
  const handlers = new Map<string, (...args: never[]) => unknown>();
  const keep = (name: string) => (key: string, handler: (...args: never[]) => unknown) => {
    handlers.set(`${name} ${key}`, handler);
  };
  const desktop: Desktop = {
    app: { whenReady: async () => asked.push('ready'), on: keep('app'), quit: () => asked.push('quit') },
    dialog: { showOpenDialog: async () => ({ filePaths }) },
    ipcMain: { handle: keep('handle'), on: keep('on') },
    net: { fetch: async (url) => new Response(url) },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => asked.push(...schemes.map(({ scheme }) => `scheme ${scheme}`)),
      handle: keep('protocol'),
    },
    createWindow: () => ({
      loadURL: async (url) => void asked.push(url),
      webContents: { setWindowOpenHandler: keep('window').bind(undefined, 'open') },
    }),
  };
  const call = (name: string, ...args: unknown[]): unknown => handlers.get(name)?.(...(args as never[]));
  return { desktop, asked, call };
}

describe('the main process', () => {
  const path = join(folder, 'chosen.log');
  writeFileSync(path, readFileSync(join(import.meta.dirname, '../../data/sources/codex-log/codex-exec-0.146.log')));

  test('registers its scheme before Electron is ready, and opens the page', async () => {
    const { desktop, asked, call } = playDesktop([]);
    await openWindow(desktop, '/app/renderer');
    expect(asked).toEqual(['scheme replay', 'ready', 'replay://app/index.html']);
    expect(call('window open')).toEqual({ action: 'deny' });
    call('app window-all-closed');
    expect(asked.at(-1)).toBe('quit');
  });

  test('streams only the file that the user chose, to a renderer that parses it', async () => {
    const { desktop, call } = playDesktop([path]);
    await openWindow(desktop, '/app/renderer');
    const refused = watchPort();
    call('on read-log', { ports: [refused.port] }, path);
    expect(refused.posted).toEqual([{ is: 'failed', message: 'Nobody has chosen this file.' }]);

    expect(await call('handle choose-logs')).toEqual([path]);
    for (const other of [`${path}/../chosen.log`, undefined, { path }]) {
      const { port, posted } = watchPort();
      call('on read-log', { ports: [port] }, other);
      expect(posted).toMatchObject([{ is: 'failed' }]);
    }
    const sessions = await transfer(path, (port) => void call('on read-log', { ports: [port] }, path));
    expect(sessions.sessions).toEqual(await loadHere(path));
    call('on read-log', { ports: [] }, path);
  });

  test.each([
    ['replay://app/index.html', 'file:///app/renderer/index.html'],
    ['replay://app/assets/a%20b.js', 'file:///app/renderer/assets/a%20b.js'],
    ['replay://app/..%2frenderer-other%2fx', 404],
    ['replay://app/%2e%2e/%2e%2e/etc/passwd', 'file:///app/renderer/etc/passwd'],
    ['replay://app/..%2f..%2fetc%2fpasswd', 404],
    ['replay://app/a%00.js', 404],
    ['replay://app/%E0%A4%A', 404],
  ])('serves %s from its own folder, or not at all', async (url, served) => {
    const { desktop, call } = playDesktop([]);
    await openWindow(desktop, '/app/renderer');
    const response = (await call('protocol replay', { url })) as Response;
    expect(response.status === 404 ? 404 : await response.text()).toBe(served);
  });
});
