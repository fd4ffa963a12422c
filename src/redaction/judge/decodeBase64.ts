/** Decodes Base64 or Base64url, padded or not, to one character per byte; `undefined` for any other text. */
export function decodeBase64(encoded: string): string | undefined {
  const digits = encoded
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  // Tested first, because throwing an error costs far more than this test.
  if (digits.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(digits)) return undefined;
  return atob(digits);
}
