import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseSession } from '../../src/session/index.ts';

const repository = join(import.meta.dirname, '../..');
const PLANS = 300;

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed 中断 🙂-'));
  out = join(folder, 'out');
  mkdirSync(join(folder, 'logs'));
  const records = Array.from({ length: PLANS }, (_, index) =>
    JSON.stringify({
      timestamp: '2026-02-01T08:00:00Z',
      question: `How about ${index}?`,
      locale: 'en-US',
      context: 'x'.repeat(40_000),
      plan: {
        topic: `Topic ${index}`,
        goal: 'Find out',
        steps: [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }],
      },
      review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
      telemetry: null,
    }),
  );
  writeFileSync(join(folder, 'logs/plans.jsonl'), `${records.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const args = () => ['scripts/etl.ts', join(folder, 'logs'), '--out', out];

const sessionFiles = (): string[] =>
  existsSync(out)
    ? readdirSync(out)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(out, name))
    : [];

function expectWhole(): void {
  for (const file of sessionFiles()) expect(parseSession(JSON.parse(readFileSync(file, 'utf8'))).session).toBeDefined();
}

/** Kills a run as soon as it has written something. */
async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (sessionFiles().length < 5 && child.exitCode === null) await sleep(2);
  child.kill('SIGKILL');
  await ended;
}

it('kill -9 leaves only whole files, and the next run completes and removes the lock', {
  timeout: 60_000,
}, async () => {
  await kill(spawn(process.execPath, args(), { cwd: repository, stdio: 'ignore' }));
  const before = sessionFiles().length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(PLANS);
  expectWhole();
  const { status } = spawnSync(process.execPath, args(), { cwd: repository, timeout: 50_000 });
  expect(status).toBe(0);
  expect(sessionFiles()).toHaveLength(PLANS);
  expectWhole();
  expect(existsSync(join(out, 'index/.lock'))).toBe(false);
});

it('two runs at once write every session once, whole, under the names that one run gives', {
  timeout: 60_000,
}, async () => {
  const runs = [0, 1].map(() => spawn(process.execPath, args(), { cwd: repository, stdio: 'ignore' }));
  const codes = await Promise.all(runs.map((run) => new Promise((resolve) => run.once('exit', resolve))));
  expect(codes).toEqual([0, 0]);
  expect(sessionFiles()).toHaveLength(PLANS);
  expectWhole();
});
