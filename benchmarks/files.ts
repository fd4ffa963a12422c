// Scrubs a file of 10,000 lines with 200 edits in Chromium, stop by stop, beside the same scrub of as many bare lines and of an empty page.
// Measures the processor time of the page's thread: script, style, layout and paint. Run: node benchmarks/files.ts [--save]
import { openBench } from './openBench.ts';
import { saveResults } from './saveResults.ts';
import type { ScrubbedPage } from './view/measureFiles.tsx';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

const bench = await openBench('view');
const page = await bench.open();
const session = await page.context().newCDPSession(page);
// Processor time: other work on the machine does not count.
await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
await session.send('Performance.enable');

type Cost = Readonly<Record<'TaskDuration' | 'ScriptDuration' | 'RecalcStyleDuration' | 'LayoutDuration', number>>;

async function spentMs(): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: keyof Cost): number => 1000 * (metrics.find((each) => each.name === name)?.value ?? Number.NaN);
  return {
    TaskDuration: ms('TaskDuration'),
    ScriptDuration: ms('ScriptDuration'),
    RecalcStyleDuration: ms('RecalcStyleDuration'),
    LayoutDuration: ms('LayoutDuration'),
  };
}

async function scrub(which: ScrubbedPage) {
  const stops = await page.evaluate((name) => window.bench.openScrub(name), which);
  const costs: Cost[] = [];
  let shown = '';
  for (let stop = 0; stop < stops; stop += 1) {
    const before = await spentMs();
    shown = await page.evaluate(([name, at]) => window.bench.scrubTo(name, at), [which, stop] as const);
    const after = await spentMs();
    const spent = (name: keyof Cost): number => after[name] - before[name];
    costs.push({
      TaskDuration: spent('TaskDuration'),
      ScriptDuration: spent('ScriptDuration'),
      RecalcStyleDuration: spent('RecalcStyleDuration'),
      LayoutDuration: spent('LayoutDuration'),
    });
  }
  const at = (share: number, name: keyof Cost): number => {
    const sorted = costs.map((cost) => cost[name]).toSorted((a, b) => a - b);
    return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  };
  return { at, stops, shown };
}

const files = await scrub('files');
const lines = await scrub('lines');
const nothing = await scrub('nothing');
await bench.close();

const figure = (value: number): string => value.toFixed(1);
const rows = [
  ['CPU a stop, ms', 'median', 'p95', 'of it script', 'style', 'layout', 'median, times bare lines'],
  ...Object.entries({
    'a file of 10,000 lines, 200 edits': files,
    'as many bare lines': lines,
    'an empty page': nothing,
  }).map(([name, { at }]) => [
    name,
    figure(at(0.5, 'TaskDuration')),
    figure(at(0.95, 'TaskDuration')),
    figure(at(0.5, 'ScriptDuration')),
    figure(at(0.5, 'RecalcStyleDuration')),
    figure(at(0.5, 'LayoutDuration')),
    figure(at(0.5, 'TaskDuration') / lines.at(0.5, 'TaskDuration')),
  ]),
];
console.log(rows.map((row) => row.join(' | ')).join('\n'));
console.log(`${files.stops} stops. Shown at the end: ${files.shown}`);
if (process.argv.includes('--save')) saveResults('Scrubbing a file', 'node benchmarks/files.ts', rows);
