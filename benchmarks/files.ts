// Scrubs a file of 10,000 lines with 200 edits in Chromium, frame by frame, beside the same scrub of an empty page. Script is what the page
// itself took in each frame. Run: node benchmarks/files.ts
import { openBench } from './openBench.ts';
import type { ViewBench } from './view/page.tsx';

declare global {
  interface Window {
    bench: ViewBench;
  }
}

const bench = await openBench('view');
const page = await bench.open();
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
const cpuMs = async (): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
};
const begun = await cpuMs();
const { scrub, empty } = await page.evaluate(() => window.bench.measureFiles());
const all = (await cpuMs()) - begun;
await bench.close();
console.table({
  'gap, ms': { ...scrub.gap, empty: empty.gap.p95 },
  'script, ms': { ...scrub.script, empty: empty.script.p95 },
});
console.log(`${scrub.shown}; ${all.toFixed(0)} ms of the page's thread in all`);
