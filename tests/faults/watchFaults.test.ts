import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WatchNews, watchSources } from '../../scripts/etl/watch/watchSources.ts';
import { plainOptions } from '../helpers/plainEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const fault = vi.hoisted(() => ({ full: false }));

/** While the disk is full, no session can be written; staged files lie elsewhere. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    renameSync: (from: string, to: string) => {
      if (fault.full) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
      fs.renameSync(from, to);
    },
  };
});

let folder: string;
let log: string;
let stop: AbortController;
let watching: Promise<void>;
let said: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(folder, 'logs'));
  log = join(folder, 'logs/plans.jsonl');
  writeFileSync(log, '');
  stop = new AbortController();
  said = [];
  watching = startWatch();
  await new Promise((resolve) => setTimeout(resolve, 500));
  appendFileSync(log, `${plan('First', '2026-02-01T08:00:00Z')}\n`);
  await vi.waitFor(() => expect(titles()).toContain('First'), { timeout: 20_000, interval: 50 });
});
afterEach(async () => {
  fault.full = false;
  stop.abort();
  await watching;
  rmSync(folder, { recursive: true, force: true });
});

function startWatch(): Promise<void> {
  const args = {
    paths: [join(folder, 'logs')],
    out: join(folder, 'out'),
    ...plainOptions,
    format: 'planner',
  };
  const report = (news: WatchNews): void => void said.push(news.is === 'session' ? news.file : news.message);
  return watchSources(args, { project: folder, report, signal: stop.signal });
}

function plan(topic: string, timestamp: string): string {
  const steps = [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }];
  const review_log = [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }];
  return JSON.stringify({
    timestamp,
    question: topic,
    locale: 'en-US',
    context: '',
    plan: { topic, goal: 'g', steps },
    review_log,
    telemetry: null,
  });
}

function titles(): string[] {
  return listFiles(join(folder, 'out'))
    .filter((path) => /^[^/]+\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(folder, 'out', path), 'utf8')).task_title);
}

const comes = (title: string) =>
  vi.waitFor(() => expect(titles().join()).toContain(title), { timeout: 20_000, interval: 50 });

it('watch reads a log again that was deleted and rewritten at the same length', { timeout: 60_000 }, async () => {
  rmSync(log);
  writeFileSync(log, `${plan('Other', '2026-02-01T08:00:00Z')}\n`);
  await comes('Other');
});

it('watch reads a log from its beginning that was deleted and rewritten longer', { timeout: 60_000 }, async () => {
  rmSync(log);
  writeFileSync(log, `${plan('Longer', '2026-02-03T08:00:00Z')}\n${plan('Last', '2026-02-04T08:00:00Z')}\n`);
  await comes('Longer');
  await comes('Last');
});

it('watch reads a log again that was truncated and begun again', { timeout: 60_000 }, async () => {
  truncateSync(log);
  appendFileSync(log, `${plan('Cut', '2026-02-02T08:00:00Z')}\n`);
  await comes('Cut');
});

it('watch reports a full disk, continues, and writes what it missed once there is room', {
  timeout: 60_000,
}, async () => {
  fault.full = true;
  const next = plan('Second', '2026-02-02T08:00:00Z');
  // A last line that is only half written waits for its other half.
  appendFileSync(log, next.slice(0, 50));
  await vi.waitFor(() => expect(said.join()).toContain('tried again: ENOSPC'), { timeout: 20_000, interval: 50 });
  fault.full = false;
  appendFileSync(log, `${next.slice(50)}\n`);
  await comes('Second');
  expect(titles().sort()).toEqual(['First', 'Second']);
});

it('a run converts a log again that a watch left while it still grew', {
  timeout: 60_000,
}, async () => {
  stop.abort();
  await watching;
  const known = new DatabaseSync(join(folder, 'out/index/catalogue.db'), { readOnly: true });
  expect(known.prepare('SELECT path FROM file').all()).toMatchObject([{ path: log }]);
  expect(known.prepare('SELECT path FROM source').all()).toEqual([]);
  known.close();
});

it("watch reports a log that grew between the last run's look at it and the start of the watch", {
  timeout: 60_000,
}, async () => {
  stop.abort();
  await watching;
  appendFileSync(log, `${plan('Meanwhile', '2026-02-02T08:00:00Z')}\n`);
  stop = new AbortController();
  watching = startWatch();
  await comes('Meanwhile');
});
