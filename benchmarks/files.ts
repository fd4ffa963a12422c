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
// Processor time of the page's thread: other work on the machine does not count.
await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
await session.send('Performance.enable');
const cpuMs = async (): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};
const timed = async (scrub: 'scrubFiles' | 'scrubNothing') => {
  const begun = await cpuMs();
  const times = await page.evaluate((name) => window.bench[name](), scrub);
  return { ...times, cpu: ((await cpuMs()) - begun) / times.frames };
};
await page.evaluate(() => window.bench.openFiles());
const file = await timed('scrubFiles');
const empty = await timed('scrubNothing');
await bench.close();
console.table({
  'a file of 10,000 lines, 200 edits': { 'CPU a frame, ms': file.cpu, ...file.gap },
  'an empty page': { 'CPU a frame, ms': empty.cpu, ...empty.gap },
});
console.log(`Columns p50 to worst: gaps between frames, ms; ${file.frames} frames. Shown at the end: ${file.shown}`);
