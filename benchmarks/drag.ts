// Drags the transport of a replay in Chromium past 200 stops, one a frame, while its files show one of 10,000 lines with 200 edits, its changes
// or all of it, or its details an item or the state, and in a narrow window: forwards and backwards. Counts the processor time of the page's
// thread for each frame.
// Beside it the same over as many bare lines. With `--beside`, checkouts of other versions of the kit are measured in alternation with this one.
// Run: node benchmarks/drag.ts [--runs 3] [--only replay|whole|beside|item|state|phone|lines] [--beside folder]... [--save]
import { parseArgs } from 'node:util';
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

/** Milliseconds that a frame has at 60 a second. */
const frameMs = 1000 / 60;

/** What was measured of a page and a way: of each drag; and the CPU milliseconds of each of their frames. */
interface Measured {
  readonly perSecond: number[];
  readonly longest: number[];
  readonly frames: number[];
}

const measured = new Map<string, Measured>();

function of(name: string): Measured {
  const known = measured.get(name) ?? { perSecond: [], longest: [], frames: [] };
  measured.set(name, known);
  return known;
}

async function measure(bench: Bench, which: DraggedPage, name: string): Promise<void> {
  const page = await bench.open();
  if (which === 'phone') await page.setViewportSize({ width: 390, height: 844 });
  // First, so that it tells how many lines are as many.
  const whole: Track = await page.evaluate(() => window.bench.openDrag('replay'));
  const track = which === 'replay' ? whole : await page.evaluate((to) => window.bench.openDrag(to), which);
  for (const way of ['forwards', 'backwards'] as const) {
    await page.mouse.move(way === 'forwards' ? track.left + 1 : track.right - 1, track.y);
    await page.mouse.down();
    const { result, cpu } = await traced(page, () => page.evaluate((drag) => window.bench.drag(drag), { track, way }));
    await page.mouse.up();
    const { perSecond, longest, frames } = of(`${name}, ${way}`);
    perSecond.push(result.perSecond);
    frames.push(...cpu.eachBetween('frame'));
    longest.push(cpu.between('drag', 'dragged').longest);
    console.error(`${name}, ${way}: amid ${result.amid}, at the end ${result.atEnd}`);
  }
  await page.close();
}

const pages = {
  replay: 'file over the list',
  whole: 'whole file over the list',
  beside: 'file beside the list',
  item: 'details of an item',
  state: 'state of the session',
  phone: 'file on a phone',
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

function shareInTime(frames: readonly number[]): string {
  return ((100 * frames.filter((cpu) => cpu <= frameMs).length) / frames.length).toFixed(0);
}

const rows = [
  [
    'a drag past 200 stops',
    'frames a second',
    'a frame, CPU ms, median',
    'p95',
    'of at most 16.7 ms, %',
    'longest task, CPU ms',
  ],
  ...[...measured].map(([name, { perSecond, longest, frames }]) => [
    name,
    ...[at(perSecond, 0.5), at(frames, 0.5), at(frames, 0.95), shareInTime(frames), at(longest, 0.5)],
  ]),
];
console.log(rows.map((row) => row.join(' | ')).join('\n'));
if (values.save === true) saveResults('Dragging the transport', `node benchmarks/drag.ts --runs ${values.runs}`, rows);
