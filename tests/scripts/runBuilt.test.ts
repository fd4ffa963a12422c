import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuildNote, buildScripts } from '../../scripts/buildScripts.ts';

const repository = join(import.meta.dirname, '../..');
const noteFile = join(repository, 'node_modules/.cache/agent-replay-kit/built.json');
const log = join(repository, 'data/sources/codex-log/codex-exec-0.104.log');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-built-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: readonly string[], ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...script, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const built = [join(repository, 'scripts/runBuilt.js')];
const noteNow = (): BuildNote => JSON.parse(readFileSync(noteFile, 'utf8')) as BuildNote;

it('runBuilt converts a log to the same bytes as the sources do', () => {
  run([join(repository, 'scripts/etl.ts')], log, '--out', join(folder, 'sources'));
  run(built, 'etl', log, '--out', join(folder, 'built'));
  const names = readdirSync(join(folder, 'sources')).filter((name) => name.endsWith('.json'));
  expect(names).toHaveLength(1);
  for (const name of names) {
    expect(readFileSync(join(folder, 'built', name), 'utf8')).toBe(readFileSync(join(folder, 'sources', name), 'utf8'));
  }
  expect(readdirSync(noteNow().folder)).toContain('stageWorker.mjs');
});

it('runBuilt finds its worker threads beside it', () => {
  const adapter = join(folder, 'notes.mjs');
  const code = `export default {
    contract: 1,
    descriptor: {
      id: 'notes', label: 'Notes', specUrl: undefined, marks: ['"note"'], versionsSeen: ['1'], ignores: {},
      capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false },
    },
    detect: () => ({ grade: 'no', because: 'it is no note' }),
    async *parse() {},
    createConverter: () => ({ record: () => 'unknown', end() {} }),
  };`;
  writeFileSync(adapter, code);
  expect(run(built, 'agent-replay', 'formats', '--adapter', adapter)).toContain('notes');
});

it('runBuilt knows that it runs in a clone', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(run(built, 'agent-replay', '--version').trim()).toBe(version);
  // Without paths it converts the samples of the clone.
  expect(run(built, 'etl', '--check', '--quiet', '--out', join(repository, 'data/sessions'))).toContain('sessions in');
});

it('runBuilt builds again when a source has changed', () => {
  run(built, 'agent-replay', '--version');
  const note = noteNow();
  const [path, size, modifiedMs] = note.inputs[0] ?? ['', 0, 0];
  writeFileSync(noteFile, JSON.stringify({ ...note, inputs: [[path, size + 1, modifiedMs], ...note.inputs.slice(1)] }));
  run(built, 'agent-replay', '--version');
  expect(noteNow().inputs.find(([name]) => name === path)?.[1]).toBe(size);
});

it('runBuilt runs the sources where nothing can be built', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await buildScripts(repository, join(file, 'built.json'))).toBeUndefined();
});
