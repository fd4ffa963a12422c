import { decodeBase64 } from '../judge/base64.ts';
import { base64Url, runEnd } from '../scan/charSet.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const longestHeader = 8192;
const shortestPart = 16;

const match: Clue['match'] = (text, at) => {
  if (!startsLoneToken(text, at)) return undefined;
  const header = runEnd(text, at, base64Url, longestHeader);
  if (text[header] !== '.' || !isJoseHeader(text.slice(at, header))) return undefined;
  const payload = runEnd(text, header + 1, base64Url, text.length);
  let end = payload;
  // A signature follows; an encrypted token has five parts.
  for (let part = 2; part < 5 && text[end] === '.'; part++) {
    const partEnd = runEnd(text, end + 1, base64Url, text.length);
    if (partEnd === end + 1 && part > 2) break;
    end = partEnd;
  }
  return end - header > shortestPart ? { start: at, end } : undefined;
};

/** Whether a Base64url text is a JSON object that names an algorithm or a type. */
function isJoseHeader(encoded: string): boolean {
  const header = decodeBase64(encoded) ?? '';
  return header.startsWith('{"') && /"(?:alg|typ)"\s{0,8}:/.test(header);
}

/** JSON Web Tokens of any issuer: sessions, Supabase keys, service accounts. */
export const jwtRule: SecretRule = {
  id: 'jwt',
  label: 'JSON Web Token (also Supabase keys)',
  shape: 'eyJ….eyJ….…',
  evidence: 'format',
  clues: [{ anchor: 'eyJ[A-Za-z0-9]', match }],
};
