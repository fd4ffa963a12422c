import { copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { longestText, readText } from '../../../scripts/agent-replay/readText.ts';
import { repository, runInHere } from './runAgentReplay.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'text-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('leaves out the byte order mark that an editor of Windows writes', () => {
  const path = join(folder, 'rules.json');
  writeFileSync(path, '\ufeff[1]');
  expect(readText(path, (english) => english)).toBe('[1]');
});

it('names the folder that stands where a file should be', () => {
  expect(() => readText(folder, (english) => english)).toThrow(
    expect.objectContaining({ code: 'EISDIR', path: folder }),
  );
});

it('lets a check go on where one of the files is longer than a text can be', async () => {
  const sessions = join(repository, 'data/sessions');
  const name = readdirSync(sessions).find((each) => each.endsWith('.json')) as string;
  copyFileSync(join(sessions, name), join(folder, name));
  writeFileSync(join(folder, 'long.json'), '{');
  // A hole, which takes no room on the disk.
  truncateSync(join(folder, 'long.json'), longestText + 1);
  const { status, stdout, stderr } = await runInHere(['check', folder]);
  expect(stdout).toContain('of 1 conform');
  expect(stderr).toContain('long.json: This is too long');
  expect(status).toBe(3);
});
