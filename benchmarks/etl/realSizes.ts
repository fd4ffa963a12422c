import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cumulative distribution: that share of things is no larger than that size. `[share, size]`, both rising, from share 0 to 1. */
type Distribution = readonly (readonly [share: number, size: number])[];

/** Bytes of a record in real logs, by format: 14,677 records of Claude Code, 19,748 of rollouts. */
const recordBytes = {
  'claude-code': [
    [0, 80],
    [0.05, 403],
    [0.25, 845],
    [0.5, 1338],
    [0.75, 1978],
    [0.9, 4873],
    [0.95, 9648],
    [0.99, 32_427],
    [0.999, 108_635],
    [1, 1_046_940],
  ],
  'codex-rollout': [
    [0, 80],
    [0.1, 142],
    [0.25, 275],
    [0.5, 469],
    [0.75, 790],
    [0.9, 3349],
    [0.95, 6236],
    [0.99, 20_552],
    [0.999, 85_342],
    [1, 226_331],
  ],
} as const satisfies Record<string, Distribution>;

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

/** Gives records with a text the lengths of real logs; the order by length stays that of the sample. */
export function realRecords(format: keyof typeof recordBytes): Growth {
  const filler = createFiller();
  return (lines, copy) => {
    const texts = lines.map(longestText);
    // Records without a text count as the smallest.
    const order = lines.map((line, at) => ({ at, length: texts[at] === undefined ? 0 : line.length }));
    order.sort((a, b) => a.length - b.length);
    const ranks = new Map(order.map(({ at }, rank) => [at, rank]));
    return lines.map((line, at) => {
      const text = texts[at];
      if (text === undefined) return line;
      const size = sizeAt(recordBytes[format], ((ranks.get(at) ?? 0) + shareOf(copy, at)) / lines.length);
      return lengthen(line, text, size - Buffer.byteLength(line), filler);
    });
  };
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
  lines(count: number): string[];
}

function createFiller(): Filler {
  const project = join(import.meta.dirname, '../..');
  const files = globSync(['src/{components,replay,session}/**/*.{ts,tsx}', 'docs/**/*.md', 'README.zh-CN.md'], {
    cwd: project,
  });
  const all = files.sort().flatMap((file) => readFileSync(join(project, file), 'utf8').split('\n'));
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
    // Lines of real logs are twice as long as the kit's. They are indented, so that none looks like a line of the log format.
    lines: (count) => Array.from({ length: count }, () => `  ${line()}${line()}`),
  };
}

/** Fields whose text can be lengthened without changing the record's meaning. */
const textFields = new Set([
  ...['text', 'content', 'thinking', 'stdout', 'output', 'message', 'originalFile', 'prompt', 'result'],
  ...['encrypted_content', 'signature', 'base_instructions', 'instructions', 'aggregated_output'],
]);

/** The longest text of a record that can be lengthened; undefined where it has none. */
function longestText(line: string): string | undefined {
  let longest = '';
  JSON.parse(line, (key, value: unknown) => {
    if (typeof value === 'string' && textFields.has(key) && value.length > longest.length) longest = value;
    return value;
  });
  return longest === '' || longest.startsWith('{') ? undefined : longest;
}

/** A record lengthened by that many bytes in one of its texts, wherever that text occurs. */
function lengthen(line: string, text: string, bytes: number, filler: Filler): string {
  if (bytes <= 0) return line;
  const places = Math.max(1, line.split(JSON.stringify(text)).length - 1);
  const more = Math.ceil(bytes / places);
  // Encoded text has neither spaces nor lines, so it is padded with itself.
  const encoded = text.length > 30 && !/\s/.test(text);
  const longer = encoded ? text.padEnd(text.length + more, text) : `${text}\n${filler.text(more)}`;
  return JSON.stringify(JSON.parse(line), (key, value: unknown) =>
    textFields.has(key) && value === text ? longer : value,
  );
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
