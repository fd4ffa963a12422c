import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../helpers/testFolder.ts';
import { command, emptyPage, samples } from './runAgentReplay.ts';

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
