import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseSession } from '../../src/session/index.ts';
import { runPlainEtl } from '../helpers/plainEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const fault = vi.hoisted(() => ({
  afterChunk: undefined as undefined | (() => void),
  reads: 0,
  writes: Number.POSITIVE_INFINITY,
  wasRead() {
    fault.reads -= 1;
    if (fault.reads !== 0) return;
    fault.afterChunk?.();
    fault.afterChunk = undefined;
  },
}));

/**
 * `afterChunk` runs once the log's first piece was read for the `reads`-th time (first by detection, then by conversion); the disk is full
 * after `writes` files.
 */
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const open = async (path: string, mode: string) => {
    const file = await fs.open(path, mode);
    if (!path.endsWith('changing.jsonl')) return file;
    let isFirst = true;
    return {
      stat: () => file.stat(),
      close: () => file.close(),
      read: async (buffer: Uint8Array, offset: number, length: number, at: number) => {
        const read = await file.read(buffer, offset, Math.min(length, 64 * 1024), at);
        if (isFirst) fault.wasRead();
        isFirst = false;
        return read;
      },
    };
  };
  return { ...fs, open };
});

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const countSync = (): Error | null => {
    fault.writes -= 1;
    return fault.writes < 0 ? Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC', syscall: 'fsync' }) : null;
  };
  /** Detection reads a piece and closes the file. */
  const detecting = new Set<number>();
  return {
    ...fs,
    openSync: (path: string, ...more: [string, number]) => {
      const file = fs.openSync(path, ...more);
      if (path.endsWith('changing.jsonl')) detecting.add(file);
      return file;
    },
    closeSync: (file: number) => {
      fs.closeSync(file);
      if (detecting.delete(file)) fault.wasRead();
    },
    fsyncSync: (file: number) => {
      const failure = countSync();
      if (failure !== null) throw failure;
      fs.fsyncSync(file);
    },
    fsync: (file: number, done: (failure: Error | null) => void) => {
      const failure = countSync();
      if (failure !== null) done(failure);
      else fs.fsync(file, done);
    },
  };
});

let folder: string;
let out: string;
let changing: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changing-'));
  out = join(folder, 'out');
  mkdirSync(join(folder, 'logs'));
  changing = join(folder, 'logs/changing.jsonl');
  writeFileSync(changing, plans(20, 'Old'));
  writeFileSync(join(folder, 'logs/other.jsonl'), plans(1, 'Other'));
});
afterEach(() => {
  fault.afterChunk = undefined;
  fault.writes = Number.POSITIVE_INFINITY;
  rmSync(folder, { recursive: true, force: true });
});

function plans(count: number, topic: string): string {
  const steps = [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }];
  const record = (index: number) => ({
    timestamp: '2026-02-01T08:00:00Z',
    question: `${topic} ${index}?`,
    locale: 'en-US',
    context: 'x'.repeat(10_000),
    plan: { topic: `${topic} ${index}`, goal: 'Find out', steps },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  });
  return Array.from({ length: count }, (_, index) => `${JSON.stringify(record(index))}\n`).join('');
}

const etl = () => runPlainEtl({ paths: [join(folder, 'logs')], out, project: folder }, { format: 'planner' });

/** Titles of all sessions, each validated against the schema. */
function titles(): string[] {
  return listFiles(out)
    .filter((path) => basename(path) === path && path.endsWith('.json'))
    .map((path) => {
      const { session } = parseSession(JSON.parse(readFileSync(join(out, path), 'utf8')));
      if (session === undefined) throw new Error(`${path} is no session.`);
      return session.task_title;
    });
}

const olds = Array.from({ length: 20 }, (_, index) => `Old ${index}`);
it.each([
  ['shrinks', 1, () => truncateSync(changing, 100_000), 9],
  ['shrinks', 2, () => truncateSync(changing, 100_000), 9],
  ['grows', 2, () => appendFileSync(changing, plans(1, 'More')), 21],
  ['is emptied', 2, () => truncateSync(changing, 0), 0],
])(
  'etl over a source that %s in reading %i gives whole sessions, leaves others unharmed, and reads it again next time',
  async (_, reading, change, now) => {
    Object.assign(fault, { afterChunk: change, reads: reading });
    await etl();
    expect(fault.afterChunk).toBeUndefined();
    expect(titles()).toContain('Other 0');
    for (const title of titles()) expect([...olds, 'Other 0', 'More 0']).toContain(title);
    const second = await etl();
    const planner = second.formats.find(({ format }) => format === 'planner');
    if (now > 0) expect(planner?.account.converted).toBe(now + 1);
    expect(second.failures).toEqual([]);
    expect(titles()).toContain('Other 0');
  },
);

it.each([0, 5])(
  'etl on a disk full after %i files keeps old files whole, and the next run completes',
  async (count) => {
    rmSync(changing);
    await etl();
    expect(titles()).toEqual(['Other 0']);
    writeFileSync(changing, plans(20, 'Old'));
    fault.writes = count;
    await expect(etl()).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'fsync' });
    expect(titles()).toContain('Other 0');
    expect(listFiles(out).filter((path) => path.endsWith('.tmp') || path.endsWith('.lock'))).toEqual([]);
    fault.writes = Number.POSITIVE_INFINITY;
    await etl();
    expect(titles().sort()).toEqual(['Other 0', ...olds].sort());
  },
);
