import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const log = 'data/sources/codex-log/conversation.log';

function ask(args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/codex-events.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

interface Row {
  type: string;
  line: number;
  byteOffset: number;
  byteLength: number;
}

const rowsOf = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('the codex:events command', () => {
  it('lists the events, one a line, whatever they contain', () => {
    const { status, stdout } = ask([log]);
    const lines = stdout.trimEnd().split('\n');
    expect(status).toBe(0);
    expect(lines[0]).toMatch(/^ +0 +1 {2}0\+303 +session_start {2}0\.57\.0 /);
    expect(lines[5]).toMatch(/^ +5 +23 {2}640\+72 +exec_call {2}bash -lc 'rg --files src tests' /);
    expect(lines).toHaveLength(rowsOf(ask([log, '--json']).stdout).length);
  });

  it('writes the events as JSON lines whose bytes tile the log', () => {
    const rows = rowsOf(ask([log, '--json']).stdout);
    let end = 0;
    for (const { byteOffset, byteLength } of rows) {
      expect(byteOffset).toBe(end);
      end += byteLength;
    }
    expect(end).toBe(readFileSync(join(root, log)).length);
  });

  it('reads one event by its number, as it is in the whole log', () => {
    const rows = rowsOf(ask([log, '--json']).stdout);
    expect(JSON.parse(ask([log, '6']).stdout)).toEqual(rows[6]);
    expect(rows[6]).toMatchObject({ type: 'exec_result', ok: true, durationMs: 31 });
  });

  it('exits with 1 for a missing event', () => {
    expect(ask([log, '100000'])).toMatchObject({ status: 1, stdout: '' });
  });

  it.each([
    ['nowhere.log', 'Check the path.'],
    ['data/sources/planner/plans.jsonl', 'holds no event of Codex. Name a log'],
    ['data/sources', 'is no file. Name the log itself.'],
  ])('exits with 3 for what is no log of Codex: %s', (path, why) => {
    const { status, stderr } = ask([path]);
    expect(status).toBe(3);
    expect(stderr).toContain(path);
    expect(stderr).toContain(why);
  });

  it.each([[[]], [[log, 'six']], [[log, '1', '2']], [[log, '--loud']]])(
    'exits with 2 and the usage for an invalid call: %j',
    (args) => {
      const { status, stderr } = ask(args);
      expect(status).toBe(2);
      expect(stderr).toContain('See: pnpm codex:events --help');
    },
  );
});
