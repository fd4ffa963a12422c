const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text as the scanners take it. */
export function toBytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A part of what a scanner was given, as text. */
export function textOf(codes: Uint8Array, start: number, end: number): string {
  return decoder.decode(codes.subarray(start, end));
}
