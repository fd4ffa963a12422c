// `pnpm bench:catalogue [SESSIONS…]`: the cost of a catalogue of many sessions, compared with an empty folder and with the index in JSON.
// // Sizes: 10000 and 100000; 1000000 takes some minutes and 2 GB. CPU time is that of user and system together.
// // --text N number of sessions with text in the largest catalogue (10,000)
// // --no-json skips the index in JSON
// // --save writes the tables into RESULTS.md
// // --check 1,000 sessions; exit code 1 if one more log costs more than twice as much as in an empty folder
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue } from '../scripts/etl/catalogue/contract.ts';
import { openJsonCatalogue } from '../scripts/etl/catalogue/jsonCatalogue.ts';
import { openCatalogue } from '../scripts/etl/catalogue/openCatalogue.ts';
import type { SessionQuery } from '../src/session/list/sessionSource.ts';
import {
  generateFile,
  generatePassages,
  generateSession,
  generateSource,
  sourcePath,
} from './catalogue/generateSessions.ts';
import { measureProcess } from './etl/measureProcess.ts';
import { saveResults } from './saveResults.ts';

const project = resolve(import.meta.dirname, '..');
const runBuilt = join(project, 'scripts/runBuilt.js');
const flags = ['--max-semi-space-size=16', '--min-semi-space-size=16'];
const AT_ONCE = 5000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    text: { type: 'string', default: '10000' },
    'no-json': { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const sizes = values.check ? [1000] : (positionals.length === 0 ? ['10000', '100000'] : positionals).map(Number);

async function fill(catalogue: Catalogue, count: number, withText: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, offset) => first + offset);
    const hasText = (number: number): boolean => number % Math.max(1, Math.floor(count / Math.max(withText, 1))) === 0;
    await catalogue.commit({
      sessions: numbers.map((number) =>
        generateSession(number, count, withText > 0 && hasText(number) ? generatePassages(number) : undefined),
      ),
      sources: new Map(numbers.map((number) => [sourcePath(number), generateSource(number)])),
      detected: new Map(numbers.map((number) => [sourcePath(number), generateFile(number)])),
    });
  }
}

function writeLog(path: string): void {
  const step = { id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' };
  const record = {
    timestamp: '2026-11-01T08:00:00Z',
    question: 'One more?',
    locale: 'en-US',
    context: 'x'.repeat(20_000),
    plan: { topic: 'One more', goal: 'Find out', steps: [step] },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  };
  writeFileSync(path, `${JSON.stringify(record)}\n`);
}

const etl = (log: string, out: string) =>
  measureProcess(runBuilt, ['etl', log, '--out', out, '--quiet', '--jobs', '1'], flags);

/** CPU milliseconds of a query: the shortest of five runs. */
async function ask(question: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    await question();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const questions: [string, (catalogue: Catalogue) => Promise<unknown>][] = [
  ['first page of 100', (catalogue) => catalogue.page({})],
  ['page in the middle', async (catalogue) => catalogue.page({}, { after: await middle(catalogue) })],
  ['page of a rare folder', (catalogue) => catalogue.page({ project: ['/home/lin/work/project-299'] })],
  ['page of a format and an outcome', (catalogue) => catalogue.page({ format: ['codex-log'], outcome: ['failed'] })],
  ['facets of all', (catalogue) => catalogue.facets({})],
  ['facets of a format', (catalogue) => catalogue.facets({ format: ['codex-log'] })],
  ['overview of all', (catalogue) => catalogue.sums({})],
  ['overview of a month', (catalogue) => catalogue.sums({ from: Date.UTC(2026, 5, 1), before: Date.UTC(2026, 6, 1) })],
  ['overview of a format', (catalogue) => catalogue.sums({ format: ['codex-log'] })],
  ['overview of a rare folder', (catalogue) => catalogue.sums({ project: ['/home/lin/work/project-299'] })],
  ...[
    'tide',
    'fix the log',
    '潮汐',
    'handleSubmit',
    'createReplay.ts',
    'ENOENT',
    '"git rebase main"',
    '库存',
    'w1',
    'session of nowhere',
  ].map((text): [string, (catalogue: Catalogue) => Promise<unknown>] => [
    `search: ${text}`,
    (catalogue) => catalogue.search({ text } satisfies SessionQuery, { limit: 20 }),
  ]),
  ['facets of a search', (catalogue) => catalogue.facets({ text: 'tide' })],
  ['overview of a search', (catalogue) => catalogue.sums({ text: 'tide' })],
];

const cursors = new WeakMap<Catalogue, string>();
async function middle(catalogue: Catalogue): Promise<string> {
  const known = cursors.get(catalogue);
  if (known !== undefined) return known;
  const { next = '' } = await catalogue.page({ before: Date.UTC(2025, 9, 1) }, { limit: 1 });
  cursors.set(catalogue, next);
  return next;
}

const rows: string[][] = [['sessions', '', 'CPU ms', 'peak MB']];
function note(...cells: string[]): void {
  rows.push(cells);
  console.log(cells.map((cell) => cell.padEnd(12)).join('  '));
}

async function measure(count: number, isLast: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-catalogue-'));
  try {
    const [empty, full, json] = ['empty', 'full', 'json'].map((name) => join(folder, name)) as [string, string, string];
    for (const out of [full, json]) mkdirSync(join(out, 'index'), { recursive: true });
    const logs = ['first', 'second'].map((name) => join(folder, `${name}.jsonl`)) as [string, string];
    for (const log of logs) writeLog(log);
    const open = { project: folder, fingerprint: 'bench', check: false };
    const catalogue = await openCatalogue({ out: full, ...open });
    const before = process.cpuUsage();
    await fill(catalogue, count, isLast ? Number(values.text) : 0);
    const { user, system } = process.cpuUsage(before);
    await catalogue.close();
    if (!values['no-json']) await fill(openJsonCatalogue({ out: json, ...open }), count, 0);
    const known = count.toLocaleString('en');
    note(known, 'filled', ((user + system) / 1000).toFixed(0), '');
    const run = (name: string, log: string, out: string): number => {
      const { cpu, peakMb } = etl(log, out);
      note(known, name, (cpu * 1000).toFixed(0), peakMb.toFixed(0));
      return cpu;
    };
    etl(logs[0], join(folder, 'warm'));
    const inEmpty = run('one log, empty folder', logs[0], empty);
    const inFull = run('one log more', logs[0], full);
    run('the same again', logs[0], full);
    if (!values['no-json']) run('JSON taken over, and one log', logs[1], json);
    const opened = await openCatalogue({ out: full, ...open });
    for (const [name, question] of questions) note(known, name, (await ask(() => question(opened))).toFixed(1), '');
    await opened.close();
    return inFull <= inEmpty * 2;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let holds = true;
for (const [at, count] of sizes.entries()) holds = (await measure(count, at === sizes.length - 1)) && holds;
if (values.save) saveResults('catalogue', 'pnpm bench:catalogue', rows);
if (values.check && !holds) {
  console.error('One more log costs more than twice of what it costs in an empty folder.');
  process.exitCode = 1;
}
