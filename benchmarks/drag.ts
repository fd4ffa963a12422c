// Drags the transport of a replay by mouse in Chromium while its files show one of 10,000 lines with 200 edits, or its details an item or the
// state: forwards and backwards in four seconds each, which counts the frames of the page, the stops it draws, and its longest task; and stop
// by stop, each waiting until the one before is drawn, which measures the processor time of the page's thread for each. Beside it the same over
// as many bare lines, and the path of the drag without the button pressed. With `--beside`, checkouts of other versions of the kit are measured
// in alternation with this one.
// Run: node benchmarks/drag.ts [--runs 3] [--only replay|beside|item|state|lines] [--beside folder]... [--save]
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { type Bench, openBench } from './openBench.ts';
import { saveResults } from './saveResults.ts';
import { traced } from './traceCpu.ts';
import type { DraggedPage, Track } from './view/measureDrag.tsx';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    beside: { type: 'string', multiple: true },
    save: { type: 'boolean' },
  },
});

const seconds = 4;
const perSecond = 60;
const stopCount = 200;

type Way = 'forwards' | 'backwards';

/** What was measured of a page and a way: of each drag, and the CPU milliseconds of each stop drawn by itself. */
interface Measured {
  readonly frames: number[];
  readonly stops: number[];
  readonly longest: number[];
  readonly cpu: number[];
}

const measured = new Map<string, Measured>();

function of(name: string): Measured {
  const known = measured.get(name) ?? { frames: [], stops: [], longest: [], cpu: [] };
  measured.set(name, known);
  return known;
}

function moveTo(page: Page, { left, right, y }: Track, way: Way, share: number): Promise<void> {
  return page.mouse.move(left + 1 + (right - left - 2) * (way === 'backwards' ? 1 - share : share), y);
}

/** Moves the mouse along a track, at the times of a hand that moves evenly: it does not wait for a page that lags behind. */
async function follow(page: Page, track: Track, way: Way): Promise<void> {
  const moves: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n <= seconds * perSecond; n += 1) {
    const wait = begun + (1000 * n) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    moves.push(moveTo(page, track, way, n / (seconds * perSecond)));
  }
  await Promise.all(moves);
}

async function drag(page: Page, track: Track, way: Way, name: string): Promise<void> {
  const { result, cpu } = await traced(page, async () => {
    await page.evaluate(() => window.bench.watchDrag());
    await follow(page, track, way);
    return page.evaluate(() => window.bench.dragged());
  });
  const { frames, stops, longest } = of(name);
  frames.push(result.frames / seconds);
  stops.push(result.stops / seconds);
  longest.push(cpu.between('drag', 'dragged').longest);
  console.error(`${name}: ${result.stops} stops, ends at ${result.shown.slice(0, 60)}`);
}

async function stopByStop(page: Page, track: Track, way: Way, name: string): Promise<void> {
  const { cpu } = await traced(page, async () => {
    await page.evaluate(() => window.bench.drawnAfterMove());
    for (let stop = 1; stop <= stopCount; stop += 1) {
      await moveTo(page, track, way, stop / stopCount);
      await page.evaluate(() => window.bench.drawnAfterMove());
    }
  });
  of(name).cpu.push(...cpu.eachBetween('drawn'));
}

async function measure(bench: Bench, which: DraggedPage, name: string): Promise<void> {
  const page = await bench.open();
  // First, so that it tells how many lines are as many.
  const whole: Track = await page.evaluate(() => window.bench.openDrag('replay'));
  const track = which === 'replay' ? whole : await page.evaluate((to) => window.bench.openDrag(to), which);
  for (const way of ['forwards', 'backwards'] as const) {
    await moveTo(page, track, way, 0);
    await page.mouse.down();
    await drag(page, track, way, `${name}, ${way}`);
    await moveTo(page, track, way, 0);
    await stopByStop(page, track, way, `${name}, ${way}`);
    await page.mouse.up();
  }
  if (which === 'replay') await drag(page, track, 'forwards', `${name}, button up`);
  await page.close();
}

const pages = {
  replay: 'file over the list',
  beside: 'file beside the list',
  item: 'details of an item',
  state: 'state of the session',
  lines: 'as many bare lines',
};
const kits = [undefined, ...(values.beside ?? [])];
const benches = await Promise.all(kits.map((checkout) => openBench('view', { checkout })));
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const [which, title] of Object.entries(pages) as [DraggedPage, string][]) {
    if (values.only !== undefined && values.only !== which) continue;
    for (const [n, bench] of benches.entries()) {
      if (n === 0) await measure(bench, which, title);
      else if (which !== 'lines') await measure(bench, which, `${kits[n]}: ${title}`);
    }
  }
}
for (const bench of benches) await bench.close();

function at(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1) ?? '-';
}

const rows = [
  [
    'a drag of four seconds',
    'frames a second',
    'stops a second',
    'longest task, CPU ms',
    'a stop by itself, CPU ms, median',
    'p95',
  ],
  ...[...measured].map(([name, { frames, stops, longest, cpu }]) => [
    name,
    ...[at(frames, 0.5), at(stops, 0.5), at(longest, 0.5), at(cpu, 0.5), at(cpu, 0.95)],
  ]),
];
console.log(rows.map((row) => row.join(' | ')).join('\n'));
if (values.save === true) saveResults('Dragging the transport', `node benchmarks/drag.ts --runs ${values.runs}`, rows);
