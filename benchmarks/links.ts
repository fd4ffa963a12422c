// Measures context links on sessions that double in size, compared with parsing the same session as JSON: the ratio stays constant where
// the cost is linear. Run: node benchmarks/links.ts [calls]
import { contextLinks, explainLink, indexSession, linksInto } from '../src/replay/index.ts';
import type { Session } from '../src/session/index.ts';
import { linkedSession } from './linkedSession.ts';

const calls = Number(process.argv[2] ?? 10_000);
const REPEATS = 5;

/** Median milliseconds of a run on a fresh index, because an index caches its links. */
function measure<Input, Result>(prepare: () => Input, run: (input: Input) => Result): { ms: number; result: Result } {
  let result = run(prepare());
  const times = Array.from({ length: REPEATS }, () => {
    const input = prepare();
    const start = performance.now();
    result = run(input);
    return performance.now() - start;
  });
  return { ms: times.sort((a, b) => a - b)[REPEATS >> 1] ?? 0, result };
}

console.table(
  [calls / 4, calls / 2, calls, calls * 2].map((size) => {
    const json = JSON.stringify(linkedSession(size));
    const read = measure(
      () => json,
      (text) => JSON.parse(text) as Session,
    );
    const index = (): ReturnType<typeof indexSession> => indexSession(read.result);
    const all = measure(index, contextLinks);
    const known = index();
    const last = known.items.length - 1;
    contextLinks(known);
    const shown = measure(
      () => all.result.slice(-50),
      (links) => links.map((link) => explainLink(known, link)),
    );
    return {
      calls: size,
      MB: (json.length / 1e6).toFixed(1),
      links: all.result.length,
      'all links, ms': all.ms.toFixed(1),
      'of reading the JSON': (all.ms / read.ms).toFixed(2),
      'into the last, ms': measure(index, (fresh) => linksInto(fresh, last)).ms.toFixed(1),
      'reasons of 50, ms': shown.ms.toFixed(1),
    };
  }),
);
