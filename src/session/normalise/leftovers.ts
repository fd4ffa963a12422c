import { type Diagnostic, diagnose, diagnoseMismatch } from '../diagnostics.ts';
import {
  describeValue,
  isGiven,
  isJsonObject,
  isStringList,
  type JsonObject,
  type JsonPath,
  toPointer,
} from '../json/values.ts';

/** Name under which `extensions` holds what an STD-001 file says and 3.1 has no field for. */
const FORMAT = 'std001';

/** What a session, call, annotation or sub-session says beside its fields: what is left over, and what is inferred. */
export interface Leftovers {
  /** Keeps a value at its own path below `extensions.std001`; positions in lists become keys. */
  keep(path: JsonPath, value: unknown): void;
  /** Names fields whose values are inferred. */
  infer(...names: string[]): void;
  /** The fields `inferred` and `extensions`, where there is something to say. */
  fields(): { inferred?: string[]; extensions?: JsonObject };
}

/** Opens the leftovers of a thing that may have been upgraded before: what it holds already stays. */
export function openLeftovers(owner: JsonObject): Leftovers {
  const names = new Set(isStringList(owner.inferred) ? owner.inferred : []);
  const others = isJsonObject(owner.extensions) ? owner.extensions : {};
  const before = Object.hasOwn(others, FORMAT) ? others[FORMAT] : undefined;
  const kept: JsonObject = isJsonObject(before) ? { ...before } : {};
  // Only objects made here may be written to; those of the input are copied first.
  let own: Set<unknown> | undefined;

  const keep = (path: JsonPath, value: unknown): void => {
    let target = kept;
    own ??= new Set([kept]);
    for (const key of path.slice(0, -1)) target = enter(target, String(key), own);
    const last = String(path.at(-1));
    if (read(target, last) !== value) define(target, freeKey(target, last), value);
  };
  if (before !== undefined && !isJsonObject(before)) keep([FORMAT], before);
  if (isGiven(owner.extensions) && !isJsonObject(owner.extensions)) keep(['extensions'], owner.extensions);
  if (isGiven(owner.inferred) && !isStringList(owner.inferred)) keep(['inferred'], owner.inferred);

  return {
    keep,
    infer: (...more) => {
      for (const name of more) names.add(name);
    },
    fields: () => ({
      ...(names.size === 0 ? {} : { inferred: [...names] }),
      ...(Object.keys(kept).length === 0
        ? isJsonObject(owner.extensions)
          ? { extensions: others }
          : {}
        : { extensions: { ...others, [FORMAT]: kept } }),
    }),
  };
}

/** A thing that names more of its fields as inferred. */
export function withInferred(thing: JsonObject, ...names: string[]): JsonObject {
  const leftovers = openLeftovers(thing);
  leftovers.infer(...names);
  return { ...thing, ...leftovers.fields() };
}

export type Report = (diagnostic: Diagnostic) => void;

/** Reports on the fields of a session, call, annotation or sub-session, and keeps every value that gives way to another. */
export interface FieldReader extends Leftovers {
  report: Report;
  /** Where the thing stands in the session. */
  at: JsonPath;
  /** A value that does not fit its field; `null` and nothing go without a word. */
  mismatch(path: JsonPath, value: unknown, expected: string): void;
  /** A value outside its enumeration, and the one that replaces it. */
  replaced(path: JsonPath, value: unknown, by: string): void;
  /** A text that is no time. */
  unreadTime(path: JsonPath, value: string): void;
}

/** Opens a thing that stands at `at` of the session; the paths of its fields begin there. */
export function openFieldReader(raw: JsonObject, at: JsonPath, report: Report): FieldReader {
  const leftovers = openLeftovers(raw);
  const pointerTo = (path: JsonPath): string => toPointer([...at, ...path]);
  const replace = (code: 'unknown-value' | 'invalid-time', path: JsonPath, value: unknown, expected: string): void => {
    leftovers.keep(path, value);
    report(diagnose(code, { at: { pointer: pointerTo(path) }, actual: describeValue(value), expected }));
  };
  return {
    ...leftovers,
    report,
    at,
    mismatch: (path, value, expected) => {
      if (!isGiven(value)) return;
      leftovers.keep(path, value);
      report(diagnoseMismatch(pointerTo(path), describeValue(value), expected));
    },
    replaced: (path, value, by) => replace('unknown-value', path, value, by),
    unreadTime: (path, value) => replace('invalid-time', path, value, 'ISO 8601'),
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
