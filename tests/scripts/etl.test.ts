import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EtlOptions } from '../../scripts/etl/etlOptions.ts';
import { runEtl } from '../../scripts/etl/runEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';
import { callOf, sessionOf } from '../session/fixtures.ts';
import { runAgentReplay, runInHere } from './agent-replay/runAgentReplay.ts';

const repository = join(import.meta.dirname, '../..');

let project: string;
let logs: string;
let out: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'ark etl 测试 🙂-'));
  logs = join(project, 'logs');
  out = join(project, 'out');
  mkdirSync(logs);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const quiet = { isTTY: false } as NodeJS.WriteStream;

function etl(more: Partial<EtlOptions> = {}) {
  const args: EtlOptions = {
    paths: [logs],
    out,
    format: undefined,
    annotate: 'auto',
    redact: true,
    check: false,
    jobs: 1,
    ...more,
  };
  return runEtl(args, { project, progress: quiet });
}

function plan(topic: string, timestamp: string, context = ''): string {
  const steps = [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }];
  const record = {
    timestamp,
    question: `How about ${topic}?`,
    locale: 'en-US',
    context,
    plan: { topic, goal: 'Find out', steps },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  };
  return `${JSON.stringify(record)}\n`;
}

function log(name: string, ...lines: string[]): void {
  mkdirSync(join(logs, name, '..'), { recursive: true });
  writeFileSync(join(logs, name), lines.join(''));
}

const snapshot = (folder: string) =>
  Object.fromEntries(listFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

const sessionsIn = (folder: string) => listFiles(folder).filter((path) => /^[^/]+\.json$/.test(path));

/** Fields in which a session says a time of 1970 and that are not named in `inferred`. */
function timesUnmarked(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { inferred = [] } = value as { inferred?: string[] };
  return Object.entries(value).flatMap(([key, each]) => {
    const isTime = typeof each === 'string' && each.startsWith('1970-01-01');
    return isTime && !inferred.includes(key) ? [`${path}/${key}`] : timesUnmarked(each, `${path}/${key}`);
  });
}

describe('pnpm etl', () => {
  it('names sessions by day, number in order of time, and title', async () => {
    log('b.jsonl', plan('Second thing', '2026-02-01T12:00:00Z'), plan('第一件事', '2026-02-01T08:00:00Z'));
    log('a.jsonl', plan('Other day', '2026-02-03T00:00:00Z'));
    await etl();
    expect(sessionsIn(out)).toEqual([
      '2026-02-01-001-第一件事.json',
      '2026-02-01-002-second-thing.json',
      '2026-02-03-001-other-day.json',
    ]);
  });

  it('gives a log without a date no time of 1970', async () => {
    const exec = (command: string) => `exec\nbash -lc '${command}' in /srv/pier\n succeeded in 5000ms:\nok\n`;
    const commands = ['rg hour src', 'sed -i s/1/2/ a.ts', 'npm test'].flatMap((each) => Array<string>(12).fill(each));
    const head =
      'OpenAI Codex v0.57.0 (research preview)\n--------\nworkdir: /srv/pier\nmodel: gpt-5.1\nsession id: abc-123';
    log('conversation.log', `${head}\n--------\nuser\nMend the pier\n${commands.map(exec).join('')}codex\nDone.\n`);
    await etl();
    expect(sessionsIn(out)).toEqual(['undated-001-mend-the-pier.json']);
    const { sessions } = JSON.parse(readFileSync(join(out, 'index/private.json'), 'utf8'));
    expect(sessions).toMatchObject([{ session_id: 'undated-001-mend-the-pier' }]);
    expect(sessions[0]).not.toHaveProperty('created_at');
    const session = JSON.parse(readFileSync(join(out, 'undated-001-mend-the-pier.json'), 'utf8'));
    expect(session.session_id).toBe('undated-001-mend-the-pier');
    // The standard demands times: each that says 1970 is marked as inferred.
    expect(timesUnmarked(session)).toEqual([]);
    expect(session.phase_annotations.length).toBeGreaterThan(1);
    await etl();
    expect(sessionsIn(out)).toEqual(['undated-001-mend-the-pier.json']);
  });

  it('keeps names for ever, even when older sessions appear', async () => {
    log('b.jsonl', plan('Later', '2026-02-01T12:00:00Z'));
    await etl();
    log('a.jsonl', plan('Earlier', '2026-02-01T08:00:00Z'));
    const { published } = await etl();
    expect(sessionsIn(out)).toEqual(['2026-02-01-001-later.json', '2026-02-01-002-earlier.json']);
    expect(published).toMatchObject({ written: 1, unchanged: 1 });
  });

  it('lets a session of the standard keep its id and file name, and reports a clash', async () => {
    const write = (name: string, more: object = {}) =>
      writeFileSync(join(logs, name), JSON.stringify(sessionOf({ session_id: '2026-02-01-013-report', ...more })));
    write('2026-02-01-013-report.json');
    write('b-copy.json', { created_at: '2026-02-01T10:30:00Z' });
    write('2026-02-03-004-insight.json', { session_id: '2026-02-03-004' });
    const report = await etl();
    expect(sessionsIn(out)).toEqual([
      '2026-02-01-013-report.json',
      '2026-02-01-014-a-memo-board.json',
      '2026-02-03-004-insight.json',
    ]);
    expect(JSON.parse(readFileSync(join(out, '2026-02-01-013-report.json'), 'utf8'))).toMatchObject({
      session_id: '2026-02-01-013-report',
    });
    expect(report.diagnostics.filter(({ code }) => code === 'id-taken')).toMatchObject([
      { actual: '2026-02-01-014-a-memo-board', expected: '2026-02-01-013-report' },
    ]);
  });

  it('names the file and the field that do not conform, what stands there and what is expected', async () => {
    const calls = [callOf('tool-001', { duration_ms: -5 })];
    writeFileSync(join(logs, 'bad.json'), JSON.stringify(sessionOf({ tool_calls: calls })));
    expect((await etl()).failures).toMatchObject([
      {
        file: 'bad.json',
        message:
          'The field duration_ms (/tool_calls/0/duration_ms) does not fit: it is -5, expected is a number, 0 or more.',
      },
    ]);
  });

  it('does not reuse the number of a file without an index entry', async () => {
    mkdirSync(out);
    writeFileSync(join(out, '2026-02-01-001-by-hand.json'), '{"mine":true}');
    log('a.jsonl', plan('New', '2026-02-01T08:00:00Z'));
    await etl();
    expect(sessionsIn(out)).toEqual(['2026-02-01-001-by-hand.json', '2026-02-01-002-new.json']);
    expect(readFileSync(join(out, '2026-02-01-001-by-hand.json'), 'utf8')).toBe('{"mine":true}');
  });

  it('gives identical bytes on a second run', async () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'), plan('Two', '2026-02-01T09:00:00Z', 'x'.repeat(40_000)));
    await etl();
    const before = snapshot(out);
    const { published } = await etl();
    expect(snapshot(out)).toEqual(before);
    expect(published).toEqual({ written: 0, unchanged: 2, skippedSources: 1, changed: false });
  });

  it('writes nothing with --check and reports what would change', async () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    expect((await etl({ check: true })).published.changed).toBe(true);
    expect(existsSync(out)).toBe(false);
    await etl();
    expect((await etl({ check: true })).published.changed).toBe(false);
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z', 'changed'));
    const before = snapshot(out);
    expect((await etl({ check: true })).published).toMatchObject({ written: 1, changed: true });
    expect(snapshot(out)).toEqual(before);
  });

  it('converts the rest when one file is bad, and says where it is and what to do', async () => {
    log('a.jsonl', plan('Good', '2026-02-01T08:00:00Z'));
    log(
      'broken.json',
      '{"session_id": "x", "task_title": "t", "user_prompt": "p", "tool_calls": [], \n "summary": {"a": "b" "c"}}',
    );
    const { failures } = await etl({ paths: [join(logs, 'a.jsonl'), join(logs, 'broken.json'), join(logs, 'none')] });
    expect(sessionsIn(out)).toHaveLength(1);
    expect(failures.map(({ file }) => file)).toEqual([join(logs, 'none'), 'broken.json:2:23']);
    for (const { message, remedy } of failures) expect([message, remedy]).not.toContain('');
  });

  it('masks secrets before a session is named or written, and counts them', async () => {
    const secret = ['postgres://ada:', 'sw0rdf1sh-9Q', '@db.example.com/prod'].join('');
    log('a.jsonl', plan(`Login ${secret}`, '2026-02-01T08:00:00Z', `${'x'.repeat(30_000)} ${secret}`));
    const { formats } = await etl();
    expect(JSON.stringify(snapshot(out))).not.toContain('sw0rdf1sh');
    expect(formats[0]?.maskedByRule['database-url-password']).toBeGreaterThan(1);
    rmSync(out, { recursive: true });
    await etl({ redact: false });
    expect(JSON.stringify(snapshot(out))).toContain('sw0rdf1sh');
  });

  it('follows no link, and reports one that leaves its folder', async () => {
    log('inside/a.jsonl', plan('Inside', '2026-02-01T08:00:00Z'));
    writeFileSync(join(project, 'outside.jsonl'), plan('Outside', '2026-02-01T08:00:00Z'));
    symlinkSync(join(project, 'outside.jsonl'), join(logs, 'inside', 'link.jsonl'));
    symlinkSync(project, join(logs, 'inside', 'up'));
    symlinkSync(join(logs, 'inside', 'a.jsonl'), join(logs, 'inside', 'again.jsonl'));
    const { failures } = await etl();
    expect(sessionsIn(out)).toEqual(['2026-02-01-001-inside.json']);
    expect(failures.map(({ file }) => file).sort()).toEqual([
      join(logs, 'inside', 'link.jsonl'),
      join(logs, 'inside', 'up'),
    ]);
  });

  it('lets git see only the sessions of the samples', async () => {
    const samples = join(project, 'data', 'sources', 'planner');
    mkdirSync(samples, { recursive: true });
    writeFileSync(join(samples, 'sample.jsonl'), plan('Sample', '2026-02-01T08:00:00Z'));
    log('mine.jsonl', plan('Mine', '2026-02-01T09:00:00Z'));
    await etl({ paths: [join(project, 'data', 'sources'), logs] });
    spawnSync('git', ['init', '-q'], { cwd: project });
    const { stdout } = spawnSync('git', ['ls-files', '-o', '--exclude-standard', 'out'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n').sort()).toEqual([
      'out/.gitignore',
      'out/2026-02-01-001-sample.json',
      'out/index/sessions.json',
    ]);
    const titles = (name: string) => JSON.parse(readFileSync(join(out, 'index', name), 'utf8')).sessions;
    expect(titles('sessions.json')).toMatchObject([
      { task_title: 'Sample', source: 'data/sources/planner/sample.jsonl' },
    ]);
    expect(titles('private.json')).toMatchObject([{ task_title: 'Mine' }]);
  });

  it('removes contents that a session no longer has, and leaves no temporary file', async () => {
    log('a.jsonl', plan('Long', '2026-02-01T08:00:00Z', 'y'.repeat(30_000)));
    await etl();
    expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(1);
    log('a.jsonl', plan('Long', '2026-02-01T08:00:00Z', 'z'.repeat(30_000)));
    await etl();
    expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(1);
    log('a.jsonl', plan('Long', '2026-02-01T08:00:00Z'));
    await etl();
    expect(listFiles(out).filter((path) => /content|tmp|lock/.test(path))).toEqual([]);
  });
});

describe('a second run', () => {
  it('reads nothing again that has not changed, and reports the same', async () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    log('notes.txt', 'not a log');
    const first = await etl();
    const second = await etl();
    expect(second.published).toEqual({ written: 0, unchanged: 1, skippedSources: 1, changed: false });
    expect(second.formats).toEqual(first.formats);
    expect(second.unrecognised).toEqual(first.unrecognised);
  });

  it('converts a resumed session again when the one that it was resumed from appears', async () => {
    const ids = ['01d00000-0000-4000-8000-000000000001', '2e300000-0000-4000-8000-000000000002'];
    const record = (sessionId: string | undefined, number: number, content: string) => {
      const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
      const parentUuid = number === 1 ? null : uuid(number - 1);
      const timestamp = `2026-01-01T00:00:0${number}.000Z`;
      const message = { role: 'user', content };
      return `${JSON.stringify({ parentUuid, sessionId, version: '1.0.24', type: 'user', message, uuid: uuid(number), timestamp })}\n`;
    };
    const folder = join(logs, '-p');
    mkdirSync(folder);
    const [older, newer] = ids.map((id) => join(folder, `${id}.jsonl`));
    writeFileSync(newer ?? '', record(ids[1], 1, 'Old question') + record(ids[1], 2, 'New question'));
    const titles = async (): Promise<unknown[]> => {
      await etl();
      const { sessions } = JSON.parse(readFileSync(join(out, 'index/private.json'), 'utf8'));
      return sessions.map(({ session_id }: { session_id: string }) =>
        JSON.parse(readFileSync(join(out, `${session_id}.json`), 'utf8')).events.map(
          (event: { text: string }) => event.text,
        ),
      );
    };
    expect(await titles()).toEqual([['Old question', 'New question']]);
    writeFileSync(older ?? '', record(ids[0], 1, 'Old question'));
    expect((await titles()).sort()).toEqual([['New question'], ['Old question']]);
    expect((await etl()).published).toMatchObject({ skippedSources: 2, changed: false });
  });

  it('distinguishes a touched file from a changed one', async () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    await etl();
    utimesSync(join(logs, 'a.jsonl'), new Date(), new Date(Date.now() + 5000));
    expect((await etl()).published.skippedSources).toBe(1);
    log('a.jsonl', plan('Two', '2026-02-01T08:00:00Z'));
    expect((await etl()).published).toMatchObject({ written: 1, skippedSources: 0 });
  });

  it('converts again what is missing in the folder, or when options differ', async () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    await etl();
    rmSync(join(out, sessionsIn(out)[0] ?? ''));
    expect((await etl()).published).toMatchObject({ written: 1, skippedSources: 0 });
    expect((await etl({ redact: false })).published.skippedSources).toBe(0);
  });

  it('reports a failed file again', async () => {
    log('broken.json', '{"session_id": "x", "task_title": "t", "user_prompt": "p", "tool_calls": [}');
    expect((await etl()).failures).toHaveLength(1);
    expect((await etl()).failures).toHaveLength(1);
  });
});

describe('etl with worker threads', () => {
  it('writes the same bytes as one thread', async () => {
    const big = plan('Big', '2026-02-01T08:00:00Z', 'y'.repeat(6_000_000));
    for (const name of ['a', 'b', 'c', 'd', 'e']) log(`${name}.jsonl`, big);
    log('small.jsonl', plan('Small', '2026-02-02T08:00:00Z'));
    await etl({ jobs: 1 });
    const single = sessionsOnly(snapshot(out));
    rmSync(out, { recursive: true });
    await etl({ jobs: 3 });
    expect(sessionsOnly(snapshot(out))).toEqual(single);
  });
});

function sessionsOnly(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('index/catalogue.db')));
}

describe('the command line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(repository, 'scripts/etl.ts'), ...args, '--out', out], {
      cwd: repository,
      encoding: 'utf8',
    });

  it('exits with 0 when all is converted, and prints a table', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    const { status, stdout } = run(logs);
    expect(status).toBe(0);
    expect(stdout).toMatch(/planner +1 +1 +1 +1 +0 +0 +0 +0/);
  });

  it('exits with 1 when --check finds a change', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    expect(run(logs, '--check').status).toBe(1);
  });

  it('exits with 1 when --strict finds a loss', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'), '{"timestamp": "2026');
    expect(run(logs).status).toBe(0);
    expect(run(logs, '--strict').status).toBe(1);
  });

  it('says which line of which file was lost, also of a file that an earlier run converted', () => {
    const good = plan('One', '2026-02-01T08:00:00Z');
    log('a.jsonl', good, '{"timestamp": "2026\n', plan('Two', '2026-02-01T09:00:00Z'));
    const place = `planner: invalid-record 1\n    a.jsonl:2 (byte ${Buffer.byteLength(good)})\n`;
    expect(run(logs).stdout).toContain(place);
    expect(run(logs).stdout).toContain(place);
    const strict = run(logs, '--strict', '--quiet');
    expect(strict.stderr).toContain('--strict: something of the logs was lost.\n');
    expect(strict.stderr).toContain(`    a.jsonl:2 (byte ${Buffer.byteLength(good)})`.trimStart());
    expect(strict.status).toBe(1);
  });

  it('names the first places of each kind, and all with --verbose', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'), '{"timestamp": "2026\n'.repeat(7));
    const { stdout } = run(logs);
    expect(stdout).toContain('invalid-record 7\n');
    expect(stdout.match(/a\.jsonl:\d/g)).toHaveLength(5);
    expect(stdout).toContain('… and 2 more (--verbose lists all)');
    expect(run(logs, '--verbose').stdout.match(/a\.jsonl:\d/g)).toHaveLength(7);
  });

  it('lists with --verbose what was noticed and cost nothing, and where', () => {
    const { timestamp: _, ...undated } = JSON.parse(plan('One', '2026-02-01T08:00:00Z')) as Record<string, unknown>;
    log('a.jsonl', `${JSON.stringify(undated)}\n`);
    expect(run(logs, '--verbose').stdout).toMatch(/^Noted:\n {2}time-inferred 1: .+\n {4}a\.jsonl/m);
    expect(run(logs, '--no-redact').stdout).not.toContain('Noted:');
  });

  it('reports what a failed file dropped as its table does', () => {
    log('x.json', '{"session_id": "x", "task_title": "t", "user_prompt": "p", "tool_calls": [], "summary": {"a" "b"}}');
    const { stdout } = run(join(logs, 'x.json'));
    expect(stdout).toMatch(/std001 +1 +0 +1 +0 +0 +0 +1 /);
    expect(stdout).toMatch(/Dropped or lost:\n {2}std001: [a-z-]+ 1 \(the file failed, see below\)\n/);
  });

  it('names a link in a folder that leads nowhere, and converts the rest', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    symlinkSync(join(project, 'gone.jsonl'), join(logs, 'link.jsonl'));
    const { status, stdout } = run(logs);
    expect(stdout).toContain(`Passed over:\n  ${join(logs, 'link.jsonl')}: A link that leads nowhere.\n`);
    expect(status).toBe(0);
    expect(run(join(logs, 'link.jsonl')).status).toBe(3);
  });

  it('warns of a file that is certainly of another format than --format says, each time, and obeys', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    for (const more of [[], [], ['--quiet']]) {
      const { status, stdout, stderr } = run(join(logs, 'a.jsonl'), '--format', 'codex-log', ...more);
      expect(stdout + stderr).toMatch(
        /a\.jsonl: certainly planner \(.+\); read as codex-log, as you said\. Leave `--format` out/,
      );
      expect(status).toBe(0);
    }
  });

  it('says of a copy of a log which one it is the same as', () => {
    const transcript = 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl';
    const text = readFileSync(
      join(repository, 'data/sources/claude-code/projects/-home-lin-tide-table', transcript),
      'utf8',
    );
    log(transcript, text);
    log('copy.jsonl', text);
    expect(run(logs).stdout).toMatch(/Passed over:\n {2}\S+\.jsonl: The same as \S+\.jsonl: every record of it/);
    log(
      'copy.jsonl',
      text,
      text
        .trimEnd()
        .split('\n')
        .at(-1)
        ?.replace(/"uuid":"./, '"uuid":"f') ?? '',
    );
    expect(run(logs).stdout).not.toContain('The same as');
  });

  it.skipIf(process.platform === 'win32')('says how much was written when it is interrupted', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    const faults = `
      import files from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const { open } = files;
      files.open = (path, ...more) => {
        if (!String(path).endsWith('a.jsonl')) return open(path, ...more);
        process.kill(process.pid, 'SIGINT');
        return new Promise((resolve) => setTimeout(resolve, 20_000));
      };
      syncBuiltinESMExports();
    `;
    const { status, stdout, stderr } = runAgentReplay(['etl', logs, '--out', out], { faults });
    expect(stderr).toBe('Stopped: 0 sessions were written; the rest comes with the next run.\n');
    expect([status, stdout]).toEqual([130, '']);
    expect(run(logs).stdout).toContain(': 1 new,');
  });

  it.each([
    [['--nonsense']],
    [['--format', 'cobol']],
    [['--annotate', 'maybe']],
    [['--jobs', '0']],
    [['--zone', 'Moon/Crater']],
    [['--watch', '--check']],
  ])('exits with 2 for %j, and says what was wrong', async (args) => {
    const { status, stderr } = await runInHere(['etl', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(args[0]);
  });

  it('exits with 3 when a file failed', () => {
    expect(run(join(logs, 'nowhere.jsonl')).status).toBe(3);
  });

  it('finds the logs of the tools with --discover', () => {
    const home = join(project, 'home');
    mkdirSync(join(home, 'output', 'plans'), { recursive: true });
    writeFileSync(join(home, 'output', 'plans', 'plans.jsonl'), plan('Found', '2026-02-01T08:00:00Z'));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(repository, 'scripts/etl.ts'), '--discover', '--out', out],
      { cwd: home, encoding: 'utf8', env: { ...process.env, HOME: home, USERPROFILE: home } },
    );
    expect(status).toBe(0);
    expect(stderr).toContain(join('output', 'plans'));
    expect(stdout).toMatch(/planner +1 +1/);
  });

  it('prints a machine-readable report with --json', () => {
    log('a.jsonl', plan('One', '2026-02-01T08:00:00Z'));
    const report = JSON.parse(run(logs, '--json').stdout);
    expect(report).toMatchObject({
      formats: [{ format: 'planner', sessions: 1, account: { records: 1 } }],
      failures: [],
    });
  });

  it('writes no control sequence of a file name to the terminal', () => {
    const { stdout } = run(join(logs, 'evil\u001b[2J\u0007name.jsonl'));
    expect(stdout).toContain('evil\uFFFD[2J\uFFFDname');
  });
});
