import { isPlaceholder } from './isPlaceholder.ts';

/** Whether a value is a sentence in Base64, as in examples: words and blanks, and nothing else. */
export function encodesSentence(value: string): boolean {
  if (value.length < 16 || value.length > 400) return false;
  const decoded = decodeBase64(value);
  return decoded?.includes(' ') === true && sentence.test(decoded);
}

// Every word but the first has a blank before it, so that there is one way to match.
const sentence = /^[A-Za-z][\w,.!?'-]*(?: [A-Za-z][\w,.!?'-]*)* ?$/;

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

/** Whether a Base64 text decodes to `user:password`, as in HTTP basic authentication, with a password that is no placeholder. */
export function holdsCredentials(encoded: string): boolean {
  const decoded = decodeBase64(encoded);
  if (decoded === undefined) return false;
  const colon = decoded.indexOf(':');
  return (
    colon !== -1 &&
    decoded.length - colon > 3 &&
    /^[\x20-\x7e]+$/.test(decoded) &&
    !isPlaceholder(decoded.slice(colon + 1))
  );
}
