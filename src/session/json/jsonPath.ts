/** Keys and positions from the root of a JSON value down to a place in it. */
export type JsonPath = readonly (string | number)[];

/** The place as a JSON Pointer (RFC 6901). */
export function toPointer(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
