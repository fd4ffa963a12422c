// Measures the lanes in Chromium: layout, first drawing, zoom, pan, and a comparison of ways to draw their marks.
// // Run: node benchmarks/lanes.ts [calls…]
import type { LaneFigures } from './lanes/page.tsx';
import { openBench } from './openBench.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
const bench = await openBench('lanes');
for (const calls of sizes) {
  const page = await bench.open();
  const figures = await page.evaluate(
    (count) => (window as unknown as { measureLanes(count: number): Promise<LaneFigures> }).measureLanes(count),
    calls,
  );
  await page.close();
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const say = (name: string, value: string): void => console.log(`${name.padEnd(42)}${value}`);
  console.log(`${calls.toLocaleString('en')} calls`);
  say('  layout (of indexing)', `${ms(figures.layout)} (${(figures.layout / figures.index).toFixed(2)}×)`);
  say('  until drawn at first', ms(figures.mount));
  say('  DOM nodes', String(figures.nodes));
  for (const [name, { script, p95, worst, painted }] of Object.entries({ ...figures.steps, ...figures.drawn }))
    say(`  ${name}`, `script ${ms(script)}, p95 ${ms(p95)}, worst ${ms(worst)}, painted after ${ms(painted)}`);
}
await bench.close();
