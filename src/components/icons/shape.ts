/** A line of an icon: a path in its box, perhaps dashed, perhaps filled instead of stroked. */
export type Shape = string | { readonly d: string; readonly dash?: string; readonly filled?: true };

/** Draws a circle as a path, so that an icon is paths alone. */
export function circle(x: number, y: number, radius: number): string {
  return `M${x + radius} ${y}a${radius} ${radius} 0 1 1 ${-2 * radius} 0 ${radius} ${radius} 0 0 1 ${2 * radius} 0z`;
}
