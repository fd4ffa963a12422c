type Extensions = Record<string, unknown>;

/** Puts a format's own fields under its name, over what stands there. */
export function mergeExtensions(
  base: Extensions | undefined,
  format: string,
  more: Extensions | undefined,
): Extensions | undefined {
  if (more === undefined || Object.keys(more).length === 0) return base;
  const before = base?.[format];
  const own = typeof before === 'object' && before !== null ? before : {};
  return { ...base, [format]: { ...own, ...more } };
}
