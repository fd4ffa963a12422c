import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runAgentReplay as run, samples } from './runAgentReplay.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
  run(['etl', join(samples, 'claude-code'), join(samples, 'planner'), '--out', join(folder, 'out'), '--quiet']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const search = (...args: string[]) => run(['search', ...args, '--in', join(folder, 'out')]);

it("search prints sessions and lines in the user's language, and says what to do next", () => {
  const { status, stdout } = search('tide');
  expect(stdout).toMatch(/\n {4}(\d+:\d\d )?(prompt|reply|command|path|output) \S+ {2}.*[Tt]ide/);
  expect(stdout).toMatch(/sessions?\.\n(More.*\n)?Next: npx -y pnpm@12 agent-replay open '.*\.json'\n$/);
  expect(status).toBe(0);
  // Where all other parts say --out, search says --in, and takes both.
  expect(run(['search', 'tide', '--out', join(folder, 'out')]).stdout).toBe(stdout);
  expect(search('tide', '--out', folder).status).toBe(2);
  expect(search('tide', '--language', 'zh').stdout).toMatch(/个会话。/);
});

it('search prints a page with --json, and continues after it', () => {
  const first = JSON.parse(search('the', '--json', '--limit', '1').stdout);
  expect(first.hits).toHaveLength(1);
  expect(first.hits[0].lines[0]).toMatchObject({ item: expect.any(String), ranges: expect.any(Array) });
  const second = JSON.parse(search('the', '--json', '--limit', '1', '--after', first.next).stdout);
  expect(second.hits[0].session.session_id).not.toBe(first.hits[0].session.session_id);
  expect(second.total).toEqual(first.total);
});

it('search narrows by format and folder', () => {
  const { hits } = JSON.parse(search('the', '--json', '--format', 'planner').stdout);
  expect(new Set(hits.map((hit: { session: { source_format: string } }) => hit.session.source_format))).toEqual(
    new Set(hits.length === 0 ? [] : ['planner']),
  );
  expect(search('the', '--project', '/nowhere').stdout).toBe('Nothing found.\n');
});

it.each([
  [['zzzz-nowhere'], 1, /^Nothing found\.\n$/, /^$/],
  [['…'], 2, /^$/, /no word to look for/],
  [['the', '--after', 'x'], 2, /^$/, /no place in a list of sessions/],
])('search ends %j with %i', (args, code, stdout, stderr) => {
  const result = search(...args);
  expect(result.stdout).toMatch(stdout);
  expect(result.stderr).toMatch(stderr);
  expect(result.status).toBe(code);
});

it('search says what to do in a folder without sessions, and leaves nothing there', () => {
  const { status, stderr } = run(['search', 'the', '--in', join(folder, 'none')]);
  expect(stderr).toMatch(/There are no sessions in .*none\. Convert logs first/);
  expect(status).toBe(3);
});

it('a Node without SQLite names the option that leads out of a folder kept in it', () => {
  const env = { NODE_OPTIONS: '--no-experimental-sqlite' };
  const args = ['search', 'tide', '--in', join(folder, 'out')];
  expect(run(args, { env }).stderr).toMatch(/ is kept in SQLite, which .*; or name another folder with --out\.\n$/);
  expect(run([...args, '--language', 'zh'], { env }).stderr).toMatch(
    /由 SQLite 保存，.*用 --out 指定另一个文件夹。\n$/,
  );
});
