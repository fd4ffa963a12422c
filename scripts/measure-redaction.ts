// Shows how many invented secrets the redaction rules hit, and what they hit in real logs, so that a person can judge how
// many of those are secrets. Run: node scripts/measure-redaction.ts [--raw] [--context N] [paths…]
// Without paths it reads data/sources. A secret itself is never printed: its first three characters, its length and the
// text around it, in which every other secret is masked too. --raw reads lines as they are instead of the strings of
// their records. The table at the end counts as the ETL does: names of fields say what their values are.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRedactor, secretRules } from '../src/redaction/index.ts';
import { placements } from '../tests/redaction/placements.ts';
import { remainsOf } from '../tests/redaction/remainsOf.ts';
import { secretSamples } from '../tests/redaction/secretSamples.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { raw: { type: 'boolean', default: false }, context: { type: 'string', default: '48' } },
});
const roots = positionals.length > 0 ? positionals : ['data/sources'];
const missing = roots.filter((root) => !existsSync(root));
if (missing.length > 0) {
  console.error(`No such file or folder: ${missing.join(', ')}. Give the paths of logs to read.`);
  process.exit(2);
}

interface Hit {
  file: string;
  preview: string;
}

const redactor = createRedactor();
const hits = new Map<string, Hit[]>();
const masks = new Map<string, number>();
const countMask = (rule: string, times: number) => masks.set(rule, (masks.get(rule) ?? 0) + times);
let characters = 0;

console.log(
  `Hit rate: ${secretSamples.length} invented secrets of ${secretRules.length} rules, masked so that nothing is left`,
);
for (const { name, suits, place } of placements) {
  const suited = secretSamples.filter(suits);
  const masked = suited.filter((sample) => remainsOf(sample, redactor.mask(place(sample))).length === 0);
  console.log(`  ${`${masked.length} of ${suited.length}`.padStart(10)}  ${name}`);
}

console.log('\nHits in real logs');
for (const file of roots.flatMap(filesOf)) {
  const content = readFileSync(file, 'utf8');
  for (const part of partsOf(content)) redactor.maskJson(part, countMask);
  for (const text of partsOf(content).flatMap(stringsOf)) {
    characters += text.length;
    for (const { rule, start, end } of redactor.find(text)) {
      const ofRule = hits.get(rule) ?? [];
      ofRule.push({ file, preview: preview(text, start, end) });
      hits.set(rule, ofRule);
    }
  }
}

for (const [rule, found] of [...hits].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`\n${rule}: ${found.length}`);
  for (const { file, preview } of distinct(found)) console.log(`  ${preview}\n      ${file}`);
}
const total = [...masks.values()].reduce((sum, times) => sum + times, 0);
console.log(`\n${total} masks of ${masks.size} rules in ${(characters / 1e6).toFixed(1)} million characters.`);
console.table(Object.fromEntries([...masks].sort(([, a], [, b]) => b - a)));

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The records of a JSON file. A line that is not JSON counts as text, and a file without any JSON as a whole. */
function partsOf(content: string): unknown[] {
  const whole = values.raw ? undefined : parse(content);
  if (whole !== undefined) return [whole];
  const lines = content.split('\n').map((line) => (values.raw ? undefined : parse(line)) ?? line);
  return lines.every((line) => typeof line === 'string') ? [content] : lines;
}

function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every string of a value, keys included. */
function stringsOf(value: unknown): string[] {
  const strings: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') strings.push(next);
    else if (typeof next === 'object' && next !== null) for (const each of Object.entries(next).flat()) left.push(each);
  }
  return strings;
}

function preview(text: string, start: number, end: number): string {
  const reach = Number(values.context);
  const before = redactor.mask(text.slice(0, start)).slice(-reach);
  const after = redactor.mask(text.slice(end, end + reach * 4)).slice(0, reach);
  return `${before}⟦${text.slice(start, start + 3)}… ${end - start}⟧${after}`.replace(/\s+/g, ' ');
}

function distinct(found: readonly Hit[]): Hit[] {
  return [...new Map(found.map((hit) => [hit.preview, hit])).values()].slice(0, 40);
}
