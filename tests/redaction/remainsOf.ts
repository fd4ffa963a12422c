import type { SecretSample } from './secretSamples.ts';

/** The parts of a secret that are left in a text, ignoring terminal codes and escapes: its pieces of a dozen characters. */
export function remainsOf({ secret }: SecretSample, text: string): string[] {
  const size = Math.min(12, secret.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
  const plain = text.replace(/(?:\x1b|\\+u001b)\[[\d;]*m/g, '').replace(/\\+n|\s+\d*\t?|\+(?=\S)/g, '');
  const whole = secret.replace(/-----[A-Z ]+-----/g, '').replace(/\s+|\+/g, '');
  const pieces = Array.from({ length: Math.max(1, whole.length - size + 1) }, (_, at) => whole.slice(at, at + size));
  return pieces.filter((piece) => plain.includes(piece));
}
