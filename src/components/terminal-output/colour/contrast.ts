/** One part of a colour, 0 to 255, as light. */
function light(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of `0xRRGGBB` by WCAG 2, from 0 to 1. */
export function luminance(rgb: number): number {
  return 0.2126 * light((rgb >> 16) & 0xff) + 0.7152 * light((rgb >> 8) & 0xff) + 0.0722 * light(rgb & 0xff);
}

/** Contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: number, other: number): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
