// `pnpm bench:redaction`: compares our masking with secretlint's recommended preset on the same texts in one run: how many of the samples
// each masks completely, how many wrong masks each makes in a megabyte of source text, and how fast it is. secretlint looks for what must
// not be committed; logs need more, so compare the last two columns as well as the first. Our rules were written with these samples at
// hand; docs/redaction.md has the rate on secrets that the rules had not seen.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTool, installTools } from '../scripts/tools.ts';
import { createRedactor, redactionMarker, type Span } from '../src/redaction/index.ts';
import { placements } from '../tests/redaction/placements.ts';
import { remainsOf } from '../tests/redaction/remainsOf.ts';
import { secretSamples } from '../tests/redaction/secretSamples.ts';

const root = join(import.meta.dirname, '..');
const mostBytes = 16e6;
const shownPlacements = ['bare', 'in JSON', 'in JSON in JSON', 'split by terminal codes'];

type Find = (text: string) => Promise<readonly Span[]> | readonly Span[];

interface Peer {
  readonly name: string;
  readonly find: Find;
}

const redactor = createRedactor();
const peers: readonly Peer[] = [{ name: 'Agent Replay Kit', find: redactor.find }, await loadSecretlint()];

/** What secretlint returns for a text; only the positions are used. */
interface LintResult {
  readonly messages: readonly { readonly range: readonly [number, number] }[];
}

interface Secretlint {
  lintSource(options: {
    readonly source: { filePath: string; content: string; contentType: 'text' };
    readonly options: { config: { rules: readonly { id: string; rule: unknown }[] } };
  }): Promise<LintResult>;
}

async function loadSecretlint(): Promise<Peer> {
  installTools();
  const presetName = '@secretlint/secretlint-rule-preset-recommend';
  const { lintSource } = (await importTool('@secretlint/core')) as Secretlint;
  const { creator } = (await importTool(presetName)) as { creator: unknown };
  const config = { rules: [{ id: presetName, rule: creator }] };
  return {
    name: 'secretlint, recommended preset',
    find: async (content) => {
      const source = { filePath: 'text.txt', content, contentType: 'text' as const };
      const { messages } = await lintSource({ source, options: { config } });
      return messages.map(({ range: [start, end] }) => ({ start, end }));
    },
  };
}

/** Replaces ranges, which may overlap, with markers. */
function mask(text: string, spans: readonly Span[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start >= from) masked += text.slice(from, start) + redactionMarker('found');
    from = Math.max(from, end);
  }
  return masked + text.slice(from);
}

async function rateOf(find: Find, placement: (typeof placements)[number]): Promise<string> {
  const samples = secretSamples.filter(placement.suits);
  let masked = 0;
  for (const sample of samples) {
    const text = placement.place(sample);
    if (remainsOf(sample, mask(text, await find(text))).length === 0) masked++;
  }
  return `${((masked / samples.length) * 100).toFixed(1)} % of ${samples.length}`;
}

/** Source text without secrets: this project's own, except the rules, and that of packages. */
function sourceTexts(): readonly string[] {
  const own = globSync(['src/**/*.{ts,tsx,css}', 'scripts/**/*.ts'], { cwd: root }).filter(
    (path) => !path.includes('redaction'),
  );
  const packages = globSync('node_modules/{react-dom,zod,typescript/lib,vite}/**/*.{js,cjs,mjs}', { cwd: root });
  const texts: string[] = [];
  let size = 0;
  for (const path of [...own.sort(), ...packages.sort()]) {
    const text = readFileSync(join(root, path), 'utf8');
    if (size + text.length > mostBytes) continue;
    texts.push(text);
    size += text.length;
  }
  return texts;
}

/** Masks all texts; also gives the megabytes per second of CPU time, the better of two runs. */
async function lookAt(texts: readonly string[], find: Find): Promise<{ masks: number; speed: number }> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  let masks = 0;
  let seconds = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2; run++) {
    const before = process.cpuUsage();
    masks = 0;
    for (const text of texts) masks += (await find(text)).length;
    seconds = Math.min(seconds, process.cpuUsage(before).user / 1e6);
  }
  return { masks, speed: characters / 1e6 / seconds };
}

const texts = sourceTexts();
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
const shown = placements.filter(({ name }) => shownPlacements.includes(name));
const rows: Record<string, string>[] = [];
let ownSpeed = 0;
for (const { name, find } of peers) {
  const rates: [string, string][] = [];
  for (const placement of shown) rates.push([placement.name, await rateOf(find, placement)]);
  const { masks, speed } = await lookAt(texts, find);
  ownSpeed ||= speed;
  rows.push({
    'masked samples': name,
    ...Object.fromEntries(rates),
    'wrong masks / MB': (masks / megabytes).toFixed(2),
    'MB/s': speed.toFixed(1),
    speed: `${(speed / ownSpeed).toFixed(2)} of ours`,
  });
}
console.log(`${secretSamples.length} samples; ${texts.length} files of source text, ${megabytes.toFixed(1)} MB.`);
console.table(rows);
