// node scripts/fit-evidence.ts --secrets SET.jsonl… --texts PATH…
//
// Fits what each kind of evidence weighs (src/redaction/judge/evidenceWeights.ts) by logistic regression. SET.jsonl holds a sample a line,
// {"text": "…", "secrets": ["…"]}; the texts are logs and sources in which nothing that the other rules leave is a secret.
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRedactor, secretRules } from '../src/redaction/index.ts';
import { evidenceAround } from '../src/redaction/judge/evidence.ts';
import { visitCandidates } from '../src/redaction/match/candidates.ts';

interface Example {
  readonly evidence: readonly string[];
  readonly isSecret: boolean;
  readonly weight: number;
}

const rounds = 600;
const step = 0.5;
/** Draws weights to nothing, so that what is seen a few times only says little. */
const pull = 3;
/** A secret that no other rule finds counts most. */
const weightOfMissed = 4;
const weightOfOther = 4;
const smallest = 0.15;
const largestFile = 30_000_000;

const target = new URL('../src/redaction/judge/evidenceWeights.ts', import.meta.url);
const others = createRedactor({ rules: secretRules.filter(({ id }) => id !== 'likely-secret') });

/** Every candidate of a sample that is a secret, or that no other rule takes for one. */
function examplesOf(text: string, secrets: readonly string[]): Example[] {
  const masked = others.find(text);
  const examples: Example[] = [];
  visitCandidates(text, 0, text.length, ({ start, end, look }) => {
    const isSecret = secrets.some((secret) => {
      const at = text.indexOf(secret.split('\n', 1)[0] as string);
      return at !== -1 && at < end && at + secret.length > start;
    });
    const isMasked = masked.some((span) => span.start < end && span.end > start);
    if (!isSecret && isMasked) return;
    const weight = isSecret ? (isMasked ? 1 : weightOfMissed) : weightOfOther;
    const evidence = evidenceAround(text, start, end, look);
    if (evidence !== undefined) examples.push({ evidence, isSecret, weight });
  });
  return examples;
}

/** Strings of a log's records, or a file as it is. */
function textsOf(path: string): string[] {
  const content = readFileSync(path, 'utf8');
  if (content.includes('\0')) return [];
  if (!path.endsWith('.jsonl')) return [content];
  return content.split('\n').flatMap((line) => {
    try {
      return stringsOf(JSON.parse(line));
    } catch {
      return [line];
    }
  });
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return globSync('**/*.{js,cjs,mjs,ts,cts,mts,tsx,jsx,json,jsonl,md,txt,log,yml,yaml,html,css,sh,py,toml}', {
    cwd: path,
  })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size < largestFile)
    .sort();
}

/** Each value once, with the surroundings in which it came first. */
function ordinaryExamples(paths: readonly string[]): Example[] {
  const seen = new Set<string>();
  const examples: Example[] = [];
  for (const text of paths.flatMap(filesOf).flatMap(textsOf)) {
    visitCandidates(text, 0, text.length, ({ start, end }) => {
      const value = text.slice(start, end);
      if (seen.has(value)) return;
      seen.add(value);
      const from = Math.max(0, start - 300);
      const around = text.slice(from, end + 200);
      if (others.find(around).some((span) => span.start < end - from && span.end > start - from)) return;
      visitCandidates(around, start - from, end - from, (found) => {
        if (found.start !== start - from) return;
        const evidence = evidenceAround(around, found.start, found.end, found.look);
        if (evidence !== undefined) examples.push({ evidence, isSecret: false, weight: weightOfOther });
      });
    });
  }
  return examples;
}

/** Gradient descent, each weight with a step of its own (AdaGrad); the same examples give the same weights. */
function weigh(examples: readonly Example[]): Map<string, number> {
  const weights = new Map<string, number>([['bias', 0]]);
  const steps = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const slopes = new Map<string, number>();
    const add = (name: string, slope: number) => slopes.set(name, (slopes.get(name) ?? 0) + slope);
    for (const { evidence, isSecret, weight } of examples) {
      const sum = evidence.reduce((total, name) => total + (weights.get(name) ?? 0), weights.get('bias') ?? 0);
      const error = (1 / (1 + Math.exp(-sum)) - (isSecret ? 1 : 0)) * weight;
      add('bias', error);
      for (const name of evidence) add(name, error);
    }
    for (const [name, slope] of slopes) {
      const pulled = slope + (name === 'bias' ? 0 : pull * (weights.get(name) ?? 0));
      const squares = (steps.get(name) ?? 0) + pulled ** 2;
      steps.set(name, squares);
      weights.set(name, (weights.get(name) ?? 0) - (step * pulled) / Math.sqrt(squares + 1e-9));
    }
  }
  return weights;
}

const { values } = parseArgs({
  options: { secrets: { type: 'string', multiple: true }, texts: { type: 'string', multiple: true } },
});
if (values.secrets === undefined || values.texts === undefined) {
  console.error(
    'Give sets of secrets and ordinary texts: node scripts/fit-evidence.ts --secrets SET.jsonl --texts PATH',
  );
  process.exit(2);
}
const samples = values.secrets.flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'));
const examples = [
  ...samples.flatMap((line) => {
    const { text, secrets } = JSON.parse(line) as { text: string; secrets: string[] };
    return examplesOf(text, secrets);
  }),
  ...ordinaryExamples(values.texts),
];
const rows = [...weigh(examples)]
  .map(([name, weight]): [string, number] => [name, Math.round(weight * 10) / 10])
  .filter(([name, weight]) => Math.abs(weight) >= smallest || name === 'bias')
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, weight]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${weight},`);
writeFileSync(
  target,
  `/** What each kind of evidence weighs, made by scripts/fit-evidence.ts (decision 32); what is missing weighs nothing. */
export const evidenceWeights: Readonly<Record<string, number>> = {
${rows.join('\n')}
};
`,
);
console.log(
  `${examples.length} examples, ${examples.filter(({ isSecret }) => isSecret).length} secrets: ${rows.length} weights`,
);
