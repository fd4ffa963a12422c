import type { JsonPath } from '../json/values.ts';
import { isGiven, isJsonObject, isStringList, type JsonObject } from '../json/values.ts';

/** Name under which `extensions` holds what an STD-001 file says and 3.1 has no field for. */
const FORMAT = 'std001';

/** What is written beside the fields of a session, call, annotation or sub-session while it is upgraded. */
export interface Margin {
  /** Keeps a value at its own path below `extensions.std001`; positions in lists become keys. */
  keep(path: JsonPath, value: unknown): void;
  /** Names fields whose values are inferred. */
  infer(...names: string[]): void;
  /** The fields `inferred` and `extensions`, where there is something to say. */
  fields(): { inferred?: string[]; extensions?: JsonObject };
}

/** Opens the margin of a thing that may have been upgraded before: what it holds already stays. */
export function openMargin(carrier: JsonObject): Margin {
  const names = new Set(isStringList(carrier.inferred) ? carrier.inferred : []);
  const others = isJsonObject(carrier.extensions) ? carrier.extensions : {};
  const before = Object.hasOwn(others, FORMAT) ? others[FORMAT] : undefined;
  const kept: JsonObject = isJsonObject(before) ? { ...before } : {};
  // Only objects made here may be written to; those of the input are copied first.
  const own = new Set<unknown>([kept]);

  const keep = (path: JsonPath, value: unknown): void => {
    let target = kept;
    for (const key of path.slice(0, -1)) target = enter(target, String(key), own);
    const last = String(path.at(-1));
    if (read(target, last) !== value) define(target, freeKey(target, last), value);
  };
  if (before !== undefined && !isJsonObject(before)) keep([FORMAT], before);
  if (isGiven(carrier.extensions) && !isJsonObject(carrier.extensions)) keep(['extensions'], carrier.extensions);
  if (isGiven(carrier.inferred) && !isStringList(carrier.inferred)) keep(['inferred'], carrier.inferred);

  return {
    keep,
    infer: (...more) => {
      for (const name of more) names.add(name);
    },
    fields: () => ({
      ...(names.size === 0 ? {} : { inferred: [...names] }),
      ...(Object.keys(kept).length === 0
        ? isJsonObject(carrier.extensions)
          ? { extensions: others }
          : {}
        : { extensions: { ...others, [FORMAT]: kept } }),
    }),
  };
}

function read(target: JsonObject, key: string): unknown {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

/** Not an assignment: a key `__proto__` must stay a key. */
function define(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The object under a key. Another value that stands there gives way to a free key. */
function enter(target: JsonObject, key: string, own: Set<unknown>): JsonObject {
  const there = read(target, key);
  if (isJsonObject(there) && own.has(there)) return there;
  const child: JsonObject = isJsonObject(there) ? { ...there } : {};
  if (there !== undefined && !isJsonObject(there)) define(target, freeKey(target, key), there);
  own.add(child);
  define(target, key, child);
  return child;
}

/** The key itself, or with a number where another value stands under it. */
function freeKey(target: JsonObject, key: string): string {
  if (!Object.hasOwn(target, key)) return key;
  let count = 2;
  while (Object.hasOwn(target, `${key}~${count}`)) count += 1;
  return `${key}~${count}`;
}
