import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../helpers/testFolder.ts';
import { command, emptyPage, runInHere, samples, written } from './runAgentReplay.ts';

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const own = testFolder();

describe('open', () => {
  it('serves what the ETL makes of a log, and leaves no files when it ends', async () => {
    const args = ['--import', emptyPage, command, 'open', samples, '--json', '--no-browser'];
    const child = spawn(process.execPath, args, { env: { ...process.env, LC_ALL: 'C', TMPDIR: own.path } });
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('\n}\n')) resolve(text);
      });
      child.on('exit', (code) => reject(new Error(`It ended with ${code}.`)));
    });
    const { url, sessions } = JSON.parse(said) as { url: string; sessions: { session_id: string; format: string }[] };
    expect(new Set(sessions.map(({ format }) => format)).size).toBeGreaterThan(5);
    let contents = 0;
    for (const [at, { session_id }] of sessions.entries()) {
      const session = await (await fetch(`${url}${at + 1}/session.json`)).text();
      expect(JSON.parse(session)).toMatchObject({ session_id });
      for (const [, name = ''] of session.matchAll(/"path":\s*"[^"/]+\.content\/([^"/]+)"/g)) {
        const { status, headers } = await fetch(`${url}${at + 1}/contents/${name}`, {
          headers: { range: 'bytes=0-0' },
        });
        expect([status, headers.get('content-length')], name).toEqual([206, '1']);
        contents += 1;
      }
    }
    expect(contents).toBeGreaterThan(3);
    expect(readdirSync(own.path)).toHaveLength(1);
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(readdirSync(own.path)).toEqual([]);
  });
});

/** The app is made by the build, which need not have run: these tests do not look at it. */
const builtApp = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const real = fs.lstatSync;
  fs.lstatSync = (path, ...more) =>
    /app.index[.]html$/.test(String(path)) ? { mtimeMs: Number.POSITIVE_INFINITY } : real(path, ...more);
  syncBuiltinESMExports();
`)}`;

const sample = join(samples, 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');

describe('open --follow', () => {
  it('serves one log while it grows, goes and comes back, and ends with the user', async () => {
    const lines = readFileSync(sample, 'utf8').trimEnd().split('\n');
    const log = join(own.path, 'live.jsonl');
    writeFileSync(log, `${lines.slice(0, 4).join('\n')}\n`);
    const args = ['--import', builtApp, command, 'open', log, '--follow', '--json', '--no-browser'];
    const child = spawn(process.execPath, args, { env: { ...process.env, LC_ALL: 'C', TMPDIR: own.path } });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said.err += chunk.toString();
    });
    await vi.waitUntil(() => said.out.endsWith('\n}\n'), { timeout: 30_000 });
    const { url, log: followed } = JSON.parse(said.out) as { url: string; log: string };
    expect(followed).toBe(log);
    expect(url).toMatch(/\/\?alone$/);
    const base = url.replace('?alone', '');
    const ask = async (path: string) => (await fetch(base + path)).json();
    const [{ session_id: id }] = (await ask('api/sessions')).sessions;
    const events = await fetch(`${base}api/events`);
    await ask(`api/session/${id}`);
    const calls = async () => (await ask(`sessions/${id}.json`)).tool_calls.length;
    const before = await calls();
    appendFileSync(log, `${lines.slice(4).join('\n')}\n`);
    await vi.waitUntil(async () => (await calls()) > before, { timeout: 10_000 });
    renameSync(log, `${log}.away`);
    await vi.waitUntil(() => said.err.includes('The log is gone'), { timeout: 10_000 });
    renameSync(`${log}.away`, log);
    await vi.waitUntil(() => said.err.includes('The log is back'), { timeout: 10_000 });
    await events.body?.cancel();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(own.path)).toEqual(['live.jsonl']);
  });

  it('says why a file cannot be followed', async () => {
    const text = written(join(own.path, 'notes.txt'), 'no log\n');
    const run = (...args: string[]) => runInHere(['open', '--follow', '--no-browser', ...args]);
    expect(await run(text)).toMatchObject({ status: 3, stderr: expect.stringContaining('notes.txt: No adapter') });
    expect(await run(join(own.path, 'nowhere'))).toMatchObject({ status: 3, stderr: expect.stringMatching(/no such/) });
    expect(await run(own.path)).toMatchObject({ status: 2, stderr: expect.stringContaining('takes one log') });
    expect(await run(text, sample)).toMatchObject({ status: 2, stderr: expect.stringContaining('takes one log') });
    expect(await run(sample, '--strict')).toMatchObject({ status: 2, stderr: expect.stringContaining('--strict') });
  });
});
