import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { adapters } from '../../src/adapters/index.ts';
import { createLoader, type LoadedSession, type LoadFile } from '../../src/loading/index.ts';
import type { LoadMessage } from '../../src/loading/loadMessage.ts';
import { parseSessionText } from '../../src/session/index.ts';
import { listFiles } from '../helpers/sourceFiles.ts';
import { threadWorker } from './threadWorker.ts';

const data = join(import.meta.dirname, '../../data');
const fileOf = (path: string): LoadFile => ({ name: path, blob: new Blob([readFileSync(join(data, path))]) });
const textFile = (name: string, text: string): LoadFile => ({ name, blob: new Blob([text]) });

const published = listFiles(join(data, 'sessions')).filter((path) => /^[^/]+\.json$/.test(path));

describe('loading session files', () => {
  test('gives what reading the whole file gives', async () => {
    const seen: LoadMessage[] = [];
    const files = published.map((path) => fileOf(`sessions/${path}`));
    const { sessions, refused } = await createLoader(() => threadWorker(seen)).load(files);
    expect(refused).toEqual([]);
    for (const [at, { session }] of sessions.entries()) {
      expect(session).toEqual(parseSessionText(await (files[at] as LoadFile).blob.text()).session);
    }
    expect(seen.filter(({ is }) => is === 'begin')).toHaveLength(published.length);
  });

  test('upgrades a session of an earlier version', async () => {
    const file = fileOf('sources/std001/v1-word-count.json');
    const { sessions } = await createLoader(threadWorker).load([file]);
    const { session, diagnostics } = parseSessionText(await file.blob.text(), file.name);
    expect(sessions[0]?.session).toEqual(session);
    expect(sessions[0]?.diagnostics).toEqual(diagnostics);
  });

  test('reads a file as a whole when it turns out to be invalid near its end', async () => {
    const valid = JSON.parse(readFileSync(join(data, 'sessions', published[0] as string), 'utf8'));
    const { events, ...rest } = valid;
    const odd = { ...rest, events: [...events, { type: 'message', text: 'no id' }] };
    const { sessions } = await createLoader(threadWorker).load([textFile('odd.json', JSON.stringify(odd))]);
    expect(sessions[0]?.session).toEqual(parseSessionText(JSON.stringify(odd), 'odd.json').session);
  });

  test('refuses a broken file and says where it is broken', async () => {
    const text = '{"session_id":"x",\n"tool_calls": [}';
    const { sessions, refused } = await createLoader(threadWorker).load([textFile('2026-01-01-001-x.json', text)]);
    expect(sessions).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.because).not.toBe('');
  });

  test('refuses a session file that can no longer be read, and loads the others', async () => {
    const [gone, other] = published.slice(0, 2).map((path) => fileOf(`sessions/${path}`)) as [LoadFile, LoadFile];
    const whole = gone.blob.stream.bind(gone.blob);
    let opened = 0;
    // It is there while its format is looked for, and gone when it is read.
    gone.blob.stream = () => {
      opened += 1;
      if (opened > 1) throw new Error('The disk is gone.');
      return whole();
    };
    const { sessions, refused } = await createLoader(threadWorker).load([gone, other]);
    expect(sessions.map(({ session }) => session)).toEqual([parseSessionText(await other.blob.text()).session]);
    expect(refused).toEqual([{ name: gone.name, format: 'std001', because: 'The disk is gone.' }]);
  });

  test('shows a session while it comes in, each time much longer', async () => {
    const shown: LoadedSession[] = [];
    const { tool_calls, events, sub_sessions, ...head } = bigSession(4000);
    const text = JSON.stringify({ ...head, tool_calls, events, sub_sessions });
    const { sessions } = await createLoader(threadWorker).load([textFile('big.json', text)], {
      onSession: (loaded) => shown.push(loaded),
    });
    const counts = shown.map(({ session }) => session.tool_calls.length + session.events.length);
    expect(counts.length).toBeGreaterThan(2);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(shown.slice(0, -1).every(({ complete }) => !complete)).toBe(true);
    expect(shown[0]?.session.tool_calls.length).toBeLessThan(100);
    expect(shown.at(-1)).toEqual(sessions[0]);
    expect(sessions[0]?.session).toEqual(JSON.parse(text));
  });

  test('waits for the whole session once a good part of it has come', async () => {
    const counts: number[] = [];
    const { tool_calls, events, sub_sessions, ...head } = bigSession(8000);
    const text = JSON.stringify({ ...head, tool_calls, events, sub_sessions });
    await createLoader(threadWorker).load([textFile('big.json', text)], {
      onSession: ({ session }) => counts.push(session.tool_calls.length),
    });
    const whole = counts.at(-1) as number;
    expect(counts.length).toBeGreaterThan(2);
    expect(Math.max(...counts.slice(0, -1))).toBeLessThan(whole / 4);
  });
});

describe('loading logs', () => {
  const dropped = listFiles(join(data, 'sources')).map((path) => fileOf(`sources/${path}`));

  test('makes sessions from logs of every format, and reports every other file', async () => {
    const progress: number[] = [];
    const { sessions, refused } = await createLoader(threadWorker).load(dropped, {
      onProgress: ({ readBytes, totalBytes }) => progress.push(readBytes / totalBytes),
    });
    // A session file of an earlier version has no provenance.
    const formats = new Set(sessions.map(({ session }) => session.provenance?.source_format ?? 'std001'));
    expect([...formats].sort()).toEqual(adapters.map(({ descriptor }) => descriptor.id).sort());
    expect(sessions.length).toBe(published.length);
    expect(refused.every(({ because }) => because !== '')).toBe(true);
    expect(progress.every((share) => share > 0 && share <= 1)).toBe(true);
    const withContents = sessions.filter(({ contents }) => contents.length > 0);
    expect(withContents.length).toBeGreaterThan(3);
  });

  test('masks secrets unless asked not to', async () => {
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(2).slice(0, 36)}`;
    const name = dropped.find((file) => file.name.endsWith('codex-exec-0.36.log')) as LoadFile;
    const log = textFile(
      name.name,
      (await name.blob.text()).replace(/user instructions:[\s\S]/i, `$&${secret} `).concat(`\n${secret}\n`),
    );
    const loader = createLoader(threadWorker);
    expect(JSON.stringify(await loader.load([log]))).not.toContain(secret);
    expect(JSON.stringify(await loader.load([log], { redact: false }))).toContain(secret);
  });
});

test('rejects an aborted load and reports nothing more', async () => {
  const controller = new AbortController();
  const shown: LoadedSession[] = [];
  const load = createLoader(threadWorker).load([textFile('big.json', JSON.stringify(bigSession(4000)))], {
    signal: controller.signal,
    onSession: (loaded) => {
      shown.push(loaded);
      controller.abort();
    },
  });
  await expect(load).rejects.toThrow(/abort/i);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown).toHaveLength(1);
});

test('reuses the worker of a successful load until the loader is closed', async () => {
  let started = 0;
  const loader = createLoader(() => {
    started += 1;
    return threadWorker();
  });
  const file = fileOf('sources/std001/v1-word-count.json');
  const first = await loader.load([file]);
  expect(await loader.load([file])).toEqual(first);
  expect(started).toBe(1);
  await Promise.all([loader.load([file]), loader.load([file])]);
  expect(started).toBe(2);
  loader.close();
  await loader.load([file]);
  expect(started).toBe(3);
});

test('rejects the load when its worker breaks', async () => {
  const worker = {
    ...threadWorker(),
    postMessage: () => worker.onerror?.({ message: 'no memory' } as ErrorEvent),
  } as Worker;
  await expect(createLoader(() => worker).load([])).rejects.toThrow('no memory');
});

describe('preparing a load', () => {
  const file = (): LoadFile => fileOf(`sessions/${published[0]}`);

  test('starts one worker, which the next load uses', async () => {
    let started = 0;
    const loader = createLoader(() => {
      started += 1;
      return threadWorker();
    });
    loader.prepare();
    loader.prepare();
    expect(started).toBe(1);
    expect((await loader.load([file()])).sessions).toHaveLength(1);
    loader.prepare();
    expect((await loader.load([file()])).sessions).toHaveLength(1);
    expect(started).toBe(1);
  });

  test('of a worker that breaks while it waits, the next load knows nothing', async () => {
    const workers: Worker[] = [];
    const loader = createLoader(() => {
      const worker = threadWorker();
      workers.push(worker);
      return worker;
    });
    loader.prepare();
    workers[0]?.onerror?.(new ErrorEvent('error', { message: 'It could not be fetched.' }));
    expect((await loader.load([file()])).sessions).toHaveLength(1);
    expect(workers).toHaveLength(2);
  });

  test('leaves it to the load to say why no worker can be started', async () => {
    const loader = createLoader(() => {
      throw new Error('Workers are not allowed here.');
    });
    expect(() => loader.prepare()).not.toThrow();
    await expect(loader.load([file()])).rejects.toThrow('Workers are not allowed here.');
  });
});
