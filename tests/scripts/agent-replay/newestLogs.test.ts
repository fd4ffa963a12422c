import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { command, emptyPage, runAgentReplay as run, samples } from './runAgentReplay.ts';

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('open without a log', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill());

  it('serves the newest session on this machine, and says which', async () => {
    const projects = join(folder, '.claude/projects');
    cpSync(join(samples, 'claude-code/projects'), projects, { recursive: true });
    const newest = join(projects, '-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
    utimesSync(newest, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    // A tool that was started and has written nothing yet.
    const empty = join(projects, '-home-lin-tide-table/0a9b8c7d-6b1c-4e3d-8f42-d27f5a906e5f.jsonl');
    writeFileSync(empty, '');
    utimesSync(empty, new Date(Date.now() + 90_000), new Date(Date.now() + 90_000));
    const env = {
      ...process.env,
      LC_ALL: 'C',
      HOME: folder,
      USERPROFILE: folder,
      CLAUDE_CONFIG_DIR: '',
      CODEX_HOME: '',
    };
    child = spawn(process.execPath, ['--import', emptyPage, command, 'open'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const url = await new Promise<string>((resolve) => {
      const listen = (chunk: Buffer): void => {
        said += chunk.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      };
      child?.stdout?.on('data', listen);
      child?.stderr?.on('data', listen);
    });
    expect(said).toContain(`${newest}`);
    expect(await (await fetch(`${url}1/session.json`)).text()).toContain('tide');
  });

  it('lets the user of a terminal choose among the newest by title', async () => {
    cpSync(join(samples, 'claude-code/projects'), join(folder, '.claude/projects'), { recursive: true });
    const env = {
      ...process.env,
      LC_ALL: 'C',
      HOME: folder,
      USERPROFILE: folder,
      CLAUDE_CONFIG_DIR: '',
      CODEX_HOME: '',
    };
    const terminal = 'data:text/javascript,process.stdin.isTTY=true;process.stdout.isTTY=true';
    const args = ['--import', terminal, '--import', emptyPage, command, 'open', '--no-browser'];
    child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    const heard = (text: string) => vi.waitFor(() => expect(said).toContain(text), { timeout: 30_000, interval: 50 });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    await heard('Which one? [1]');
    const offered = stripVTControlCharacters(said).match(/^ +\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}claude-code .+$/gm);
    expect(offered?.length).toBeGreaterThan(3);
    expect(said).toContain('Chart floor below zero');
    child.stdin?.write('99\n');
    await heard(`A number from 1 to ${offered?.length}, please.`);
    child.stdin?.write('2\n');
    await heard('The replay is at http://127.0.0.1:');
  });

  it('says that there is none, and where to look', () => {
    const env = { HOME: folder, USERPROFILE: folder, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' };
    const { status, stderr } = run(['open'], { cwd: folder, env });
    expect(stderr).toContain('No log of a known tool lies on this machine. Name one');
    expect(status).toBe(3);
  });
});
