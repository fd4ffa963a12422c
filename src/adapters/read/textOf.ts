/**
 * A JSON value as text: what is no text or number as its JSON. `String` is not for logs: it throws where an object has a
 * `toString` of its own, as any log may hold one.
 */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
