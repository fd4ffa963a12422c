import type { Redactor } from '../../redaction/index.ts';
import { type Diagnostic, diagnose } from '../../session/index.ts';

/** Maximum depth of values; deeper ones are replaced by a marker. */
const MAX_DEPTH = 100;

export interface Cleaner {
  /** Well-formed and masked. */
  text(text: string): string;
  /** The same for a text that the kit repeats (a title taken from a prompt), whose masks are already counted. */
  copy(text: string): string;
  /** A JSON value whose strings and keys are clean, with field names used to judge their values; cut off below 100 levels. */
  value(value: unknown): unknown;
}

interface CleanerEvents {
  masked(rule: string, times: number): void;
  report(diagnostic: Diagnostic): void;
}

/** Creates the filter that every text of a log passes: masks secrets, and repairs what JSON cannot represent. */
export function createCleaner(redactor: Redactor | undefined, events: CleanerEvents): Cleaner {
  const sound = (raw: string): string => {
    if (raw.isWellFormed()) return raw;
    events.report(diagnose('lone-surrogate'));
    return raw.toWellFormed();
  };
  const options = {
    text: sound,
    key: sound,
    maxDepth: MAX_DEPTH,
    tooDeep: () => {
      events.report(diagnose('nesting-too-deep'));
      return '[nested too deep]';
    },
  };
  const text = (raw: string): string => redactor?.mask(sound(raw), events.masked) ?? sound(raw);
  const value = (raw: unknown): unknown => {
    let rounded = false;
    const noteRounded = (): void => {
      rounded = true;
    };
    const whole = isClean(raw, 0, noteRounded) ? raw : mapStrings(raw, options);
    if (rounded) events.report(diagnose('number-rounded'));
    return redactor === undefined ? whole : redactor.maskJson(whole, events.masked);
  };
  const copy = (raw: string): string => redactor?.mask(raw.toWellFormed()) ?? raw.toWellFormed();
  return { text, copy, value };
}

/** Whether there is nothing to repair, which is nearly always so; reports whole numbers that lost precision. */
function isClean(value: unknown, depth: number, noteRounded: () => void): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) noteRounded();
    return true;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((each) => isClean(each, depth + 1, noteRounded));
  const object = value as Readonly<Record<string, unknown>>;
  for (const key in object) if (!key.isWellFormed() || !isClean(object[key], depth + 1, noteRounded)) return false;
  return true;
}

/** How to copy a value while changing its strings. */
interface MapStringsOptions {
  /** Returns the new text of a string; `pointer` returns its JSON Pointer. */
  text(text: string, pointer: () => string): string;
  /** Returns the new name of a key. Default: keys are kept. */
  key?(key: string): string;
  /** Replaces anything nested deeper than `maxDepth`. */
  tooDeep?(): unknown;
  maxDepth?: number;
}

/**
 * Copies a JSON value with changed strings. Unchanged parts are shared, so a value without changes is returned itself. A key named
 * `__proto__` stays a key.
 */
export function mapStrings(value: unknown, options: MapStringsOptions): unknown {
  const path: (string | number)[] = [];
  const pointer = (): string => path.map((step) => `/${escapePointer(String(step))}`).join('');

  const map = (each: unknown): unknown => {
    if (typeof each === 'string') return options.text(each, pointer);
    if (typeof each !== 'object' || each === null) return each;
    if (options.maxDepth !== undefined && path.length >= options.maxDepth) return options.tooDeep?.();
    return Array.isArray(each) ? mapArray(each) : mapObject(each as Record<string, unknown>);
  };

  const mapAt = (step: string | number, each: unknown): unknown => {
    path.push(step);
    const mapped = map(each);
    path.pop();
    return mapped;
  };

  const mapArray = (list: readonly unknown[]): readonly unknown[] => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const mapped = mapAt(index, list[index]);
      if (mapped === list[index]) continue;
      copy ??= [...list];
      copy[index] = mapped;
    }
    return copy ?? list;
  };

  const mapObject = (object: Record<string, unknown>): Record<string, unknown> => {
    let entries: [string, unknown][] | undefined;
    const keys = Object.keys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      const mapped = mapAt(key, object[key]);
      const name = options.key === undefined ? key : options.key(key);
      if (mapped !== object[key] || name !== key)
        entries ??= keys.slice(0, index).map((each) => [each, object[each]] as [string, unknown]);
      entries?.push([name, mapped]);
    }
    // fromEntries defines own properties, so that a key `__proto__` stays a key.
    return entries === undefined ? object : Object.fromEntries(entries);
  };

  return map(value);
}

function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
