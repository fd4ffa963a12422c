// Scrubs a file of 10,000 lines with 200 edits in Chromium, stop by stop: forwards, backwards and in jumps; beside jumps over as many bare
// lines and over an empty page. Measures the processor time of the page's thread: script, style, layout and paint. With `--beside`, a checkout
// of another version of the kit is measured in alternation with this one. Run: node benchmarks/files.ts [--runs 3] [--beside folder] [--save]
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { openBench } from './openBench.ts';
import { saveResults } from './saveResults.ts';
import type { ScrubbedPage, ScrubWay } from './view/measureFiles.tsx';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, beside: { type: 'string' }, save: { type: 'boolean' } },
});

const parts = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const;
type Cost = Readonly<Record<(typeof parts)[number], number>>;

async function spentMs(session: CDPSession): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string): number => 1000 * (metrics.find((each) => each.name === name)?.value ?? Number.NaN);
  return Object.fromEntries(parts.map((name) => [name, ms(name)])) as Cost;
}

interface Scrub {
  readonly page: Page;
  readonly session: CDPSession;
}

async function metered(page: Page): Promise<Scrub> {
  const session = await page.context().newCDPSession(page);
  // Processor time: other work on the machine does not count.
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  return { page, session };
}

/** Costs of the stops of a way, and what the page shows after the last: a check of what it drew. */
async function scrub({ page, session }: Scrub, which: ScrubbedPage, way: ScrubWay): Promise<[Cost[], string]> {
  const stops = await page.evaluate((name) => window.bench.openScrub(name), which);
  const costs: Cost[] = [];
  let shown = '';
  for (let stop = 0; stop < stops; stop += 1) {
    const before = await spentMs(session);
    shown = await page.evaluate(([name, to, at]) => window.bench.scrubTo(name, to, at), [which, way, stop] as const);
    const after = await spentMs(session);
    costs.push(Object.fromEntries(parts.map((name) => [name, after[name] - before[name]])) as Cost);
  }
  return [costs, shown];
}

const ways = ['forwards', 'backwards', 'jumps'] as const;
const kits = [undefined, ...(values.beside === undefined ? [] : [values.beside])];
const benches = await Promise.all(kits.map((checkout) => openBench('view', { checkout })));
const measured = new Map<string, Cost[]>();
const shownAtEnd = new Set<string>();
for (let run = 0; run < Number(values.runs); run += 1) {
  const pages = await Promise.all(benches.map(async (bench) => metered(await bench.open())));
  const measure = async (n: number, which: ScrubbedPage, way: ScrubWay): Promise<void> => {
    const page = pages[n];
    if (page === undefined) return;
    const [costs, shown] = await scrub(page, which, way);
    const name = `${which === 'files' ? way : which}${kits[n] === undefined ? '' : `, ${kits[n]}`}`;
    measured.set(name, [...(measured.get(name) ?? []), ...costs]);
    if (which === 'files') shownAtEnd.add(`${way}: ${shown}`);
  };
  for (const way of ways) for (const n of pages.keys()) await measure(n, 'files', way);
  for (const which of ['lines', 'nothing'] as const) await measure(0, which, 'jumps');
  for (const { page } of pages) await page.close();
}
for (const bench of benches) await bench.close();

function share(costs: readonly Cost[], at: number, name: keyof Cost = 'TaskDuration'): number {
  const sorted = costs.map((cost) => cost[name]).toSorted((a, b) => a - b);
  return sorted[Math.floor(at * (sorted.length - 1))] ?? Number.NaN;
}

const bare = share(measured.get('lines') ?? [], 0.5);
const titles: Readonly<Record<string, string>> = { lines: 'as many bare lines', nothing: 'an empty page' };
const rows = [
  ['CPU a stop, ms', 'median', 'p95', 'most', 'of it script', 'style', 'layout', 'median, times bare lines'],
  ...[...measured].map(([name, costs]) => [
    titles[name] ?? `a file of 10,000 lines, 200 edits: ${name}`,
    ...[
      ...[0.5, 0.95, 1].map((at) => share(costs, at)),
      ...parts.slice(1).map((part) => share(costs, 0.5, part)),
      share(costs, 0.5) / bare,
    ].map((value) => value.toFixed(1)),
  ]),
];
console.log(rows.map((row) => row.join(' | ')).join('\n'));
console.log([...shownAtEnd].join('\n'));
if (values.save === true) saveResults('Scrubbing a file', `node benchmarks/files.ts --runs ${values.runs}`, rows);
