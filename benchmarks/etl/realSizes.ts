import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cumulative distribution: that share of things is no larger than that size. `[share, size]`, both rising, from share 0 to 1. */
type Distribution = readonly (readonly [share: number, size: number])[];

/** Texts of a kind in real logs. */
interface RealTexts {
  /** Fields that hold them. */
  field: string;
  /** Their share of all bytes; the rest are keys, ids, figures and short texts. */
  share: number;
  /** Their length on average, in bytes. */
  mean: number;
}

/** Long texts in real logs, by format: 14,669 records of Claude Code, 19,748 of rollouts. */
const realTexts = {
  'claude-code': [
    { field: 'data', share: 0.07, mean: 129_000 },
    { field: 'originalFile', share: 0.112, mean: 10_900 },
    { field: 'content', share: 0.28, mean: 3900 },
    { field: 'text', share: 0.06, mean: 1700 },
    { field: 'signature', share: 0.032, mean: 1600 },
    { field: 'stdout', share: 0.03, mean: 1500 },
    { field: 'thinking', share: 0.02, mean: 1000 },
    { field: 'prompt', share: 0.024, mean: 1100 },
    { field: 'fullOutput', share: 0.05, mean: 820 },
  ],
  'codex-rollout': [
    { field: 'image_url', share: 0.128, mean: 49_000 },
    { field: 'user_instructions', share: 0.056, mean: 4100 },
    { field: 'output', share: 0.232, mean: 3900 },
    { field: 'encrypted_content', share: 0.176, mean: 3200 },
    { field: 'input', share: 0.019, mean: 2100 },
    { field: 'message', share: 0.038, mean: 1600 },
    { field: 'text', share: 0.13, mean: 1300 },
  ],
} as const satisfies Record<string, readonly RealTexts[]>;

/** How much longer a text is than others of its kind, as the records of real logs are. */
const lengthFactors: Distribution = [
  [0, 0.05],
  [0.25, 0.28],
  [0.5, 0.45],
  [0.75, 0.67],
  [0.9, 1.65],
  [0.95, 3.2],
  [0.99, 11],
  [0.999, 36],
  [1, 350],
];
const LONGEST_TEXT = 1_000_000;
const MOST_RARITY = 3;

/** Lines that a command wrote, in logs of `codex exec` that keep all of them. */
const outputLines: Distribution = [
  [0, 1],
  [0.05, 5],
  [0.1, 10],
  [0.25, 22],
  [0.5, 66],
  [0.75, 179],
  [0.9, 329],
  [0.95, 405],
  [1, 646],
];

/** Grows the lines of a copy of a sample to real sizes; other copies get other sizes. */
export type Growth = (lines: readonly string[], copy: number) => string[];

/** Makes texts of records longer until each kind has the share of real logs. */
export function realRecords(format: keyof typeof realTexts): Growth {
  const filler = createFiller();
  const grownBytes = new Map<string, number>();
  let total = 0;
  return (lines, copy) =>
    lines.map((line, at) => {
      const texts = longestTexts(line);
      let grown = line;
      for (const [order, { field, share, mean }] of realTexts[format].entries()) {
        const text = texts.get(field);
        const had = grownBytes.get(field) ?? 0;
        const lacking = share * total - had;
        if (text === undefined || lacking < 0) continue;
        // A kind that samples have too rarely gets longer texts instead.
        const rarity = Math.min(MOST_RARITY, Math.max(1, lacking / mean));
        const length = Math.min(LONGEST_TEXT, rarity * mean * sizeAt(lengthFactors, shareOf(copy, at + order)));
        const longer = lengthen(grown, text, length, filler);
        grownBytes.set(field, had + longer.length - grown.length);
        grown = longer;
      }
      total += grown.length;
      return grown;
    });
}

/** Gives the output of commands the length of real logs: lines are inserted before the first line of each sample output. */
export function realOutputs(): Growth {
  const filler = createFiller();
  return (lines, copy) => {
    // An output that a message quotes stays as it is.
    let quoted = false;
    return lines.flatMap((line, at) => {
      if (line.startsWith('```')) quoted = !quoted;
      if (quoted || !/ (?:succeeded|exited \d+) in \d+ms:$/.test(line)) return [line];
      return [line, ...filler.lines(Math.round(sizeAt(outputLines, shareOf(copy, at))))];
    });
  };
}

/** Makes text of every kind that logs contain: code, prose, some Chinese, no secrets. */
interface Filler {
  text(bytes: number): string;
  /** Letters and digits, as of an image or a signature. */
  encoded(length: number): string;
  lines(count: number): string[];
}

function createFiller(): Filler {
  const project = join(import.meta.dirname, '../..');
  const files = globSync(['{src/{components,replay,session},scripts,stories}/**/*.{ts,tsx}', 'docs/**/*.md', '*.md'], {
    cwd: project,
    // A list of what secrets look like.
    exclude: ['docs/redaction.md'],
  });
  const all = files.sort().flatMap((file) => readFileSync(join(project, file), 'utf8').split('\n'));
  const codes = Array.from({ length: 1024 }, (_, at) =>
    createHash('sha512').update(String(at)).digest('base64url'),
  ).join('');
  let next = 0;
  const line = (): string => {
    next = (next + 1) % all.length;
    return all[next] ?? '';
  };
  return {
    text(bytes) {
      const lines: string[] = [];
      for (let length = 0; length < bytes; length += Buffer.byteLength(lines.at(-1) ?? '') + 2) lines.push(line());
      return lines.join('\n');
    },
    encoded(length) {
      next = (next + 1) % all.length;
      const from = next % codes.length;
      return codes.repeat(2 + length / codes.length).slice(from, from + length);
    },
    // Lines of real logs are twice as long as the kit's. They are indented, so that none looks like a line of the log format.
    lines: (count) => Array.from({ length: count }, () => `  ${line()}${line()}`),
  };
}

/** The longest text of each field of a record. */
function longestTexts(line: string): ReadonlyMap<string, string> {
  const longest = new Map<string, string>();
  JSON.parse(line, (key, value: unknown) => {
    if (typeof value === 'string' && value.length > (longest.get(key)?.length ?? 0) && !/^[{[]/.test(value))
      longest.set(key, value);
    return value;
  });
  return longest;
}

/** A record with one of its texts made as long as that, in bytes, wherever it occurs. */
function lengthen(line: string, text: string, bytes: number, filler: Filler): string {
  const more = Math.ceil(bytes - Buffer.byteLength(text));
  if (more <= 0) return line;
  const isEncoded = text.length > 30 && !/\s/.test(text);
  const longer = isEncoded ? text + filler.encoded(more) : `${text}\n${filler.text(more)}`;
  return JSON.stringify(JSON.parse(line), (_, value: unknown) => (value === text ? longer : value));
}

/** A share between 0 and 1, spread evenly over the copies and different from line to line: multiples of the golden ratio. */
function shareOf(copy: number, at: number): number {
  return (copy * 0.618034 + at * 0.754878) % 1;
}

function sizeAt(distribution: Distribution, share: number): number {
  const above = distribution.findIndex(([most]) => most >= share);
  const [toShare, to] = distribution[above] ?? [1, 0];
  const [fromShare, from] = distribution[above - 1] ?? [toShare, to];
  if (toShare === fromShare) return to;
  return from * (to / from) ** ((share - fromShare) / (toShare - fromShare));
}
