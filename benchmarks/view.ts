// Measures the replay in Chromium on sessions of 1,000, 10,000 and 100,000 calls, beside floors of the same run: JSON.parse of the same
// session, a bare react-window list of as many plain rows, an empty canvas. Run: node benchmarks/view.ts [calls…] [--save]
import { parseArgs } from 'node:util';
import { openBench } from './openBench.ts';
import { saveResults } from './saveResults.ts';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

const { values, positionals } = parseArgs({ options: { save: { type: 'boolean' } }, allowPositionals: true });
const sizes = positionals.length > 0 ? positionals.map(Number) : [1000, 10_000, 100_000];
const bench = await openBench('view');
const rows: string[][] = [];
for (const calls of sizes) {
  const page = await bench.open();
  const canvas = await page.evaluate(() => window.bench.measureCanvas());
  const list = await page.evaluate((count) => window.bench.measureList(count), calls);
  const parse = await page.evaluate((count) => window.bench.measureParse(count), calls);
  const view = await page.evaluate((count) => window.bench.measureReplay(count), calls);
  const search = await page.evaluate(() => window.bench.measureSearch());
  const lanes = await page.evaluate(() => window.bench.measureLanes());
  const compare = await page.evaluate((count) => window.bench.measureCompare(count), calls);
  await page.close();
  const mb = view.bytes / 2 ** 20;
  const of = (value: number, floor: number): string => `${value.toFixed(0)} (${(value / floor).toFixed(2)}×)`;
  rows.push(
    ['calls', calls.toLocaleString('en')],
    ['session, MB', mb.toFixed(1)],
    ['JSON.parse of it, ms', parse.toFixed(0)],
    ['first content, ms (of JSON.parse)', of(view.firstContent, parse)],
    ['complete, ms (of JSON.parse)', of(view.complete, parse)],
    ['longest block, ms (of JSON.parse)', of(view.longestBlock, parse)],
    ['DOM nodes', view.nodes.toFixed(0)],
    ['heap, MB (of the session)', of(view.heapMb, mb)],
    ['scroll p50, ms (of the bare list)', of(view.scroll.p50, list.p50)],
    ['scroll p95, ms (of the bare list)', of(view.scroll.p95, list.p95)],
    ['scroll worst, ms (of the bare list)', of(view.scroll.worst, list.worst)],
    [
      'frames with something missing',
      `${(100 * view.scroll.blank).toFixed(0)} % (bare list ${(100 * list.blank).toFixed(0)} %)`,
    ],
    ['calls chosen from afar, not in view at once', `${view.missed} of 20`],
    ['last row, off by px', view.lastRowOff.toFixed(1)],
    ['playing at 32×, p95, ms (of an empty canvas)', of(view.play.p95, canvas.p95)],
    ['seek, ms of script', view.seek.toFixed(1)],
    ['select, ms of script', view.select.toFixed(1)],
    ['unfold, ms of script', view.expand.toFixed(1)],
    ['lanes, zoom, p95, ms of script', lanes.zoom.toFixed(1)],
    ['lanes, pan, p95, ms of script', lanes.pan.toFixed(1)],
    ['search, first letter until matches, ms', search.coldFirst.toFixed(0)],
    ['search, first letter until all is read, ms', search.coldAll.toFixed(0)],
    ['search, longest block meanwhile, ms', search.coldBlock.toFixed(0)],
    ['search, keystroke until painted, p50, ms', search.typed.toFixed(0)],
    ['search, keystroke until painted, worst, ms', search.worst.toFixed(0)],
    ['search, longest block of keystrokes, ms', `${search.block.toFixed(0)} (${search.matches} matches)`],
    ['compare, aligned and painted, ms', `${compare.aligned.toFixed(0)} (${compare.rows} rows)`],
    ['compare, longest block, ms', compare.longestBlock.toFixed(0)],
    ['compare, to the next difference, ms', compare.nextDifference.toFixed(0)],
    [],
  );
}
const page = await bench.open();
const diff = await page.evaluate(() => window.bench.measureDiff(10_000));
rows.push(['a diff of 10,000 lines, until painted, ms', `${diff.ms.toFixed(0)} (${diff.nodes} nodes)`]);
await bench.close();
for (const [name = '', value = ''] of rows) console.log(name === '' ? '' : `${name.padEnd(46)}${value}`);
if (values.save === true) saveResults('View', 'pnpm bench:view', columnsOf(rows));

/** A table with a column for each size, from rows that are grouped by size. */
function columnsOf(list: readonly string[][]): string[][] {
  const byName = new Map<string, string[]>();
  for (const [name, value = ''] of list) {
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  return [...byName].map(([name, cells]) => [name, ...cells, ...sizes.slice(cells.length).map(() => '')]);
}
