import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles } from '../../../helpers/sourceFiles.ts';

const repository = join(import.meta.dirname, '../../../..');
const sample = join(
  repository,
  'data/sources/claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl',
);

let folder: string;
let logs: string;
let out: string;
let child: ChildProcessByStdio<null, Readable, Readable> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ark-watch-'));
  logs = join(folder, 'logs');
  out = join(folder, 'out');
  mkdirSync(logs);
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The next output on either stream, as soon as it contains `text`. */
function heard(text: string): Promise<string> {
  return new Promise((resolve) => {
    const listen = (chunk: Buffer): void => {
      if (chunk.toString().includes(text)) resolve(chunk.toString());
    };
    child?.stdout.on('data', listen);
    child?.stderr.on('data', listen);
  });
}

const sessions = () => listFiles(out).filter((path) => /^[^/]+\.json$/.test(path));
const read = () => JSON.parse(readFileSync(join(out, sessions()[0] ?? ''), 'utf8'));

describe('pnpm etl --watch', () => {
  it('rewrites a session under the same name as its log grows, and ends when asked to', {
    timeout: 60_000,
  }, async () => {
    const lines = readFileSync(sample, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const log = join(logs, 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
    writeFileSync(log, `${lines.slice(0, 4).join('\n')}\n`);
    child = spawn(process.execPath, [join(repository, 'scripts/etl.ts'), logs, '--out', out, '--watch'], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await heard('Watching');
    const [name] = sessions();
    const before = read();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const written = heard('records');
    appendFileSync(log, `${lines.slice(4).join('\n')}\n`);
    // Time, session, and number of new records.
    const news = `\\d\\d:\\d\\d:\\d\\d  ${name?.replace('.json', '')}  \\+${lines.length - 4} records, ${lines.length} in all`;
    expect(await written).toMatch(new RegExp(`^${news}$`, 'm'));
    expect(sessions()).toEqual([name]);
    expect(read().tool_calls.length).toBeGreaterThan(before.tool_calls.length);
    const ended = new Promise<number | null>((resolve) => child?.on('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
