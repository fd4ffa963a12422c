// Measures the replay in Chromium on sessions of 1,000, 10,000 and 100,000 calls, beside floors of the same run: JSON.parse of the same
// session, a bare react-window list of as many plain rows, an empty canvas. What stands as CPU is read from the threads' own clocks, which a
// crowded machine hardly changes; the rest is wall time. All figures are medians of several runs, in fresh pages. With `--beside`, a
// checkout of another version of the kit is measured in alternation with this one; with `--short`, search, lanes and comparison are left out.
// Run: node benchmarks/view.ts [calls…] [--runs 3] [--short] [--beside folder] [--save]
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { type Bench, openBench } from './openBench.ts';
import { saveResults } from './saveResults.ts';
import { traced } from './traceCpu.ts';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

/** The figures of one run by their names; those whose floor is another figure of the run name it in `floors`. */
type Figures = Record<string, number>;

const { values, positionals } = parseArgs({
  options: {
    save: { type: 'boolean' },
    runs: { type: 'string', default: '3' },
    short: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [1000, 10_000, 100_000];

const floors: Readonly<Record<string, string>> = {
  'first content, wall ms': 'JSON.parse, wall ms',
  'first content, CPU ms on its way': 'JSON.parse, CPU ms',
  'complete, wall ms': 'JSON.parse, wall ms',
  "complete, CPU ms of the page's thread": 'JSON.parse, CPU ms',
  'complete, CPU ms of the worker': 'JSON.parse, CPU ms',
  'complete, CPU ms of the engine beside them': 'JSON.parse, CPU ms',
  'brief of the whole session, wall ms': 'JSON.parse, wall ms',
  "brief of the whole session, CPU ms of the page's thread": 'JSON.parse, CPU ms',
  'longest task, CPU ms': 'JSON.parse, CPU ms',
  'heap, MB': 'session, MB',
  'scroll p50, CPU ms a frame': 'bare list p50, CPU ms a frame',
  'scroll p95, CPU ms a frame': 'bare list p95, CPU ms a frame',
  'scroll p95, wall ms a frame': 'bare list p95, wall ms a frame',
  'playing at 32×, p95, wall ms a frame': 'empty canvas p95, wall ms a frame',
};

const kits = [undefined, ...(values.beside === undefined ? [] : [values.beside])];
const benches = await Promise.all(kits.map((checkout) => openBench('view', { checkout })));
const measured: string[][] = [];
const head = ['calls', ...sizes.flatMap((calls) => kits.map((kit) => columnName(calls, kit)))];
const runs = sizes.map(() => benches.map((): Figures[] => []));
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const [size, calls] of sizes.entries()) {
    for (const [kit, bench] of benches.entries()) {
      const begun = performance.now();
      runs[size]?.[kit]?.push(await measure(bench, calls));
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.error(`run ${run + 1} of ${values.runs}, ${columnName(calls, kits[kit])} calls: ${seconds} s`);
    }
  }
}
for (const bench of benches) await bench.close();
const columns = runs.flatMap((ofSize) => ofSize.map(medians));
for (const name of Object.keys(columns[0] ?? {}))
  measured.push([name, ...columns.map((column) => cellOf(column, name))]);
for (const [name = '', ...cells] of [head, ...measured])
  console.log(`${name.padEnd(48)}${cells.map((cell) => cell.padEnd(22)).join('')}`);
if (values.save === true) saveResults('View', `pnpm bench:view --runs ${values.runs}`, [head, ...measured]);

async function measure(bench: Bench, calls: number): Promise<Figures> {
  const page = await bench.open();
  const { result: floor, cpu: floorCpu } = await traced(page, async () => ({
    canvas: await page.evaluate(() => window.bench.measureCanvas()),
    list: await page.evaluate((count) => window.bench.measureList(count), calls),
    parse: await page.evaluate((count) => window.bench.measureParse(count), calls),
  }));
  const { result: view, cpu } = await traced(page, () =>
    page.evaluate((count) => window.bench.measureReplay(count), calls),
  );
  const workers = await bench.workerCpu();
  const load = cpu.between('load', 'loaded');
  const frames = distribution(cpu.eachBetween('frame'));
  const bare = distribution(floorCpu.eachBetween('bare frame'));
  const figures: Figures = {
    'session, MB': view.bytes / 2 ** 20,
    'JSON.parse, wall ms': floor.parse,
    'JSON.parse, CPU ms': median(floorCpu.tasksWith('parse')),
    'first content, wall ms': view.firstContent,
    // The page waits for its worker's first rows, and draws them then: what the other thread does meanwhile is not on the way.
    'first content, CPU ms on its way':
      cpu.between('load', 'first session').workers + cpu.between('first session', 'first content').main,
    'complete, wall ms': view.complete,
    "complete, CPU ms of the page's thread": load.main,
    'complete, CPU ms of the worker': workers,
    'complete, CPU ms of the engine beside them': load.helpers,
    'brief of the whole session, wall ms': view.briefed,
    "brief of the whole session, CPU ms of the page's thread": cpu.between('load', 'briefed').main,
    'longest task, CPU ms': cpu.between('load', 'briefed').longest,
    'DOM nodes': view.nodes,
    'heap, MB': view.heapMb,
    'bare list p50, CPU ms a frame': bare.p50,
    'scroll p50, CPU ms a frame': frames.p50,
    'bare list p95, CPU ms a frame': bare.p95,
    'scroll p95, CPU ms a frame': frames.p95,
    'bare list p95, wall ms a frame': floor.list.p95,
    'scroll p95, wall ms a frame': view.scroll.p95,
    'frames with something missing, %': 100 * view.scroll.blank,
    'calls chosen from afar, not in view at once, of 20': view.missed,
    'last row, off by px': view.lastRowOff,
    'empty canvas p95, wall ms a frame': floor.canvas.p95,
    'playing at 32×, p95, wall ms a frame': view.play.p95,
    'seek, CPU ms': median(cpu.tasksWith('seek')),
    'select, CPU ms': median(cpu.tasksWith('select')),
    'unfold, CPU ms': median(cpu.tasksWith('unfold')),
  };
  if (!values.short) Object.assign(figures, await measureParts(page, calls));
  await page.close();
  return { ...figures, ...(await measureDiff(bench)) };
}

async function measureParts(page: Page, calls: number): Promise<Figures> {
  const search = await page.evaluate(() => window.bench.measureSearch());
  const lanes = await page.evaluate(() => window.bench.measureLanes());
  const compare = await page.evaluate((count) => window.bench.measureCompare(count), calls);
  return {
    'lanes, zoom, p95, ms of script': lanes.zoom,
    'lanes, pan, p95, ms of script': lanes.pan,
    'search, first letter until matches, ms': search.coldFirst,
    'search, first letter until all is read, ms': search.coldAll,
    'search, longest block meanwhile, ms': search.coldBlock,
    'search, keystroke until painted, p50, ms': search.typed,
    'search, keystroke until painted, worst, ms': search.worst,
    'search, longest block of keystrokes, ms': search.block,
    'search, matches': search.matches,
    'compare, aligned and painted, ms': compare.aligned,
    'compare, longest block, ms': compare.longestBlock,
    'compare, to the next difference, ms': compare.nextDifference,
    'compare, rows': compare.rows,
  };
}

async function measureDiff(bench: Bench): Promise<Figures> {
  const page = await bench.open();
  const show = () => traced(page, () => page.evaluate(() => window.bench.measureDiff(10_000)));
  const { result, cpu } = await show();
  // By now the rules that mask are made.
  const { cpu: again } = await show();
  await page.close();
  return {
    'a diff of 10,000 lines, until painted, wall ms': result.ms,
    'a diff of 10,000 lines, until painted, CPU ms': cpu.between('diff', 'diff painted').main,
    'a diff of 10,000 lines, shown again, CPU ms': again.between('diff', 'diff painted').main,
    'a diff of 10,000 lines, nodes': result.nodes,
  };
}

function columnName(calls: number, kit: string | undefined): string {
  return `${calls.toLocaleString('en')}${kit === undefined ? '' : ' (beside)'}`;
}

function cellOf(column: Figures, name: string): string {
  const value = column[name] ?? Number.NaN;
  const floor = column[floors[name] ?? ''];
  const shown = value.toFixed(value < 10 ? 1 : 0);
  return floor === undefined ? shown : `${shown} (${(value / floor).toFixed(2)}×)`;
}

function medians(of: readonly Figures[]): Figures {
  const names = Object.keys(of[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(of.map((figures) => figures[name] ?? Number.NaN))]));
}

function median(list: readonly number[]): number {
  return distribution(list).p50;
}

function distribution(list: readonly number[]): { p50: number; p95: number } {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
