import { describeWords } from '../judge/describeWords.ts';
import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { alphanumerics, base64Url, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const shortest = 20;
const longestHead = 48;
const longest = 160;
const joiner = charSet('_-');
const prefix = /^(?:[A-Za-z][A-Za-z0-9]{0,15}(?:[_-][A-Za-z0-9]{1,12}){0,4})?$/;

// Tested first: two short words are a name.
const bodyHead = /(?:[A-Za-z0-9]{1,11}[_-]){0,2}[A-Za-z0-9]{12,40}/y;
// Publishable keys, which web pages show to everyone.
const isPublic = /(?:^|[_-])(?:pk|pub|public|publishable|anon|site|client_?id)[_-]/i;

/** `acme_live_…`: the words that most issuers put before a random part. */
const inPrefix: Clue['match'] = (text, at, after) => {
  const bodyStart = after - 1;
  bodyHead.lastIndex = bodyStart;
  if (!bodyHead.test(text) || !/\d/.test(text.slice(bodyStart, bodyHead.lastIndex))) return undefined;
  const start = runEnd(text, runStart(text, at, base64Url, 32), joiner, 8);
  if (!prefix.test(text.slice(start, at)) || inSet(alphanumerics, text.charCodeAt(start - 1))) return undefined;
  if (isPublic.test(text.slice(start, after))) return undefined;
  // Judged by its head, so that a text of nothing but prefixes takes linear time.
  const body = text.slice(bodyStart, runEnd(text, bodyStart, base64Url, longestHead));
  if (body.length < shortest || isMadeUp(body) || !isDrawn(body)) return undefined;
  return { start, end: runEnd(text, bodyStart + body.length, base64Url, longest) };
};

// The end of an article's URL.
const slug = /^(?:[a-z]{2,11}-){1,3}[0-9a-f]{8,16}$/;

/** Tells whether a body is random: digits and letters throughout, no dashes that join words. */
function isDrawn(body: string): boolean {
  if (slug.test(body)) return false;
  const { digits, seams, longest: longestWord } = describeWords(body);
  return longestWord >= 12 && digits >= 3 && seams >= body.length * 0.15 && looksRandom(body, shortest);
}

// After the name of an issuer.
const joined =
  'live test prod pat api key secret token auth access oat admin sk rk priv private svc bot deploy webhook signing refresh master root write sandbox service personal agent runner ingest v1 v2'.split(
    ' ',
  );
// Without an issuer's name.
const leading =
  'sk_ pat_ api_ secret_ token_ apikey_ live_ key_live_ sk- tok_ key_ auth_ priv_ cred_ tkn_ secret- token- pat-'.split(
    ' ',
  );

/** Tokens of issuers that the kit does not know, recognised by the words that nearly all of them use. */
export const unknownIssuerRule: SecretRule = {
  id: 'issued-token',
  label: 'Token of an issuer that the kit does not know',
  shape: 'acme_live_…, acme_pat_…, acme-api-…',
  evidence: 'context',
  clues: [
    ...joined.map((word) => ({ anchor: `[_-]${word}[_-][A-Za-z0-9]`, match: inPrefix })),
    ...leading.map((word) => ({
      anchor: `${word}[A-Za-z0-9]${word.length < 3 ? '[A-Za-z0-9]' : ''}`,
      match: (text: string, at: number, after: number) =>
        inSet(alphanumerics, text.charCodeAt(at - 1)) || inSet(joiner, text.charCodeAt(at - 1))
          ? undefined
          : inPrefix(text, at, after),
    })),
  ],
};
