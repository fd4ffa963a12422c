/** A JSON object of unknown content. */
export type JsonObject = { [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none where the value is no list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** What `objectsOf` leaves out, under a name; nothing where it takes all. */
export function othersOf(name: string, value: unknown): JsonObject {
  if (!Array.isArray(value)) return isGiven(value) ? { [name]: value } : {};
  const others = value.filter((each) => !isJsonObject(each) && each !== null);
  return others.length === 0 ? {} : { [name]: others };
}

export function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The value as a string that says something; undefined otherwise. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Whether there is a value: `null` says no more than nothing. */
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
