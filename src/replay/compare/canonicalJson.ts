/** What lies deeper counts as alike: no tool asks for so much, and a log may nest without end. */
const deepest = 40;

/**
 * A value of a log as text that is equal for equal values: keys sorted, line ends alike, the session's folder left out of
 * every text.
 */
export function canonicalJson(value: unknown, cwd: string | undefined, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(comparableText(value, cwd));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === deepest) return '\u2026';
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each, cwd, depth + 1)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each, cwd, depth + 1)}`).join(',')}}`;
}

/** A text without what differs between two checkouts and two systems: the folder, line ends, space around it. */
export function comparableText(text: string, cwd: string | undefined): string {
  const plain = text.replaceAll('\r\n', '\n').trim();
  return cwd === undefined || cwd.length < 2 ? plain : plain.replaceAll(`${cwd}/`, '').replaceAll(cwd, '.');
}
