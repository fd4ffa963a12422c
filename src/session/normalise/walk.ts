import * as z from 'zod';
import {
  filledText,
  isCount,
  isGiven,
  isJsonObject,
  isSize,
  isStringList,
  type JsonObject,
  type JsonPath,
} from '../json/values.ts';
import { isoTime } from '../schema/std001v30.ts';
import { toIso, toMillis } from '../toMillis.ts';
import { type FieldReader, openLeftovers } from './leftovers.ts';
import { nearestValue } from './synonyms.ts';

/** Rules by which a session, call, annotation, phase or sub-session gets every field that its schema requires. */
export interface Table<Context> {
  schema: z.ZodObject;
  rules: Rules<Context>;
  /** Fields that are written after those of the file, wherever they stand there. */
  last?: readonly string[];
  /** Order in which missing fields are written; names every field that has a rule. @default the schema's */
  order?: readonly string[];
}

/** The rules of an object's fields, in the order in which they are applied. */
export type Rules<Context> = Readonly<Record<string, Rule<Context>>>;

/**
 * What the schema does not say about a field. The schema decides its type and whether it is required: a value of another type is replaced
 * by the inferred one, a word outside an enumeration by the nearest value.
 */
export interface Rule<Context> {
  /** Converts another form of the field, as found in files, to the schema's form. */
  read?: (value: unknown, scope: Scope<Context>) => unknown;
  /**
   * The value where none fits; the field is then marked as inferred. Without this rule, a value that does not fit is left to the schema.
   */
  infer?: string | ((scope: Scope<Context>) => unknown);
  /** For an object, or a list of objects: the rules of its fields. Fields that the schema does not know go to the leftovers. */
  fields?: Rules<Context>;
  /** The field that a plain string in place of the object stands for. */
  text?: string;
  /** Name of a list entry in diagnostics: `a decision`. */
  entry?: string;
  /** Normalises a list as a whole rather than entry by entry. */
  list?: (entries: readonly unknown[], scope: Scope<Context>) => JsonObject[] | undefined;
}

/** The context of a rule, besides the value of its field. */
export interface Scope<Context> {
  context: Context;
  reader: FieldReader;
  /** Path from the session, call, annotation or sub-session that holds the field. */
  path: JsonPath;
  /** The object that holds the field, as in the file. */
  raw: JsonObject;
  /** The session, call, annotation or sub-session, with the fields normalised so far. */
  owner: JsonObject;
  /** Position of the object in its list. */
  index: number;
}

/** A field with a rule, and what the schema says about it. */
interface Field<Context> {
  name: string;
  rule: Rule<Context>;
  isOptional: boolean;
  type: unknown;
  /** Schema of a field that holds no object. */
  check: Check | undefined;
  /** Schema of the object that it holds, directly or in a list. */
  inner: z.ZodObject | undefined;
  /** The fields of that object that have rules. */
  innerFields: readonly Field<Context>[];
}

/** Plan of a table, computed once because a session has thousands of calls. */
interface Plan<Context> {
  fields: readonly Field<Context>[];
  /** The names of the fields, in the order in which they are written. */
  written: readonly string[];
}

const plans = new WeakMap<object, unknown>();

function planOf<Context>(table: Table<Context>): Plan<Context> {
  const known = plans.get(table) as Plan<Context> | undefined;
  if (known !== undefined) return known;
  const { schema, rules, order = Object.keys(schema.shape) } = table;
  const plan = { fields: fieldsOf(schema, rules), written: order.filter((name) => Object.hasOwn(rules, name)) };
  plans.set(table, plan);
  return plan;
}

function fieldsOf<Context>({ shape }: z.ZodObject, rules: Rules<Context>): readonly Field<Context>[] {
  return Object.entries(rules).map(([name, rule]): Field<Context> => {
    const field: unknown = shape[name];
    const isOptional = field instanceof z.ZodOptional;
    const type: unknown = isOptional ? field.unwrap() : field;
    const element: unknown = type instanceof z.ZodArray ? type.element : type;
    const inner = element instanceof z.ZodObject ? element : undefined;
    const innerFields = inner === undefined ? [] : fieldsOf(inner, rule.fields ?? {});
    return { name, rule, isOptional, type, check: checkOf(type), inner, innerFields };
  });
}

/**
 * Gives an object the fields that its schema requires. Values that do not fit are reported and kept as leftovers; fields without a rule
 * stay as they are.
 */
export function normalise<Context>(
  thing: JsonObject,
  table: Table<Context>,
  position: Pick<Scope<Context>, 'context' | 'reader' | 'index'>,
): JsonObject {
  const raw = withoutNotes(thing);
  const plan = planOf(table);
  const owner: JsonObject = {};
  const holder = { ...position, raw, owner, path: [] };
  for (const field of plan.fields) owner[field.name] = walkField(field, holder);
  const fields = { ...raw };
  for (const name of table.last ?? []) delete fields[name];
  for (const name of plan.written) write(fields, name, owner[name]);
  return fields;
}

/** An object without the kit's own notes about it, which a field reader holds. */
function withoutNotes(thing: JsonObject): JsonObject {
  if (!Object.hasOwn(thing, 'extensions') && !Object.hasOwn(thing, 'inferred')) return thing;
  const { extensions: _, inferred: __, ...fields } = thing;
  return fields;
}

/** Writes a field in its place; removes it if it has no value. */
function write(fields: JsonObject, name: string, value: unknown): void {
  if (value !== undefined) fields[name] = value;
  else if (Object.hasOwn(fields, name)) delete fields[name];
}

function walkObject<Context>(raw: JsonObject, { innerFields }: Field<Context>, scope: Scope<Context>): JsonObject {
  const fields = { ...raw };
  const holder = { ...scope, raw };
  for (const field of innerFields) write(fields, field.name, walkField(field, holder));
  return fields;
}

/** The value of a field; `holder` is the scope of the object that holds it. */
function walkField<Context>(field: Field<Context>, holder: Scope<Context>): unknown {
  const { name, rule, isOptional, type, check, inner } = field;
  const given = holder.raw[name];
  const isAbsent = isOptional && given === undefined;
  if (rule.read === undefined && (isAbsent || check?.fits(given))) return given;
  const { context, reader, raw: object, owner, index } = holder;
  const scope = { context, reader, path: [...holder.path, name], raw: object, owner, index };
  const value = rule.read === undefined ? given : rule.read(given, scope);
  const isList = type instanceof z.ZodArray && (rule.list ?? rule.fields) !== undefined;
  if (isList) return walkList(value, field, scope);
  if (inner !== undefined) {
    const raw = objectFrom(value, rule);
    // An optional object that is none is left to the schema.
    if (raw === undefined && isOptional) return value;
    if (raw === undefined) scope.reader.mismatch(scope.path, value, 'an object');
    return walkObject(raw ?? {}, field, scope);
  }
  if (type instanceof z.ZodEnum) return walkEnumeration(type, value, rule, scope);
  if (type === isoTime) return readTime(value, scope) ?? inferred(rule, scope);
  if (rule.infer === undefined || check === undefined || check.fits(value)) return value;
  scope.reader.mismatch(scope.path, value, check.expected);
  return inferred(rule, scope);
}

function walkList<Context>(value: unknown, field: Field<Context>, scope: Scope<Context>): JsonObject[] | undefined {
  const { rule, isOptional, inner } = field;
  const { path, reader } = scope;
  if (!Array.isArray(value)) {
    reader.mismatch(path, value, 'an array');
    return isOptional ? undefined : [];
  }
  if (rule.list !== undefined) return rule.list(value, scope);
  return value.flatMap((entry: unknown, index): JsonObject[] => {
    const at = [...path, index];
    const raw = objectFrom(entry, rule);
    if (raw !== undefined && inner !== undefined) {
      const fields = walkObject(raw, field, { ...scope, path: at, index });
      return [withoutMismatches(inner, fields, at, reader)];
    }
    reader.mismatch(at, entry, rule.entry ?? 'an object');
    return [];
  });
}

/** The object that a value is or, as a plain string, stands for. */
function objectFrom<Context>(value: unknown, { text }: Rule<Context>): JsonObject | undefined {
  if (typeof value === 'string' && text !== undefined) return { [text]: value };
  return isJsonObject(value) ? value : undefined;
}

/** A list entry without optional fields that do not fit: if the schema removed them later, it would remove the whole list. */
function withoutMismatches(schema: z.ZodObject, fields: JsonObject, path: JsonPath, reader: FieldReader): JsonObject {
  const { error } = schema.safeParse(fields);
  if (error === undefined) return fields;
  const expected = new Map(error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  const kept = Object.entries(fields).filter(([name, value]) => {
    const message = expected.get(name);
    if (message !== undefined) reader.mismatch([...path, name], value, message);
    return message === undefined;
  });
  return Object.fromEntries(kept);
}

function walkEnumeration<Context>(
  schema: z.ZodEnum,
  value: unknown,
  rule: Rule<Context>,
  scope: Scope<Context>,
): unknown {
  const near = typeof value === 'string' ? nearestValue(schema, value) : undefined;
  if (near === undefined ? rule.infer === undefined : near === value) return value;
  const chosen = near ?? inferredValue(rule, scope);
  if (typeof value === 'string') scope.reader.replaced(scope.path, value, String(chosen));
  else scope.reader.mismatch(scope.path, value, 'a string');
  if (rule.infer !== undefined) scope.reader.infer(scope.path.join('.'));
  return chosen;
}

function inferred<Context>(rule: Rule<Context>, scope: Scope<Context>): unknown {
  if (rule.infer === undefined) return undefined;
  scope.reader.infer(scope.path.join('.'));
  return inferredValue(rule, scope);
}

function inferredValue<Context>({ infer }: Rule<Context>, scope: Scope<Context>): unknown {
  return typeof infer === 'function' ? infer(scope) : infer;
}

/** Whether a value has the type of a field, and the name of that type for diagnostics. */
interface Check {
  fits: (value: unknown) => boolean;
  expected: string;
}

/** Follows the schema, except that a blank text counts as empty where a field must not be empty. */
function checkOf(type: unknown): Check | undefined {
  if (type === isoTime)
    return { fits: (value) => typeof value === 'string' && toMillis(value) !== undefined, expected: 'ISO 8601' };
  if (type instanceof z.ZodString && type.minLength !== null)
    return { fits: (value) => filledText(value) !== undefined, expected: 'a string that is not empty' };
  if (type instanceof z.ZodString) return { fits: (value) => typeof value === 'string', expected: 'a string' };
  if (type instanceof z.ZodEnum)
    return { fits: (value) => type.options.some((option) => option === value), expected: 'a string' };
  if (type instanceof z.ZodNumber && type.isInt) return { fits: isCount, expected: 'a whole number, 0 or more' };
  if (type instanceof z.ZodNumber) return { fits: isSize, expected: 'a number, 0 or more' };
  const isStrings = type instanceof z.ZodArray && type.element instanceof z.ZodString;
  return isStrings ? { fits: isStringList, expected: 'an array of strings' } : undefined;
}

/** Smaller numbers are seconds since 1970; as milliseconds they would lie in its first months. */
const FIRST_MILLISECONDS = 1e11;

/** Parses a time given as ISO 8601, or as seconds or milliseconds since 1970, to milliseconds; undefined for anything else. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === 'string') return toMillis(value);
  if (typeof value !== 'number') return undefined;
  return toMillis(Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value);
}

/** An optional time in the kit's form; one that is a number or unreadable goes to the leftovers. */
function readTime<Context>(value: unknown, { path, reader }: Scope<Context>): string | undefined {
  if (value === '') return undefined;
  const ms = momentOf(value);
  if (typeof value === 'string') {
    if (ms === undefined) reader.unreadTime(path, value);
    return ms === undefined ? undefined : value;
  }
  reader.mismatch(path, value, 'an ISO 8601 time');
  return ms === undefined ? undefined : toIso(ms);
}

/** An object without fields that the schema does not know, also in nested objects with rules; they go to the leftovers. */
export function withoutUnknownFields<Context>(thing: JsonObject, table: Table<Context>): JsonObject {
  const leftovers = openLeftovers(thing);
  const known = onlyKnown(withoutNotes(thing), table.schema, planOf(table).fields, [], leftovers.keep);
  return known === thing ? thing : Object.assign(known, leftovers.fields());
}

/** The known fields of a value; the value itself where it has no others. */
function onlyKnown<Context>(
  value: JsonObject,
  { shape }: z.ZodObject,
  fields: readonly Field<Context>[],
  path: JsonPath,
  keep: (path: JsonPath, value: unknown) => void,
): JsonObject {
  let known = value;
  const names = Object.keys(value);
  if (!names.every((name) => Object.hasOwn(shape, name))) {
    known = {};
    for (const name of names) {
      if (Object.hasOwn(shape, name)) known[name] = value[name];
      else if (isGiven(value[name])) keep([...path, name], value[name]);
    }
  }
  for (const { name, inner, innerFields, rule } of fields) {
    const held = known[name];
    if (rule.fields === undefined || inner === undefined || held === undefined) continue;
    const at = [...path, name];
    const sift = (each: unknown, path: JsonPath) =>
      isJsonObject(each) ? onlyKnown(each, inner, innerFields, path, keep) : each;
    const sifted = Array.isArray(held) ? siftList(held, at, sift) : sift(held, at);
    if (sifted === held) continue;
    if (known === value) known = { ...value };
    known[name] = sifted;
  }
  return known;
}

/** A list with each entry sifted; the list itself where no entry changes. */
function siftList(list: unknown[], path: JsonPath, sift: (each: unknown, path: JsonPath) => unknown): unknown[] {
  const sifted = list.map((each, index) => sift(each, [...path, index]));
  return sifted.some((each, index) => each !== list[index]) ? sifted : list;
}

/** An id for an object that has none, by its position in its list: `dec-001`. */
export function numberedId(kind: string, index: number): string {
  return `${kind}-${String(index + 1).padStart(3, '0')}`;
}
