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
import { planLine, runPlainEtl } from '../helpers/plainEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';
import { callOf, sessionOf } from '../session/fixtures.ts';

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

const etl = (more: Partial<EtlOptions> = {}) => runPlainEtl({ paths: [logs], out, project }, more);

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
    log('b.jsonl', planLine('Second thing', '2026-02-01T12:00:00Z'), planLine('第一件事', '2026-02-01T08:00:00Z'));
    log('a.jsonl', planLine('Other day', '2026-02-03T00:00:00Z'));
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

  it('keeps names forever, even when older sessions appear', async () => {
    log('b.jsonl', planLine('Later', '2026-02-01T12:00:00Z'));
    await etl();
    log('a.jsonl', planLine('Earlier', '2026-02-01T08:00:00Z'));
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
    log('a.jsonl', planLine('New', '2026-02-01T08:00:00Z'));
    await etl();
    expect(sessionsIn(out)).toEqual(['2026-02-01-001-by-hand.json', '2026-02-01-002-new.json']);
    expect(readFileSync(join(out, '2026-02-01-001-by-hand.json'), 'utf8')).toBe('{"mine":true}');
  });

  it('gives identical bytes on a second run', async () => {
    log(
      'a.jsonl',
      planLine('One', '2026-02-01T08:00:00Z'),
      planLine('Two', '2026-02-01T09:00:00Z', 'x'.repeat(40_000)),
    );
    await etl();
    const before = snapshot(out);
    const { published } = await etl();
    expect(snapshot(out)).toEqual(before);
    expect(published).toEqual({ written: 0, unchanged: 2, skippedSources: 1, changed: false });
  });

  it('writes nothing with --check and reports what would change', async () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    expect((await etl({ check: true })).published.changed).toBe(true);
    expect(existsSync(out)).toBe(false);
    await etl();
    expect((await etl({ check: true })).published.changed).toBe(false);
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z', 'changed'));
    const before = snapshot(out);
    expect((await etl({ check: true })).published).toMatchObject({ written: 1, changed: true });
    expect(snapshot(out)).toEqual(before);
  });

  it('converts the rest when one file is bad, and says where it is and what to do', async () => {
    log('a.jsonl', planLine('Good', '2026-02-01T08:00:00Z'));
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
    log('a.jsonl', planLine(`Login ${secret}`, '2026-02-01T08:00:00Z', `${'x'.repeat(30_000)} ${secret}`));
    const { formats } = await etl();
    expect(JSON.stringify(snapshot(out))).not.toContain('sw0rdf1sh');
    expect(formats[0]?.maskedByRule['database-url-password']).toBeGreaterThan(1);
    rmSync(out, { recursive: true });
    await etl({ redact: false });
    expect(JSON.stringify(snapshot(out))).toContain('sw0rdf1sh');
  });

  it('follows no link, and reports one that leaves its folder', async () => {
    log('inside/a.jsonl', planLine('Inside', '2026-02-01T08:00:00Z'));
    writeFileSync(join(project, 'outside.jsonl'), planLine('Outside', '2026-02-01T08:00:00Z'));
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
    writeFileSync(join(samples, 'sample.jsonl'), planLine('Sample', '2026-02-01T08:00:00Z'));
    log('mine.jsonl', planLine('Mine', '2026-02-01T09:00:00Z'));
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
    log('a.jsonl', planLine('Long', '2026-02-01T08:00:00Z', 'y'.repeat(30_000)));
    await etl();
    expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(1);
    log('a.jsonl', planLine('Long', '2026-02-01T08:00:00Z', 'z'.repeat(30_000)));
    await etl();
    expect(listFiles(out).filter((path) => path.includes('.content/'))).toHaveLength(1);
    log('a.jsonl', planLine('Long', '2026-02-01T08:00:00Z'));
    await etl();
    expect(listFiles(out).filter((path) => /content|tmp|lock/.test(path))).toEqual([]);
  });
});

describe('a second run', () => {
  it('reads nothing again that has not changed, and reports the same', async () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
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
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    await etl();
    utimesSync(join(logs, 'a.jsonl'), new Date(), new Date(Date.now() + 5000));
    expect((await etl()).published.skippedSources).toBe(1);
    log('a.jsonl', planLine('Two', '2026-02-01T08:00:00Z'));
    expect((await etl()).published).toMatchObject({ written: 1, skippedSources: 0 });
  });

  it('converts again what is missing in the folder, or when options differ', async () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
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
    const big = planLine('Big', '2026-02-01T08:00:00Z', 'y'.repeat(6_000_000));
    for (const name of ['a', 'b', 'c', 'd', 'e']) log(`${name}.jsonl`, big);
    log('small.jsonl', planLine('Small', '2026-02-02T08:00:00Z'));
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
