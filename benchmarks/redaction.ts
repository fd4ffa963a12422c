// Measures the masking of secrets against two floors of the same run: JSON.parse of the same text as a JSON string, and one
// search for a character that the text has not. The ratios hold across machines, the speeds do not. Run: node benchmarks/redaction.ts [--size MB] [paths…]
// Ordinary text is what the paths hold: the strings of the records of JSON files, other files as they are. Without paths
// these are the sample logs, the source and the documentation of this project.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Anchor, createRedactor, secretRules } from '../src/redaction/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '32' } },
});
const MEGABYTE = 1e6;
const REPEATS = 5;
const LONG_LINE = 50 * MEGABYTE;
const WORST_SHOWN = 8;
const size = Number(values.size) * MEGABYTE;
const root = join(import.meta.dirname, '..');
const paths = positionals.length > 0 ? positionals : ['data/sources', 'src', 'docs'].map((path) => join(root, path));
const redactor = createRedactor();

function filesOf(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function textsOf(path: string): string[] {
  const content = readFileSync(path, 'utf8');
  if (!/\.jsonl?$/.test(path)) return [content];
  const strings: string[] = [];
  const collect = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') strings.push(value);
    return value;
  };
  for (const record of path.endsWith('.json') ? [content] : content.split('\n')) {
    try {
      JSON.parse(record, collect);
    } catch {
      strings.push(record);
    }
  }
  return strings;
}

/** A text that no input contains, in the same character set: otherwise the search would fail without looking. */
const nowhere = '\x03\x02\x01';

/** Repeats texts up to a given size. */
function grow(texts: readonly string[], length: number): string[] {
  const once = texts.reduce((sum, text) => sum + text.length, 0);
  return Array.from({ length: Math.max(1, Math.ceil(length / once)) }, () => texts).flat();
}

/** Pseudo-random characters, the same in every run. */
function draw(alphabet: string, length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return alphabet[(state >> 8) % alphabet.length];
  }).join('');
}

/** Shortest milliseconds of a run, after one to warm up: on a busy machine it is the most telling. */
function measure(run: () => void): number {
  run();
  const times = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

interface Row {
  text: string;
  MB: string;
  'mask MB/s': string;
  'parse MB/s': string;
  'mask / parse': string;
  'mask / indexOf': string;
  secrets: number;
}

function row(text: string, texts: readonly string[]): Row {
  const characters = texts.reduce((sum, part) => sum + part.length, 0);
  const json = texts.map((part) => JSON.stringify(part));
  const parseMs = measure(() => {
    for (const part of json) JSON.parse(part);
  });
  const maskMs = measure(() => {
    for (const part of texts) redactor.mask(part);
  });
  const indexOfMs = measure(() => {
    for (const part of texts) part.indexOf(nowhere);
  });
  return {
    text,
    MB: (characters / MEGABYTE).toFixed(1),
    'mask MB/s': (characters / 1000 / maskMs).toFixed(0),
    'parse MB/s': (characters / 1000 / parseMs).toFixed(0),
    'mask / parse': (maskMs / parseMs).toFixed(2),
    'mask / indexOf': (maskMs / indexOfMs).toFixed(1),
    secrets: texts.reduce((sum, part) => sum + redactor.find(part).length, 0),
  };
}

function anchorText(anchor: Anchor): string {
  const pattern = typeof anchor === 'string' ? anchor : anchor.anyCase;
  return pattern.replace(/\[(.)[^\]]*\]/g, '$1');
}

const ordinary = grow(paths.flatMap(filesOf).flatMap(textsOf), size);
const base64 = draw('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 400_000);
const base64Url = base64.replaceAll('+', '-').replaceAll('/', '_');
console.table([
  row('ordinary', ordinary),
  row('Base64: pictures, encrypted reasoning', grow([`data:image/png;base64,${base64}`, `gAAAAAB${base64Url}`], size)),
  row('one line of one character', ['a'.repeat(LONG_LINE)]),
  row('one line of A', ['A'.repeat(LONG_LINE)]),
  row('AKIA again and again', ['AKIA'.repeat(size / 4)]),
  row('-----BEGIN again and again', ['-----BEGIN '.repeat(size / 11)]),
  row('first lines of keys', ['-----BEGIN PRIVATE KEY-----\n'.repeat(size / 28)]),
  row('alternating quotes', [`"'`.repeat(size / 2)]),
  row('password=" again and again', ['password="'.repeat(size / 10)]),
  row('terminal codes', ['\x1b[31m'.repeat(size / 5)]),
]);

const anchors = [...new Set(secretRules.flatMap(({ clues }) => clues.map(({ anchor }) => anchorText(anchor))))];
const units = anchors.flatMap((anchor) => ['', ' ', '=', '="'].map((filler) => anchor + filler));
const hostile = units.map((unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length));
  const ms = measure(() => redactor.mask(text));
  return { 'text of nothing but': JSON.stringify(unit), 'mask MB/s': text.length / 1000 / ms };
});
hostile.sort((a, b) => a['mask MB/s'] - b['mask MB/s']);
console.log(`The slowest of ${hostile.length} texts made of anchors:`);
console.table(hostile.slice(0, WORST_SHOWN).map((entry) => ({ ...entry, 'mask MB/s': entry['mask MB/s'].toFixed(1) })));
