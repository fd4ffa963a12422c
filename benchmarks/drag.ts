// Drags the transport of a replay by mouse in Chromium while its files show one of 10,000 lines with 200 edits: from the start to the end and
// back, in four seconds each; beside the same drag over as many bare lines, and the same path without the button pressed. Counts the frames
// of the page and those that show another stop, and measures the processor time of the page's thread from frame to frame. With `--beside`, a
// checkout of another version of the kit is measured in alternation with this one. Run: node benchmarks/drag.ts [--runs 3] [--beside folder] [--save]
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
  options: { runs: { type: 'string', default: '3' }, beside: { type: 'string' }, save: { type: 'boolean' } },
});

const seconds = 4;
const perSecond = 60;

type Way = 'forwards' | 'backwards' | 'button up';

/** CPU in milliseconds: of each frame, and of the page's thread for each stop drawn on average. */
interface Drag {
  readonly frames: number;
  readonly stops: number;
  readonly cpu: readonly number[];
  readonly aStop: number;
  readonly longest: number;
}

/** Moves the mouse along a track, at the times of a hand that moves evenly: it does not wait for a page that lags behind. */
async function follow(page: Page, { left, right, y }: Track, way: Way): Promise<void> {
  const moves: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n <= seconds * perSecond; n += 1) {
    const wait = begun + (1000 * n) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const share = n / (seconds * perSecond);
    moves.push(page.mouse.move(left + (right - left - 2) * (way === 'backwards' ? 1 - share : share) + 1, y));
  }
  await Promise.all(moves);
}

async function drag(page: Page, track: Track, way: Way): Promise<[Drag, string]> {
  await page.mouse.move(way === 'backwards' ? track.right - 1 : track.left + 1, track.y);
  if (way !== 'button up') await page.mouse.down();
  const { result, cpu } = await traced(page, async () => {
    await page.evaluate(() => window.bench.watchDrag());
    await follow(page, track, way);
    return page.evaluate(() => window.bench.dragged());
  });
  await page.mouse.up();
  const { frames, stops, shown } = result;
  const { main, longest } = cpu.between('drag', 'dragged');
  return [{ frames, stops, cpu: cpu.eachBetween('frame'), aStop: main / stops, longest }, shown];
}

async function measure(bench: Bench, which: DraggedPage, name: string): Promise<void> {
  const page = await bench.open();
  // First, so that it tells how many lines are as many.
  const whole: Track = await page.evaluate(() => window.bench.openDrag('replay'));
  const track = which === 'replay' ? whole : await page.evaluate((to) => window.bench.openDrag(to), which);
  for (const way of ['forwards', 'backwards', ...(which === 'replay' ? (['button up'] as const) : [])] as const) {
    const [result, shown] = await drag(page, track, way);
    const key = `${name}${way}`;
    measured.set(key, [...(measured.get(key) ?? []), result]);
    console.error(`${key}: ${result.stops} stops, ends at ${shown.slice(0, 60)}`);
  }
  await page.close();
}

const kits = [undefined, ...(values.beside === undefined ? [] : [values.beside])];
const benches = await Promise.all(kits.map((checkout) => openBench('view', { checkout })));
const measured = new Map<string, Drag[]>();
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const [n, bench] of benches.entries()) {
    const kit = kits[n] === undefined ? '' : `${kits[n]}, `;
    await measure(bench, 'replay', `${kit}file over the list, `);
    await measure(bench, 'beside', `${kit}file beside the list, `);
    if (n === 0) await measure(bench, 'lines', 'as many bare lines, ');
  }
}
for (const bench of benches) await bench.close();

function at(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

const rows = [
  [
    'a drag of four seconds',
    'frames a second',
    'stops drawn a second',
    'CPU ms a frame, median',
    'p95',
    'CPU ms a stop',
    'longest task',
  ],
  ...[...measured].map(([name, drags]) => {
    const cpu = drags.flatMap((each) => each.cpu);
    const middle = (of: keyof Omit<Drag, 'cpu'>): number =>
      at(
        drags.map((each) => each[of]),
        0.5,
      );
    return [
      name,
      ...[
        middle('frames') / seconds,
        middle('stops') / seconds,
        at(cpu, 0.5),
        at(cpu, 0.95),
        middle('aStop'),
        middle('longest'),
      ].map((value) => (Number.isFinite(value) ? value.toFixed(1) : '-')),
    ];
  }),
];
console.log(rows.map((row) => row.join(' | ')).join('\n'));
if (values.save === true) saveResults('Dragging the transport', `node benchmarks/drag.ts --runs ${values.runs}`, rows);
