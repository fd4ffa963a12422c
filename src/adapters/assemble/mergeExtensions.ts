type Extensions = Record<string, unknown>;

/** Puts a format's own fields under its name, over what stands there. */
export function mergeExtensions(
  base: Extensions | undefined,
  format: string,
  more: Extensions | undefined,
): Extensions | undefined {
  if (more === undefined || Object.keys(more).length === 0) return base;
  const before = base?.[format];
  return { ...base, [format]: typeof before === 'object' && before !== null ? { ...before, ...more } : more };
}
