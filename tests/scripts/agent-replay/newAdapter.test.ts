import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runAgentReplay } from './runAgentReplay.ts';

const folder = mkdtempSync(join(tmpdir(), 'ark-new-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runAgentReplay(['new-adapter', ...args], { cwd: folder });

it('new-adapter writes a package under the name of the format', () => {
  const { status, stdout } = run('tea-log');
  expect(status).toBe(0);
  expect(stdout).toContain('Next: cd agent-replay-adapter-tea-log, npm install, npm test.');
  const made = join(folder, 'agent-replay-adapter-tea-log');
  const read = (name: string) => readFileSync(join(made, name), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'agent-replay-adapter-tea-log', type: 'module' });
  expect(read('src/adapter.ts')).toContain("id: 'tea-log'");
  expect(read('samples/session.jsonl')).toContain('{"tea_log":"1.0"');
  expect(read('README.md')).toContain('Reads the logs of Tea Log for');
  expect(read('.gitignore')).toContain('node_modules');
  expect(existsSync(join(made, 'gitignore'))).toBe(false);
});

it('new-adapter never overwrites files', () => {
  run('coffee', 'mine');
  const { status, stderr } = run('coffee', 'mine');
  expect([status, stderr]).toEqual([3, 'mine is not empty. Name a new folder.\n']);
});

it.each([
  ['Tea Log', 'is no id of a format'],
  ['pi', 'The kit has an adapter pi already'],
])('new-adapter refuses %s', (format, words) => {
  const { status, stderr } = run(format);
  expect(status).toBe(2);
  expect(stderr).toContain(words);
});
