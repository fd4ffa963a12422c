import { redactionMarker } from '../../redaction/redactionMarker.ts';
import { isTime, mayHoldSecret, mayNameSecret } from './mayHoldSecret.ts';

/** Rule id in the marker of a text that waits for the rules to load. */
export const coverRule = 'unchecked';

const cover = redactionMarker(coverRule);

/** Fields that views branch on, whose values come from a fixed list. */
const structural =
  /^(?:type|kind|status|outcome|role|origin|action|mode|change|branch|relevance|usage_mode|tool_category|phase_type)$/;
const word = /^[A-Za-z_]{1,24}$/;
/** Fields whose value may be named by another field of the same object: `{"name": "PIN", "value": "…"}`. */
const valued = /value|text|content|data/i;
/** Usual names of fields, in the standard and in most tools. */
const plainName = /^[a-z]{1,19}(?:_[a-z]{1,19}){0,4}$/;

const deepest = 200;

/**
 * Covers every part of a text or JSON value that may hold a secret, because only the rules, once loaded, can tell whether it does. Returns
 * the same object if no part may.
 */
export function coverDoubtful<Value>(value: Value): Value {
  return coverValue(value, false, 0) as Value;
}

function coverValue(value: unknown, doubtful: boolean, depth: number): unknown {
  if (typeof value === 'string') return (doubtful && !isTime(value)) || mayHoldSecret(value) ? cover : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return cover;
  return Array.isArray(value) ? coverList(value, doubtful, depth) : coverFields(value, doubtful, depth);
}

const isDoubtfulText = (value: unknown): boolean => typeof value === 'string' && mayHoldSecret(value);

/** Neighbouring texts belong together, like the lines of a key or the parts of a command: if one is doubtful, all are covered. */
function coverList(list: readonly unknown[], doubtful: boolean, depth: number): readonly unknown[] {
  const texts = doubtful || list.some(isDoubtfulText);
  const covered = list.map((each) => coverValue(each, typeof each === 'string' ? texts : doubtful, depth + 1));
  return covered.some((each, at) => each !== list[at]) ? covered : list;
}

/** A field's name tells about its value, and a field that holds a name tells about the value beside it. */
function coverFields(fields: object, doubtful: boolean, depth: number): object {
  const before = Object.entries(fields);
  const beside = before.some(([, each]) => typeof each === 'string' && (mayHoldSecret(each) || mayNameSecret(each)));
  const after = before.map(([name, each]): [string, unknown] => {
    if (typeof each === 'string' && structural.test(name) && word.test(each)) return [name, each];
    const named = doubtful || mayNameSecret(name) || (beside && typeof each === 'string' && valued.test(name));
    return [plainName.test(name) || !mayHoldSecret(name) ? name : cover, coverValue(each, named, depth + 1)];
  });
  const same = after.every(([name, each], at) => name === before[at]?.[0] && each === before[at]?.[1]);
  return same ? fields : Object.fromEntries(after);
}
