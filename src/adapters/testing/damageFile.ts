/** Random numbers determined by a seed. */
export interface Random {
  /** A whole number from 0 to below `limit`; 0 where the limit is below 1. */
  below(limit: number): number;
  /** One of the items; throws if there are none. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a generator (mulberry32) that returns the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * Math.max(1, limit));
  return {
    below,
    pick(items) {
      const index = below(items.length);
      if (index >= items.length) throw new RangeError('Nothing to pick from.');
      return items[index] as (typeof items)[number];
    },
  };
}

/** JSON literals that replace other values: each breaks an assumption of a careless reader. */
const hostileLiterals: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '{"type":{}}',
  '{"__proto__":{"polluted":true},"constructor":1,"toString":null}',
  '-1',
  '0',
  '-0.5',
  '1e308',
  '1e400',
  '-1e400',
  '9007199254740993',
  '-62135596800001',
  '8640000000000001',
  '123456789012345678901234567890',
  '""',
  '"NaN"',
  '"-Infinity"',
  '"null"',
  '"__proto__"',
  '"constructor"',
  '"hasOwnProperty"',
  '"\\ud800"',
  '"a\\udc00b"',
  '"\\u0000\\u0007\\u001b[31m\\u202e"',
  '"../../../etc/passwd"',
  '"C:\\\\CON\\\\..\\\\x"',
  '"1969-12-31T23:59:59.999Z"',
  '"0000-00-00T00:00:00Z"',
  '"1999-02-30T25:61:61Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"-271821-04-20T00:00:00.000Z"',
  '"2038-01-19T03:14:08+99:99"',
  `"${'long '.repeat(5000)}"`,
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
];

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

/** Pieces that have a meaning in one of the formats, or in an encoding. */
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

/** Damages a file in one to four ways, chosen by the generator. */
export function damageFile(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = bytes;
  for (let count = random.below(4) + 1; count > 0; count -= 1) mutated = random.pick(mutations)(mutated, random);
  return mutated;
}

interface Slot {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

/**
 * Changes one value of a JSON text: to a hostile literal, or to another value of the same key, or removes it. A text that is not a JSON
 * object or list is returned unchanged.
 */
function mutateJson(text: string, random: Random): string {
  const value = parse(text);
  const slots = slotsOf(value);
  if (slots.length === 0) return text;
  const { holder, key } = random.pick(slots);
  const kind = random.below(8);
  if (kind === 0) remove(holder, key);
  else if (kind <= 2) set(holder, key, valueAt(random.pick(slots.filter((each) => each.key === key))));
  else if (kind === 3 && !Array.isArray(holder))
    set(holder, random.pick(['__proto__', 'type', 'id']), valueAt({ holder, key }));
  else return withLiteral(value, { holder, key }, random.pick(hostileLiterals));
  return JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every position in a value; walks without recursion, because mutated values may be deeply nested. */
function slotsOf(root: unknown): Slot[] {
  const slots: Slot[] = [];
  const open = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue;
    for (const key of Object.keys(holder)) {
      const slot = { holder: holder as Slot['holder'], key };
      slots.push(slot);
      const value = valueAt(slot);
      if (value !== null && value !== undefined) open.push(value);
    }
  }
  return slots;
}

function valueAt({ holder, key }: Slot): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

function set(holder: Slot['holder'], key: string, value: unknown): void {
  // Copied as text, so that no two positions share one value, and none contains itself.
  const copy: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  Object.defineProperty(holder, key, { value: copy, enumerable: true, configurable: true, writable: true });
}

function remove(holder: Slot['holder'], key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

/** Literals are inserted into the text itself: numbers beyond 2^53 would not survive as values, nor could deep ones be serialised. */
function withLiteral(root: unknown, { holder, key }: Slot, literal: string): string {
  const mark = '@@literal@@';
  set(holder, key, mark);
  return JSON.stringify(root).replace(`"${mark}"`, () => literal);
}
