/** A JSON object of unknown content. */
export type JsonObject = { [key: string]: unknown };

type Fields = Readonly<JsonObject>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; empty where the value is no list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The elements that `objectsOf` leaves out, under a name; empty where it takes all. */
export function othersOf(name: string, value: unknown): JsonObject {
  if (!Array.isArray(value)) return isGiven(value) ? { [name]: value } : {};
  const others = value.filter((each) => !isJsonObject(each) && each !== null);
  return others.length === 0 ? {} : { [name]: others };
}

export function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The value if it is a string that is not blank; undefined otherwise. */
export function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The value as a text; undefined where it is none. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value as a finite number; undefined where it is none. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value as an object; undefined where it is none. */
export function asObject(value: unknown): Fields | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The fields of an object; none where the value is no object. */
export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

/** The value as a list; empty where it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The same for a field of a record by its name. A field whose type is not the requested one counts as absent. */
export const field = {
  text: (record: Fields, key: string): string | undefined => asText(record[key]),
  filledText: (record: Fields, key: string): string | undefined => filledText(record[key]),
  number: (record: Fields, key: string): number | undefined => asNumber(record[key]),
  flag(record: Fields, key: string): boolean | undefined {
    const value = record[key];
    return typeof value === 'boolean' ? value : undefined;
  },
  object: (record: Fields, key: string): Fields | undefined => asObject(record[key]),
  list: (record: Fields, key: string): readonly unknown[] => asList(record[key]),
  /** The objects of a list; other elements are skipped. */
  objects: (record: Fields, key: string): readonly Fields[] => objectsOf(record[key]),
  /** The texts of a list that are not blank; other elements are skipped. */
  filledTexts: (record: Fields, key: string): readonly string[] =>
    asList(record[key]).flatMap((each) => filledText(each) ?? []),
};

/** Whether a value is present; `null` counts as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a value says anything at all. */
export function isFilled(value: unknown): boolean {
  return isGiven(value) && value !== '';
}

/** The fields that have a value. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
}

/** Whether a value is a number, 0 or more. */
export function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Whether a value is a whole number, 0 or more. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && isSize(value);
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** Longer strings are described by their length only, because they may contain anything. */
const MAX_QUOTED = 40;

/** A JSON value in a few words, for the `actual` of a diagnostic. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    return value.length <= MAX_QUOTED ? JSON.stringify(value) : `a string of ${value.length} characters`;
  }
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}

/** Keys and positions from the root of a JSON value down to a place in it. */
export type JsonPath = readonly (string | number)[];

/** The place as a JSON Pointer (RFC 6901). */
export function toPointer(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
