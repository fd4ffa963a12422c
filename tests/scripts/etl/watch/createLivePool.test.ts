import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundSource } from '../../../../scripts/etl/collected.ts';
import { collectFiles } from '../../../../scripts/etl/collectFiles.ts';
import { detectSources } from '../../../../scripts/etl/detectSources.ts';
import type { SourceResult } from '../../../../scripts/etl/sourceResult.ts';
import { stageSource } from '../../../../scripts/etl/stageSource.ts';
import { createLivePool, type LivePool } from '../../../../scripts/etl/watch/createLivePool.ts';
import type { Session } from '../../../../src/session/index.ts';
import { listFiles } from '../../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../../data/sources');
const options = { nonce: 'n', annotate: 'auto', redactor: undefined, startedAt: undefined } as const;

let folder: string;
let logs: string;
let pool: LivePool;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = mkdtempSync(join(tmpdir(), 'pool-'));
  logs = join(folder, 'logs');
  told.clear();
  mkdirSync(join(folder, 'live'));
  mkdirSync(logs);
  pool = createLivePool({ ...options, folder: join(folder, 'live'), startedAt: () => undefined });
});
afterEach(async () => {
  await pool.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const find = async (): Promise<readonly FoundSource[]> =>
  (await detectSources(collectFiles([logs]).files, undefined, new Map())).sources;
const primaryOf = ({ files }: FoundSource): string => files[0]?.path ?? '';

/** The sessions of a result by their key, without the tokens that stand for their names. */
function sessionsOf(result: SourceResult | undefined): Map<string, Session> {
  if (result?.is !== 'staged') throw new Error(`Not converted: ${JSON.stringify(result)}`);
  return new Map(
    result.sessions.map(({ key, parts, token }) => {
      const pieces = parts.map(({ path, start, length }) => readFileSync(path).subarray(start, start + length));
      return [key, JSON.parse(Buffer.concat(pieces).toString().replaceAll(token, 'token')) as Session];
    }),
  );
}

/** The sessions of a run over the files as they are, by primary file. */
async function plain(): Promise<Map<string, Map<string, Session>>> {
  const found = new Map<string, Map<string, Session>>();
  for (const [index, source] of (await find()).entries()) {
    const into = { ...options, folder: mkdtempSync(join(folder, 'plain-')), whole: false };
    const staged = await stageSource(source, into, String(index));
    const result = { is: 'staged', source, ...staged, figures: undefined } as unknown as SourceResult;
    found.set(primaryOf(source), sessionsOf(result));
  }
  return found;
}

/** Updated sources by primary file, as a watcher sees them. */
const told = new Map<string, SourceResult>();
async function look(): Promise<void> {
  const sources = await find();
  for (const source of sources) {
    const result = await pool.advance(source);
    if (result !== undefined) told.set(primaryOf(source), result);
  }
}

/** Lets a long time pass. */
async function quiet(): Promise<void> {
  vi.setSystemTime(Date.now() + 3_600_000);
  const sources = await find();
  for (const result of await pool.settle(new Set(sources.map(primaryOf)))) told.set(primaryOf(result.source), result);
}

async function expectPlain(): Promise<void> {
  const whole = await plain();
  for (const [path, sessions] of whole) {
    const watched = sessionsOf(told.get(path));
    expect(watched, path).toEqual(sessions);
    // To the byte: `--check` compares them with a plain run.
    expect(JSON.stringify([...watched]), path).toBe(JSON.stringify([...sessions]));
  }
  expect(whole.size).toBeGreaterThan(0);
}

const project = 'claude-code/projects/-home-lin-tide-table';
const groups: [string, readonly string[]][] = [
  ['a transcript, its subagents and an output in a file', [`${project}/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60`]],
  ['a transcript, agents of a workflow, its journal and state', [`${project}/f5a2d6c8-3e7b-4c19-8d20-9e8f7a6b5c4d`]],
  ['a run with the transcripts it points to', ['wf/gen-2', 'wf/home']],
  ['a store of three files', ['frago/projects/stockbird/c0ffee11-8a2b-4f6d-b1d3-7e90aa34c502']],
];

/** The files of a sample, named below `samples`; the main one first. */
function filesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => [
    ...(listFiles(samples).includes(`${name}.jsonl`) ? [`${name}.jsonl`] : []),
    ...listFiles(join(samples, name)).map((path) => `${name}/${path}`),
  ]);
}

/** Appends one part of a file; `parts` of them make it whole. */
function grow(name: string, part: number, parts: number): void {
  const bytes = readFileSync(join(samples, name));
  const target = join(logs, name);
  mkdirSync(dirname(target), { recursive: true });
  const at = (index: number): number => Math.floor((bytes.length * index) / parts);
  appendFileSync(target, bytes.subarray(at(part), at(part + 1)));
}

describe.each(groups)('a live pool over %s', (_, names) => {
  const files = filesOf(names);
  const PARTS = 5;

  it('gives in the end what one run over the whole files gives, although they grow side by side', async () => {
    for (let part = 0; part < PARTS; part += 1) {
      for (const file of files) grow(file, part, PARTS);
      await look();
    }
    await quiet();
    await expectPlain();
  });

  it('gives all files that come one after the other, also those that come while it watches', async () => {
    for (const file of files) {
      for (let part = 0; part < PARTS; part += 1) grow(file, part, PARTS);
      await look();
      vi.setSystemTime(Date.now() + 60_000);
    }
    await quiet();
    await expectPlain();
  });

  it('gives the rest after a file was removed, and continues', async () => {
    for (const file of files) for (let part = 0; part < PARTS; part += 1) grow(file, part, PARTS);
    await look();
    rmSync(join(logs, files.at(-1) ?? ''));
    await look();
    await quiet();
    await expectPlain();
    for (let part = 0; part < PARTS; part += 1) grow(files.at(-1) ?? '', part, PARTS);
    await look();
    await quiet();
    await expectPlain();
  });
});

describe('a live pool over a transcript with subagents', () => {
  const names = groups[0]?.[1] ?? [];
  const files = filesOf(names);
  const output = files.find((file) => file.includes('tool-results')) ?? '';
  const agent = files.find((file) => file.endsWith('45a61.jsonl')) ?? '';
  const callsOf = (result: SourceResult | undefined): number =>
    [...sessionsOf(result).values()].reduce(
      (sum, { tool_calls, sub_sessions }) =>
        sum + tool_calls.length + sub_sessions.reduce((inner, sub) => inner + sub.tool_calls.length, 0),
      0,
    );
  const only = (): SourceResult | undefined => told.get(join(logs, files[0] ?? ''));

  it("gives the subagent's calls and output at once, while it still grows", async () => {
    for (const file of files) grow(file, 0, 1);
    await look();
    expect(only()).toMatchObject({ provisional: true });
    const [whole] = [...((await plain()).get(join(logs, files[0] ?? '')) ?? [])];
    expect(callsOf(only())).toBe(
      (whole?.[1].tool_calls.length ?? 0) +
        (whole?.[1].sub_sessions.reduce((sum, sub) => sum + sub.tool_calls.length, 0) ?? 0),
    );
    // Its last line, without the number before it.
    const last = readFileSync(join(samples, output), 'utf8').trimEnd().split('→').at(-1) ?? '';
    expect(last.length).toBeGreaterThan(10);
    expect(JSON.stringify([...sessionsOf(only()).values()])).toContain(last);
  });

  it('reads only what was appended to any of its files', async () => {
    for (const file of files) grow(file, 0, file === agent ? 2 : 1);
    await look();
    const before = callsOf(only());
    // The middle of what was read is overwritten with nonsense: reading it again would fail.
    const main = join(logs, files[0] ?? '');
    const bytes = readFileSync(main);
    bytes.fill('x', 5000, bytes.length - 5000);
    writeFileSync(main, bytes);
    grow(agent, 1, 2);
    await look();
    expect(only()).toMatchObject({ provisional: true, figures: { account: { dropped: 0 } } });
    expect(callsOf(only())).toBeGreaterThan(before);
  });

  it('takes up new subagents only as often as reading everything again is worth it', async () => {
    for (const file of files) if (file !== agent) grow(file, 0, 1);
    const [clock, now] = [vi.spyOn(Date, 'now'), Date.now()];
    // Reading from the beginning takes 10 seconds.
    let ticks = 0;
    clock.mockImplementation(() => now + 10_000 * ticks++);
    await look();
    clock.mockImplementation(() => now + 10_000 * ticks + 1000);
    const before = callsOf(only());
    grow(agent, 0, 1);
    await look();
    expect(callsOf(only())).toBe(before);
    clock.mockImplementation(() => now + 10_000 * ticks + 1_000_000);
    await look();
    expect(callsOf(only())).toBeGreaterThan(before);
    clock.mockRestore();
  });

  it('silently forgets a source whose main file is gone', async () => {
    for (const file of files) grow(file, 0, 1);
    await look();
    rmSync(logs, { recursive: true });
    mkdirSync(logs);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await pool.settle(new Set())).toEqual([]);
  });

  it('reads a file again that another one has replaced', async () => {
    for (const file of files) grow(file, 0, 1);
    await look();
    const copy = join(folder, 'copy');
    cpSync(join(logs, agent), copy);
    const text = readFileSync(copy, 'utf8').replaceAll('2026-', '2027-');
    writeFileSync(copy, text);
    renameSync(copy, join(logs, agent));
    expect(statSync(join(logs, agent)).size).toBe(Buffer.byteLength(text));
    vi.setSystemTime(Date.now() + 60_000);
    await look();
    await quiet();
    await expectPlain();
  });
});

it('gives a source that is read whole again only as often as it is worth it, and once more in the end', async () => {
  const file = 'std001/v30-simple-report.json';
  const bytes = readFileSync(join(samples, file), 'utf8');
  mkdirSync(join(logs, 'std001'));
  const [clock, now] = [vi.spyOn(Date, 'now'), Date.now()];
  let ticks = 0;
  clock.mockImplementation(() => now + 10_000 * ticks++);
  writeFileSync(join(logs, file), bytes);
  await look();
  const titleOf = (): string => [...sessionsOf([...told.values()].at(-1)).values()][0]?.task_title ?? '';
  const title = titleOf();
  writeFileSync(join(logs, file), bytes.replace(title, 'Another'));
  clock.mockImplementation(() => now + 10_000 * ticks + 1000);
  const [source] = await find();
  if (source === undefined) throw new Error('The sample is not found.');
  expect(await pool.advance(source)).toBeUndefined();
  clock.mockImplementation(() => now + 10_000 * ticks + 1_000_000);
  const [result] = await pool.settle(new Set([primaryOf(source)]));
  expect([...sessionsOf(result).values()][0]?.task_title).toBe('Another');
  clock.mockRestore();
});
