/** Milliseconds between two ISO 8601 times; nothing where one is absent or is no time. */
export function elapsedMs(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const span = Date.parse(to) - Date.parse(from);
  return Number.isNaN(span) ? undefined : span;
}
