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

/** Name in `extensions` for what an STD-001 file says and 3.1 has no field for. */
const FORMAT = 'std001';

/** Collects the leftovers and inferred fields of a session, call, annotation or sub-session. */
export interface Leftovers {
  /** Keeps a value at its own path below `extensions.std001`; list positions become keys. */
  keep(path: JsonPath, value: unknown): void;
  /** Marks fields whose values are inferred. */
  infer(...names: string[]): void;
  /** The fields `inferred` and `extensions`, if they have content. */
  fields(): { inferred?: string[]; extensions?: JsonObject };
}

/** Opens the leftovers of an object that may have been upgraded before; what it already holds is kept. */
export function openLeftovers(owner: JsonObject): Leftovers {
  const names = new Set(isStringList(owner.inferred) ? owner.inferred : []);
  const others = isJsonObject(owner.extensions) ? owner.extensions : {};
  const before = Object.hasOwn(others, FORMAT) ? others[FORMAT] : undefined;
  const kept: JsonObject = isJsonObject(before) ? { ...before } : {};
  // Only objects made here may be written to; objects of the input are copied first.
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

/** An object with more of its fields marked as inferred. */
export function withInferred(thing: JsonObject, ...names: string[]): JsonObject {
  const leftovers = openLeftovers(thing);
  leftovers.infer(...names);
  return { ...thing, ...leftovers.fields() };
}

export type Report = (diagnostic: Diagnostic) => void;

/** Reports on the fields of a session, call, annotation or sub-session, and keeps every value that is replaced. */
export interface FieldReader extends Leftovers {
  report: Report;
  /** Path of the object in the session. */
  at: JsonPath;
  /** A value that does not fit its field; `null` and `undefined` are not reported. */
  mismatch(path: JsonPath, value: unknown, expected: string): void;
  /** A value outside its enumeration, and its replacement. */
  replaced(path: JsonPath, value: unknown, by: string): void;
  /** A text that is no time. */
  unreadTime(path: JsonPath, value: string): void;
}

/** Opens an object at path `at` of the session; the paths of its fields begin there. */
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

/** Not a plain assignment, so that a key `__proto__` stays a key. */
function define(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The object under a key. If another value stands there, uses a free key instead. */
function enter(target: JsonObject, key: string, own: Set<unknown>): JsonObject {
  const there = read(target, key);
  if (isJsonObject(there) && own.has(there)) return there;
  const child: JsonObject = isJsonObject(there) ? { ...there } : {};
  if (there !== undefined && !isJsonObject(there)) define(target, freeKey(target, key), there);
  own.add(child);
  define(target, key, child);
  return child;
}

/** The key itself, or with a number appended if another value stands under it. */
function freeKey(target: JsonObject, key: string): string {
  if (!Object.hasOwn(target, key)) return key;
  let count = 2;
  while (Object.hasOwn(target, `${key}~${count}`)) count += 1;
  return `${key}~${count}`;
}
