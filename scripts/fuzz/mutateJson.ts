import type { Random } from './createRandom.ts';
import { hostileLiterals } from './hostileValues.ts';

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

/**
 * Changes one value of a JSON text: to a hostile literal, to another value of the same key, or away. A text that is not a
 * JSON object or list stays as it is.
 */
export function mutateJson(text: string, random: Random): string {
  const value = parse(text);
  const places = placesOf(value);
  if (places.length === 0) return text;
  const { holder, key } = random.pick(places);
  const kind = random.below(8);
  if (kind === 0) remove(holder, key);
  else if (kind <= 2) set(holder, key, valueAt(random.pick(places.filter((each) => each.key === key))));
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

/** Every place of a value; walks without recursion, since mutated values may be nested deeply. */
function placesOf(root: unknown): Place[] {
  const places: Place[] = [];
  const open = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue;
    for (const key of Object.keys(holder)) {
      const place = { holder: holder as Place['holder'], key };
      places.push(place);
      const value = valueAt(place);
      if (value !== null && value !== undefined) open.push(value);
    }
  }
  return places;
}

function valueAt({ holder, key }: Place): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

function set(holder: Place['holder'], key: string, value: unknown): void {
  // By text, so that no two places share one value, nor one holds itself.
  const copy: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  Object.defineProperty(holder, key, { value: copy, enumerable: true, configurable: true, writable: true });
}

function remove(holder: Place['holder'], key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

/** Literals go into the text itself: numbers beyond 2^53 would not survive as values, nor would deep ones be written. */
function withLiteral(root: unknown, { holder, key }: Place, literal: string): string {
  const mark = '@@literal@@';
  set(holder, key, mark);
  return JSON.stringify(root).replace(`"${mark}"`, () => literal);
}
