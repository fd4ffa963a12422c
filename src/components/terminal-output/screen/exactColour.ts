import type { TerminalColour } from './textStyle.ts';

const steps = [0, 95, 135, 175, 215, 255] as const;

function cube(index: number): number {
  const step = (by: number): number => steps[Math.floor(index / by) % 6] ?? 0;
  return step(36) * 0x10000 + step(6) * 0x100 + step(1);
}

/** A colour of the 256 that a terminal numbers: 16 named ones, a cube of 216, 24 greys. Nothing for any other number. */
export function numberedColour(index: number): TerminalColour | undefined {
  if (!Number.isInteger(index) || index < 0 || index > 255) return undefined;
  if (index < 16) return { kind: 'named', index };
  if (index < 232) return { kind: 'exact', rgb: cube(index - 16) };
  return { kind: 'exact', rgb: (8 + (index - 232) * 10) * 0x010101 };
}

/** A colour given by its three parts, each 0 to 255. Nothing where one is out of range. */
export function trueColour(red: number, green: number, blue: number): TerminalColour | undefined {
  if (![red, green, blue].every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return undefined;
  return { kind: 'exact', rgb: red * 0x10000 + green * 0x100 + blue };
}
