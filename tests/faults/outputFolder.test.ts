import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { thisProcess } from '../../scripts/etl/processOwner.ts';
import { openStaging } from '../../scripts/etl/stagingFolder.ts';
import { isOpenFolder } from '../helpers/isOpenFolder.ts';
import { runPlainEtl } from '../helpers/plainEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const repository = join(import.meta.dirname, '../..');
const onWindows = process.platform === 'win32';
const disk = vi.hoisted(() => ({ writesLeft: Number.POSITIVE_INFINITY, stagesElsewhere: false }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const countSync = (): Error | null => {
    disk.writesLeft -= 1;
    return disk.writesLeft < 0
      ? Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC', syscall: 'fsync' })
      : null;
  };
  return {
    ...fs,
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
    renameSync: (from: string, to: string) => {
      if (disk.stagesElsewhere && from.includes('agent-replay-staging-'))
        throw Object.assign(new Error('EXDEV: injected'), { code: 'EXDEV', syscall: 'rename' });
      fs.renameSync(from, to);
    },
  };
});

let folder: string;
let logs: string;
let out: string;
/** A folder outside those given to the kit. */
let elsewhere: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'output-')));
  // Elsewhere, a parent folder may be closed to others, and sessions are then private.
  chmodSync(folder, 0o755);
  [logs, out, elsewhere] = ['logs', 'out', 'elsewhere'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(logs);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'precious'), 'precious');
});
afterEach(() => {
  Object.assign(disk, { writesLeft: Number.POSITIVE_INFINITY, stagesElsewhere: false });
  rmSync(folder, { recursive: true, force: true });
});

const etl = (paths = [logs], into = out) => runPlainEtl({ paths, out: into, project: folder });

function log(name: string, context = '', topic = 'Hello'): string {
  const steps = [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }];
  const record = {
    timestamp: '2026-03-01T08:00:00Z',
    question: `${topic}?`,
    locale: 'en-US',
    context,
    plan: { topic, goal: 'Find out', steps },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  };
  const path = join(logs, name);
  writeFileSync(path, `${JSON.stringify(record)}\n`);
  return path;
}

/** Turns the folder into one of a kit without a catalogue. */
function asOlderKit(): void {
  const known = join(out, 'index/private.json');
  const { sessions } = JSON.parse(readFileSync(known, 'utf8'));
  writeFileSync(known, JSON.stringify({ version: 1, sessions }));
  for (const name of readdirSync(join(out, 'index')))
    if (name.startsWith('catalogue.db')) rmSync(join(out, 'index', name));
}

const id = '2026-03-01-001-hello';
const long = (letter: string) => letter.repeat(30_000);
const sessionFiles = (into = out) => listFiles(into).filter((path) => /^[^/]+\.json$/.test(path));
const untouched = () => expect(readdirSync(elsewhere)).toEqual(['precious']);

describe('etl, where a name or link leads out of the output folder', () => {
  it.each([
    ['none', '', ''],
    ['some', long('a'), long('b')],
  ])(
    'leaves the target of a link alone that has the name of the contents of a session that has %s',
    async (_, before, after) => {
      log('a.jsonl', before);
      await etl();
      rmSync(join(out, `${id}.content`), { recursive: true, force: true });
      symlinkSync(elsewhere, join(out, `${id}.content`));
      log('a.jsonl', `${after} and more`);
      await etl();
      untouched();
      expect(lstatSync(join(out, `${id}.content`), { throwIfNoEntry: false })?.isSymbolicLink()).not.toBe(true);
      expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(after === '' ? 0 : 1);
    },
  );

  it('leaves the target of a link alone that has the name of one content or of the session', async () => {
    log('a.jsonl', long('a'));
    await etl();
    const [content = ''] = listFiles(out).filter((path) => path.includes('.content/'));
    for (const path of [content, `${id}.json`]) {
      rmSync(join(out, path));
      symlinkSync(join(elsewhere, 'precious'), join(out, path));
    }
    await etl();
    untouched();
    expect(readFileSync(join(elsewhere, 'precious'), 'utf8')).toBe('precious');
    expect(JSON.parse(readFileSync(join(out, `${id}.json`), 'utf8')).session_id).toBe(id);
    expect(readFileSync(join(out, content), 'utf8')).toContain(long('a'));
  });

  it('stops and says so if the index is a link', async () => {
    log('a.jsonl');
    mkdirSync(out);
    symlinkSync(elsewhere, join(out, 'index'));
    await expect(etl()).rejects.toThrow(/index is no folder.*Move it away/);
    untouched();
  });

  it.each(['private.json', 'sessions.json'])('ignores a name in %s that leads out of the folder', async (name) => {
    const path = log('a.jsonl', long('a'));
    await etl();
    asOlderKit();
    const index = JSON.parse(readFileSync(join(out, 'index/private.json'), 'utf8'));
    for (const bad of ['../elsewhere/pwned', '..', 'a/b', `${id}/../../elsewhere/x`, `${id}\u0000`]) {
      index.sessions[0].session_id = bad;
      writeFileSync(join(out, 'index', name), JSON.stringify(index));
      await etl([path]);
      untouched();
      asOlderKit();
      expect(sessionFiles().every((file) => /^2026-03-01-\d{3}-hello\.json$/.test(file))).toBe(true);
    }
  });

  it('stops and says so if an index is damaged, instead of writing all sessions twice', async () => {
    log('a.jsonl');
    await etl();
    asOlderKit();
    writeFileSync(join(out, 'index/private.json'), '<<<<<<< ours');
    await expect(etl()).rejects.toThrow(/private\.json is damaged.*Restore it/);
    expect(sessionFiles()).toEqual([`${id}.json`]);
  });

  describe('where an index cannot be read', () => {
    const known = (): string => join(out, 'index/private.json');

    async function stopsAt(message: RegExp): Promise<void> {
      const before = { look: statSync(known()).mtimeMs, size: statSync(known()).size };
      await expect(etl()).rejects.toThrow(message);
      expect({ look: statSync(known()).mtimeMs, size: statSync(known()).size }).toEqual(before);
      expect(sessionFiles()).toEqual([`${id}.json`]);
    }

    it('keeps an index with more sessions than a string can hold, and suggests another folder', async () => {
      log('a.jsonl');
      await etl();
      asOlderKit();
      // As long as the index of 1.2 million sessions; only its beginning takes space on disk.
      truncateSync(known(), 600_000_000);
      await stopsAt(/private\.json would know more sessions than one index can.*another folder with --out/);
    });

    it('stops at an invalid entry, instead of treating that session as missing', async () => {
      log('a.jsonl');
      await etl();
      asOlderKit();
      const index = JSON.parse(readFileSync(known(), 'utf8'));
      index.sessions[0].source = 7;
      writeFileSync(known(), JSON.stringify(index));
      await stopsAt(/private\.json is damaged.*Restore it/);
    });
  });
});

it.skipIf(onWindows)('etl does not wait for a pipe in the output folder', { timeout: 10_000 }, async () => {
  log('a.jsonl');
  await etl();
  for (const name of [`${id}.json`, 'index/state.json']) {
    rmSync(join(out, name), { force: true });
    spawnSync('mkfifo', [join(out, name)]);
  }
  await etl();
  expect(JSON.parse(readFileSync(join(out, `${id}.json`), 'utf8')).session_id).toBe(id);
});

it('etl does not treat sessions below the logs as logs', async () => {
  log('a.jsonl');
  for (let run = 0; run < 3; run += 1) await etl([logs], join(logs, 'out'));
  expect(sessionFiles(join(logs, 'out'))).toEqual([`${id}.json`]);
});

describe('etl, after a killed run', () => {
  it('is not stopped by leftover temporary files, and removes them', async () => {
    log('a.jsonl');
    mkdirSync(join(out, 'index'), { recursive: true });
    const names = ['pending.json', 'sessions.json', 'private.json', 'state.json'].flatMap((name) =>
      Array.from({ length: 50 }, (_, count) => `index/${name}.${process.pid}-${count}.tmp`),
    );
    for (const name of [...names, 'index/.0123456789abcdef.tmp']) writeFileSync(join(out, name), 'half');
    writeFileSync(join(out, 'mine.tmp'), 'mine');
    await etl();
    expect(listFiles(out).filter((path) => path.endsWith('.tmp'))).toEqual(['mine.tmp']);
  });

  it('removes contents of a session that was never complete', async () => {
    log('a.jsonl');
    await etl();
    const entry = JSON.parse(readFileSync(join(out, 'index/private.json'), 'utf8')).sessions[0];
    const lost = '2026-03-01-002-lost';
    mkdirSync(join(out, `${lost}.content`));
    writeFileSync(join(out, `${lost}.content/x.txt`), 'half');
    const pending = { version: 1, sessions: [{ ...entry, session_id: lost, source: '/gone.jsonl' }] };
    writeFileSync(join(out, 'index/pending.json'), JSON.stringify(pending));
    await etl();
    expect(readdirSync(out).sort()).toEqual(['.gitignore', `${id}.json`, 'index']);
    expect(existsSync(join(out, 'index/pending.json'))).toBe(false);
  });

  it('removes staged sessions that never got a name', async () => {
    const left = join(out, 'index/agent-replay-staging-dead');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'owner.json'), JSON.stringify({ ...thisProcess(), pid: 999_999_999 }));
    writeFileSync(join(left, '0.items'), 'staged');
    log('a.jsonl', long('a'));
    await etl();
    expect(listFiles(out).filter((path) => path.includes('staging'))).toEqual([]);
  });

  it("removes its files among the system's temporary files once the killed run is dead", () => {
    const left = (name: string, owner: object | undefined, ageDays = 0) => {
      const path = join(folder, `agent-replay-staging-${name}`);
      mkdirSync(path);
      if (owner === undefined) return;
      writeFileSync(join(path, 'owner.json'), JSON.stringify({ ...thisProcess(), ...owner }));
      writeFileSync(join(path, '0.items'), 'staged');
      const seconds = Date.now() / 1000 - ageDays * 86_400;
      utimesSync(join(path, 'owner.json'), seconds, seconds);
    };
    left('dead', { pid: 999_999_999 });
    left('living', {}, 9);
    left('elsewhere', { host: 'elsewhere' });
    left('elsewhere-long-ago', { host: 'elsewhere' }, 2);
    left('just-made', undefined);
    symlinkSync(elsewhere, join(folder, 'agent-replay-staging-link'));
    const staging = openStaging(folder);
    const names = readdirSync(folder).filter((name) => name.startsWith('agent-replay-staging-'));
    expect(names.map((name) => join(folder, name))).toContain(staging.path);
    expect(names.filter((name) => !staging.path.endsWith(name)).map((name) => name.slice(21))).toEqual([
      'elsewhere',
      'just-made',
      'link',
      'living',
    ]);
    untouched();
    staging.remove();
    expect(existsSync(staging.path)).toBe(false);
  });
});

describe('etl on a full disk', () => {
  it.each([1, 2, 3])('leaves no contents of missing sessions after %i files', async (count) => {
    for (const name of ['a', 'b', 'c']) log(`${name}.jsonl`, long(name), `Topic ${name}`);
    disk.writesLeft = count;
    await expect(etl()).rejects.toMatchObject({ code: 'ENOSPC' });
    const names = readdirSync(out);
    for (const name of names.filter((each) => each.endsWith('.content'))) {
      expect(names).toContain(name.replace('.content', '.json'));
    }
    expect(listFiles(out).filter((path) => /\.(?:tmp|lock)$/.test(path))).toEqual([]);
    disk.writesLeft = Number.POSITIVE_INFINITY;
    await etl();
    expect(sessionFiles()).toHaveLength(3);
    expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(3);
  });
});

describe('a second run rebuilds', () => {
  const breaks: [string, () => void][] = [
    ['a session that is damaged', () => writeFileSync(join(out, `${id}.json`), '{"broken')],
    [
      'a content that is damaged',
      () => {
        const [content = ''] = listFiles(out).filter((path) => path.includes('.content/'));
        writeFileSync(join(out, content), 'x');
      },
    ],
    ['contents that are gone', () => rmSync(join(out, `${id}.content`), { recursive: true })],
  ];
  it.each(breaks)('%s', async (_, damage) => {
    log('a.jsonl', long('a'));
    await etl();
    const before = listFiles(out).map((path) => [path, readFileSync(join(out, path), 'utf8')]);
    damage();
    expect((await etl()).published).toMatchObject({ written: 1 });
    const after = listFiles(out).map((path) => [path, readFileSync(join(out, path), 'utf8')]);
    const isText = ([path = '']: string[]): boolean => !path.startsWith('index/catalogue.db');
    expect(after.filter(isText)).toEqual(before.filter(isText));
    expect((await etl()).published).toMatchObject({ written: 0, skippedSources: 1 });
  });

  it('a session whose source has changed but kept its size and time', async () => {
    const path = log('a.jsonl', 'one');
    await etl();
    const { atime, mtime } = statSync(path);
    await sleep(20);
    log('a.jsonl', 'two');
    utimesSync(path, atime, mtime);
    expect((await etl()).published).toMatchObject({ written: 1 });
  });
});

describe.skipIf(!isOpenFolder(tmpdir()))('etl gives', () => {
  const modeOf = (name: string) => statSync(join(out, name)).mode & 0o777;
  const umask = process.umask();
  const open = 0o666 & ~umask;

  it('a session the permissions of its source', async () => {
    log('a.jsonl', long('a'));
    chmodSync(log('b.jsonl', long('b'), 'Private'), 0o600);
    await etl();
    expect(modeOf(`${id}.json`)).toBe(open);
    const own = '2026-03-01-002-private';
    expect(modeOf(`${own}.json`)).toBe(0o600);
    expect(modeOf(`${own}.content`)).toBe(0o700);
    const contents = listFiles(out).filter((path) => path.startsWith(`${own}.content/`));
    expect(contents.map(modeOf)).toEqual([0o600]);
    expect(modeOf('index/private.json')).toBe(0o600);
    expect(modeOf('index/catalogue.db')).toBe(0o600);
  });

  it('no more permissions than the folder of the source does', async () => {
    log('a.jsonl');
    chmodSync(logs, 0o700);
    await etl();
    expect(modeOf(`${id}.json`)).toBe(0o600);
  });

  it('a session that an older kit made public its proper permissions', async () => {
    const path = log('a.jsonl');
    await etl();
    chmodSync(path, 0o600);
    asOlderKit();
    expect((await etl()).published).toMatchObject({ written: 0, unchanged: 1 });
    expect(modeOf(`${id}.json`)).toBe(0o600);
  });
});

describe('etl', () => {
  it.each([false, true])(
    'writes the same content wherever it was staged (on another disk: %s)',
    async (stagesElsewhere) => {
      disk.stagesElsewhere = stagesElsewhere;
      log('a.jsonl', long('a'));
      await etl();
      const contents = listFiles(out).filter((path) => path.startsWith(`${id}.content/`));
      expect(contents.map((path) => readFileSync(join(out, path), 'utf8'))).toEqual([long('a')]);
      expect(readdirSync(join(out, 'index')).sort()).toEqual(['catalogue.db', 'private.json', 'sessions.json']);
    },
  );
});

describe('batches of sessions', () => {
  it('are published while others are still being converted, and survive a killed run', {
    timeout: 90_000,
  }, async () => {
    const LOGS = 700;
    for (let number = 0; number < LOGS; number += 1) log(`${number}.jsonl`, '', `Topic ${number}`);
    const args = ['scripts/etl.ts', logs, '--out', out, '--jobs', '1', '--json'];
    const run: ChildProcess = spawn(process.execPath, args, { cwd: repository, stdio: 'ignore' });
    const ended = new Promise((resolve) => run.once('exit', resolve));
    while (!existsSync(join(out, 'index/private.json')) && run.exitCode === null) await sleep(5);
    run.kill('SIGKILL');
    await ended;
    const listed = JSON.parse(readFileSync(join(out, 'index/private.json'), 'utf8')).sessions.length;
    expect(listed).toBeGreaterThan(200);
    expect(listed).toBeLessThan(LOGS);
    const { stdout } = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
    expect(JSON.parse(stdout).published.skippedSources).toBeGreaterThan(200);
    expect(sessionFiles()).toHaveLength(LOGS);
  });

  it('get the same names whatever the number of threads, in every run', { timeout: 90_000 }, async () => {
    for (let number = 0; number < 300; number += 1) log(`${number}.jsonl`, number < 30 ? 'x'.repeat(300_000) : '', 'T');
    const run = (jobs: string): string => {
      rmSync(out, { recursive: true, force: true });
      const args = ['scripts/etl.ts', logs, '--out', out, '--jobs', jobs];
      expect(spawnSync(process.execPath, args, { cwd: repository }).status).toBe(0);
      return readFileSync(join(out, 'index/private.json'), 'utf8');
    };
    expect(run('3')).toBe(run('1'));
  });
});
