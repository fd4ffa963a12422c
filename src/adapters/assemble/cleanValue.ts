import type { Redactor } from '../../redaction/index.ts';
import { type Diagnostic, diagnose } from '../../session/index.ts';
import { mapStrings } from './mapStrings.ts';

/** How deep values are followed; deeper ones are replaced by a marker. */
const MAX_DEPTH = 100;

export interface Cleaner {
  /** Well-formed and masked. */
  text(text: string): string;
  /** The same for a text that the kit tells a second time (a title from a prompt): its masks are counted already. */
  copy(text: string): string;
  /**
   * A JSON value whose strings and keys are clean, names of fields telling about their values; deeper than 100 levels it
   * is cut off.
   */
  value(value: unknown): unknown;
}

export interface CleanerEvents {
  masked(rule: string, times: number): void;
  report(diagnostic: Diagnostic): void;
}

/** Makes what stands between the log and everything else: masks secrets and repairs what JSON cannot carry. */
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

/** Whether there is nothing to repair, as is nearly always so; tells of whole numbers that are not those of the log. */
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
