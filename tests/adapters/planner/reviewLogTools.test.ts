import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayReviewLog, validateReviewLog } from '../../../src/adapters/planner/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';

const root = join(import.meta.dirname, '../../..');
const corpus = join(root, '../shared/corpus/planner');

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), 'review-log-'));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

function runTool(tool: string, args: string[]): string {
  return execFileSync(process.execPath, [`scripts/${tool}-review-log.ts`, ...args, '--output-dir', outputDir], {
    cwd: root,
    encoding: 'utf8',
  });
}

const outputOf = (tool: string) => readFileSync(join(outputDir, `${tool}_review_log_output.json`), 'utf8');
const exampleOf = (tool: string) =>
  readFileSync(join(root, `data/sources/planner/${tool}_review_log_output.example.json`), 'utf8');

const log = 'data/sources/planner/plans.jsonl';

describe('the tools on the example log', () => {
  it('validate-review-log writes the example output', () => {
    expect(runTool('validate', ['--log-path', log])).toContain(`Validated 4 / 4 records in ${log}.`);
    expect(outputOf('validate')).toBe(exampleOf('validate'));
  });

  it('replay-review-log writes the example output', () => {
    expect(runTool('replay', ['--log-path', log, '--index', '0'])).toContain('Loaded 4 records');
    expect(outputOf('replay')).toBe(exampleOf('replay'));
  });

  it('replay-review-log counts a negative index from the end', () => {
    runTool('replay', ['--log-path', log, '--index', '-4']);
    expect(outputOf('replay')).toBe(exampleOf('replay'));
  });

  it('report a missing log and fail; with --exit-zero they succeed', () => {
    expect(() => runTool('validate', ['--log-path', 'nowhere.jsonl'])).toThrow();
    const said = runTool('validate', ['--log-path', 'nowhere.jsonl', '--exit-zero']);
    expect(said).toContain('no log at nowhere.jsonl');
    expect(JSON.parse(outputOf('validate'))).toEqual({
      log_path: 'nowhere.jsonl',
      total: 0,
      valid: 0,
      invalid: [],
      missing_file: true,
    });
    runTool('replay', ['--log-path', 'nowhere.jsonl', '--exit-zero']);
    expect(JSON.parse(outputOf('replay'))).toMatchObject({
      missing_file: true,
      selected_index: null,
      selected_record: null,
    });
  });

  it('prints no terminal sequence from the log', () => {
    const path = join(outputDir, 'hostile.jsonl');
    const line = {
      timestamp: 0,
      question: '\u001b]0;title\u0007ask',
      locale: '',
      plan: { topic: '', goal: '', steps: [] },
    };
    writeFileSync(path, JSON.stringify(line));
    expect(runTool('replay', ['--log-path', path])).not.toContain('\u001b');
  });

  it.each([['--index', 'two'], ['--no-such-option']])('refuses %s', (...args) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/replay-review-log.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('See: pnpm replay:review-log --help');
  });
});

const valid = {
  timestamp: '2025-10-12T00:00:00',
  question: ' q ',
  locale: 'en-US',
  plan: { topic: 't', goal: 'g', steps: [] },
};
const logOf = (...lines: (object | string)[]) =>
  fileOf('log', lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

describe('validation', () => {
  it('counts physical lines, and skips blank ones', async () => {
    const report = await validateReviewLog('log', logOf(valid, '', '  ', '{"torn": ', valid, { question: 'q' }));
    expect(report).toMatchObject({ total: 4, valid: 2, invalid: [{ line: 4 }, { line: 6 }] });
  });

  it('describes an error on one line of at most 240 characters', async () => {
    const action = `${'long\n'.repeat(200)}`;
    const step = { id: 'a', title: 't', step_type: action, expected_outcome: '' };
    const longKey = { ...valid, review_log: [{ attempt: 1, action }], plan: { ...valid.plan, steps: [step] } };
    const { invalid } = await validateReviewLog('log', logOf(longKey));
    expect(invalid[0]?.error.length).toBeLessThanOrEqual(240);
    expect(invalid[0]?.error).not.toContain('\n');
  });

  it.each([
    ['a whole number as text', { review_log: [{ attempt: '2', action: 'ABORT' }] }, true],
    ['a whole number with a fraction of zero', { review_log: [{ attempt: 2.0, action: 'ABORT' }] }, true],
    ['a fraction', { review_log: [{ attempt: 1.5, action: 'ABORT' }] }, false],
    ['attempt zero', { review_log: [{ attempt: 0, action: 'ABORT' }] }, false],
    ['an action in lower case', { review_log: [{ attempt: 1, action: 'abort' }] }, false],
    ['a review log of null', { review_log: null }, false],
    ['telemetry of null', { telemetry: null }, true],
    ['a researcher of null', { telemetry: { researcher: null } }, true],
    ['a day alone', { timestamp: '2025-10-12' }, true],
    ['a day that does not exist', { timestamp: '2025-02-30T00:00:00' }, false],
    ['seconds since 1970', { timestamp: 1760234400.5 }, true],
    ['a flag as a time', { timestamp: true }, false],
    ['a note without a source', { plan: planWithNote({ source: ' ', claim: 'c' }) }, false],
    ['a confidence above 1', { plan: planWithNote({ source: 's', claim: 'c', confidence: 1.5 }) }, false],
    ['fields nobody knows', { later: 1, plan: { ...valid.plan, later: 2 } }, true],
  ])('judges %s correctly', async (_, change, ok) => {
    expect((await validateReviewLog('log', logOf({ ...valid, ...change }))).valid).toBe(ok ? 1 : 0);
  });
});

function planWithNote(note: object): object {
  const step = { id: 'a', title: 't', step_type: 'RESEARCH', expected_outcome: '', notes: [note] };
  return { ...valid.plan, steps: [step] };
}

describe('replay', () => {
  it.each([
    [undefined, 2],
    [0, 0],
    [-1, 2],
    [-3, 0],
    [-9, 0],
    [9, 2],
  ])('takes index %s as valid record number %s', async (index, selected) => {
    const runs = ['a', 'b', 'c'].map((question) => ({ ...valid, question }));
    const replay = await replayReviewLog('log', logOf('broken', ...runs), index);
    expect(replay).toMatchObject({ records_available: 3, selected_index: selected });
    expect(replay.selected_record?.question).toBe('abc'[selected]);
  });

  it('fills in the defaults, and omits metrics that are not there', async () => {
    const { selected_record } = await replayReviewLog('log', logOf(valid));
    expect(selected_record).toEqual({
      question: 'q',
      locale: 'en-US',
      context: '',
      plan_goal: 'g',
      step_count: 0,
      steps: [],
      review_actions: [],
    });
  });
});

describe.skipIf(!existsSync(corpus))('the tools on the corpus (skipped where it is absent)', () => {
  const versions = listFiles(corpus).filter((path) => path.endsWith('samples__plan_run_record.jsonl'));

  it('finds the logs', () => expect(versions.length).toBeGreaterThan(0));

  it.each(versions)('agrees with the planner’s own tools on %s', async (path) => {
    const file = fileOf(path, readFileSync(join(corpus, path)));
    const beside = (tool: string) =>
      join(corpus, path.replace('samples__plan_run_record.jsonl', `output__${tool}_review_log_output.example.json`));
    const replay = await replayReviewLog('log', file, 0);
    const theirs = JSON.parse(readFileSync(beside('replay'), 'utf8'));
    // Older tools wrote fewer metrics, so only those they wrote are compared.
    expect(replay).toMatchObject({ ...theirs, log_path: 'log' });
    if (!existsSync(beside('validate'))) return;
    const report = await validateReviewLog('log', file);
    expect(report).toEqual({ ...JSON.parse(readFileSync(beside('validate'), 'utf8')), log_path: 'log' });
  });
});
