// Damages real logs at random and converts them; says what does not hold, with the seed and a small input that shows it.
// Usage: pnpm fuzz [--seconds N] [--seed S] [--runs N] [--format ID]   (default: 60 seconds from seed 1, every format)
// A failure comes again with `--format ID --seed S --runs 1`. Inputs go to test-results/fuzz.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters } from '../src/adapters/index.ts';
import { type Fault, findFault } from './fuzz/findFault.ts';
import { type FuzzInput, makeInput } from './fuzz/fuzzInput.ts';
import { loadFuzzSources } from './fuzz/loadFuzzSources.ts';
import { shrinkInput } from './fuzz/shrinkInput.ts';
import { parseArguments } from './parseArguments.ts';

const usage = 'Usage: pnpm fuzz [--seconds N] [--seed S] [--runs N] [--format ID]';
const string = { type: 'string' } as const;
const { values } = parseArguments(
  { args: process.argv.slice(2), options: { seconds: string, seed: string, runs: string, format: string } },
  usage,
);
const ids = adapters.map(({ descriptor }) => descriptor.id);
const formats = values.format === undefined ? ids : ids.filter((id) => id === values.format);
const seconds = Number(values.seconds ?? 60);
const firstSeed = Number(values.seed ?? 1);
const runs = Number(values.runs ?? Number.POSITIVE_INFINITY);
if (formats.length === 0 || Number.isNaN(seconds + runs) || !Number.isInteger(firstSeed)) {
  console.error(`${usage}\nFormats: ${ids.join(', ')}`);
  process.exit(2);
}

const folder = join(import.meta.dirname, '../test-results/fuzz');

/** Small enough to split every record, but not so small that splitting takes more time than converting. */
const chunkOf = (seed: number): number => 17 + (seed % 1000);

async function keep(format: string, seed: number, input: FuzzInput, fault: Fault): Promise<string> {
  const small = await shrinkInput(input, async (each) => (await findFault(each, chunkOf(seed)))?.kind === fault.kind);
  const into = join(folder, `${format}-${seed}`);
  mkdirSync(into, { recursive: true });
  for (const [index, bytes] of small.files.entries()) {
    writeFileSync(join(into, `${index}-${small.group.files[index]?.name.split('/').at(-1)}`), bytes);
  }
  const names = small.group.files.map(({ name }) => name);
  writeFileSync(join(into, 'fault.json'), `${JSON.stringify({ seed, ...fault, names }, null, 2)}\n`);
  return into;
}

const sources = await loadFuzzSources(formats, true);
const tally = new Map(formats.map((format) => [format, { runs: 0, failures: 0, slowestMs: 0, slowestSeed: 0 }]));
const until = performance.now() + seconds * 1000;
for (let seed = firstSeed; seed < firstSeed + runs && performance.now() < until; seed += 1) {
  for (const [format, count] of tally) {
    const input = await makeInput(sources.get(format) ?? [], seed);
    const start = performance.now();
    const fault = await findFault(input, chunkOf(seed));
    const took = performance.now() - start;
    count.runs += 1;
    if (took > count.slowestMs) Object.assign(count, { slowestMs: Math.round(took), slowestSeed: seed });
    if (fault === undefined) continue;
    count.failures += 1;
    const into = await keep(format, seed, input, fault);
    console.error(`${format}, seed ${seed}: ${fault.kind}: ${fault.detail}\n  ${into}`);
  }
}
console.table(Object.fromEntries(tally));
process.exitCode = [...tally.values()].some(({ failures }) => failures > 0) ? 1 : 0;
