/** Three significant digits, in plain notation: `7.93`, `14.2`, `131`. */
function threeDigits(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(decimals);
}

/**
 * Writes a number in the largest of the units that it reaches, with three significant digits and a space: `7.93 M`.
 * A value that would round up to 1,000 of a unit is written in the next one.
 */
export function formatScaled(value: number, units: readonly string[]): string {
  let scaled = value;
  let unit = 0;
  while (unit < units.length - 1 && Number(threeDigits(scaled)) >= 1000) {
    scaled /= 1000;
    unit += 1;
  }
  return `${threeDigits(scaled)} ${units[unit] ?? ''}`;
}
