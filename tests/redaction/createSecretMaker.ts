const digits = '0123456789';
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const small = capitals.toLowerCase();

/** Generates characters as in keys: the same ones for the same name, so that a failed test can be repeated. */
export interface SecretMaker {
  alphanumeric(length: number): string;
  letters(length: number): string;
  digits(length: number): string;
  hex(length: number): string;
  base32(length: number): string;
  base36(length: number): string;
  base64(length: number): string;
  base64Url(length: number): string;
  uuid(): string;
  jwtHeader(): string;
  /** Base64url of a number with this many digits, as in a Discord token. */
  base64OfDigits(length: number): string;
  pem(label: string, lines: number): string;
  base64OfPem(label: string): string;
}

export function createSecretMaker(name: string): SecretMaker {
  const random = generator(hashOf(name));
  const draw =
    (alphabet: string) =>
    (length: number): string =>
      Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const hex = draw(`${digits}abcdef`);
  // A separator at either end may not be part of the token, here as in real texts.
  const inside = (alphabet: string) => (length: number) =>
    `${draw(capitals)(1)}${draw(alphabet)(length - 2)}${draw(small)(1)}`;
  const base64 = inside(`${capitals}${small}${digits}+/`);
  const pem = (label: string, lines: number): string =>
    [
      `-----BEGIN ${label}-----`,
      ...Array.from({ length: lines }, () => base64(64)),
      base64(40),
      `-----END ${label}-----`,
    ].join('\n');
  return {
    alphanumeric: draw(`${capitals}${small}${digits}`),
    letters: draw(`${capitals}${small}`),
    digits: (length) => `${draw('123456789')(1)}${draw(digits)(length - 1)}`,
    hex,
    base32: draw(`${capitals}234567`),
    base36: draw(`${small}${digits}`),
    base64,
    base64Url: inside(`${capitals}${small}${digits}-_`),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    jwtHeader: () => btoa('{"alg":"HS256","typ":"JWT"}').replace(/=+$/, ''),
    base64OfDigits: (length) => btoa(`1${draw(digits)(length - 1)}`).replace(/=+$/, ''),
    pem,
    base64OfPem: (label) => btoa(pem(label, 12)),
  };
}

/** Numbers in [0, 1), by mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashOf(name: string): number {
  return Array.from(name).reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5);
}
