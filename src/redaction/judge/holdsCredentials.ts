import { decodeBase64 } from './decodeBase64.ts';
import { isPlaceholder } from './isPlaceholder.ts';

/** Tells whether a Base64 text decodes to `user:password`, as in HTTP basic authentication, with a password that is no placeholder. */
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
