import type { Random } from './createRandom.ts';
import { mutateJson } from './mutateJson.ts';

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

const byLines =
  (change: (lines: string[], at: number, random: Random) => void): Mutation =>
  (bytes, random) => {
    const lines = new TextDecoder().decode(bytes).split('\n');
    change(lines, random.below(lines.length), random);
    return new TextEncoder().encode(lines.join('\n'));
  };

const changeValue = byLines((lines, at, random) => {
  // A file that is one document has no line that is one.
  const whole = lines.join('\n');
  const changed = mutateJson(whole, random);
  if (changed !== whole) lines.splice(0, lines.length, changed);
  else lines[at] = mutateJson(lines[at] ?? '', random);
});

const mutations: readonly Mutation[] = [
  changeValue,
  changeValue,
  changeValue,
  changeValue,
  byLines((lines, at) => void lines.splice(at, 1)),
  byLines((lines, at) => void lines.splice(at, 0, lines[at] ?? '')),
  byLines((lines, at, random) => void lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1))),
  byLines((lines, at) => void lines.splice(at, 2, lines.slice(at, at + 2).join(''))),
  byLines((lines, at, random) => {
    const line = lines[at] ?? '';
    const cut = random.below(line.length);
    lines.splice(at, 1, line.slice(0, cut), line.slice(cut));
  }),
  byLines((lines, at, random) => void lines.splice(at, random.below(lines.length - at))),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  changeBytes,
  insertBytes,
];

function changeBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = bytes.slice();
  for (let count = random.below(8) + 1; count > 0; count -= 1)
    changed[random.below(changed.length)] = random.below(256);
  return changed;
}

/** Pieces that stand for something in one of the formats, or in an encoding. */
const pieces = [
  '\r',
  '\r\n',
  '\n\n',
  '\0\0',
  '\ufeff',
  '\u2028',
  '"',
  '{',
  '}]',
  '\\',
  'codex\n',
  'exec\n',
  '--------\n',
];

function insertBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const piece = new TextEncoder().encode(random.pick(pieces));
  return Uint8Array.from([...bytes.subarray(0, at), ...piece, ...bytes.subarray(at)]);
}

/** Damages a file in one to four ways, as the generator says. */
export function mutateFile(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = bytes;
  for (let count = random.below(4) + 1; count > 0; count -= 1) mutated = random.pick(mutations)(mutated, random);
  return mutated;
}
