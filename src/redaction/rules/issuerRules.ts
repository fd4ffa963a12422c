import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { describeWords } from '../judge/readsLikeWords.ts';
import { type TokenForm, tokenRule } from '../match/tokenRule.ts';
import type { Anchor } from '../scan/anchor.ts';
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

/** Whether a body is random: digits and letters throughout, no dashes that join words. */
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

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Random letters and digits: names are never this long without a separator, nor do they have a digit this early. */
const drawn = /(?=[A-Za-z_-]{0,24}\d)[A-Za-z0-9]{20,200}/;
const drawnUrl = /(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{24,400}/;

/** Issuers' token prefixes, and the pattern of what follows. */
const shapes: readonly (readonly [Anchor, RegExp])[] = [
  // Clouds, hosts and databases.
  ['p8e-', /[A-Za-z0-9]{32}/],
  ['4b1d[A-Za-z0-9]', /[A-Za-z0-9]{37}/],
  ['AVNS_', /[A-Za-z0-9_-]{19}/],
  ['da2-[a-z0-9]', /[a-z0-9]{25}/],
  ['cflt', /[A-Za-z0-9+/]{60}/],
  ['mdb_sa_sk_', /[A-Za-z0-9_-]{40}/],
  ['xau_', drawn],
  ['AQVN[A-Za-z0-9_-]', /[A-Za-z0-9_-]{34,37}/],
  ['t1.[A-Za-z0-9_-]', /[A-Za-z0-9_-]{4,400}={0,2}\.[A-Za-z0-9_-]{86}={0,2}/],
  ['y[0-3]_[A-Za-z0-9_-]', /[A-Za-z0-9_-]{50,90}/],
  ['SWMTKN-1-', /[a-z0-9]{40,60}-[a-z0-9]{20,30}/],
  ['dnkey-', /[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}/],
  ['depot_', drawn],
  ['csb_v1_', drawnUrl],
  ['mem_[A-Za-z0-9]', /[A-Za-z0-9]{31,40}/],
  // Builds, code and packages.
  ['API-[A-Z0-9]', /(?=[A-Z]{0,20}\d)[A-Z0-9]{24,31}/],
  ['cio[A-Za-z0-9]', /(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{31}/],
  ['[ps]at.[A-Za-z0-9_-]', /[A-Za-z0-9_-]{21}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/],
  ['snyk_[us]', /at\.[A-Za-z0-9._-]{30,200}/],
  ['sktsec_', /[A-Za-z0-9_-]{40,100}/],
  ['dsp_[0-9a-f]', /[0-9a-f]{39}/],
  ['waka_', uuid],
  ['csn_[A-Za-z0-9]', drawn],
  ['chpt_', /[0-9a-f]{12,20}/],
  ['tr_[dsp]', /(?:ev|tg|rod)_[A-Za-z0-9]{16,40}/],
  ['signkey-', /(?:prod|test|branch)-[0-9a-f]{32,64}/],
  // Identity. A hardware key types its codes in letters that lie alike on all keyboards.
  ['cccccc', /[bcdefghijklnrtuv]{38}/],
  ['eyJ2ZXIiOi', /[A-Za-z0-9+/_-]{100,1200}={0,2}/],
  ['authress_', /[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/],
  ['scauth_', /[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/],
  ['[sx]c_[a-z0-9]', /[a-z0-9]{4,29}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/],
  ['ory_[a-z]', /[a-z]{1,3}_[A-Za-z0-9_.-]{20,200}/],
  ['secret-live-', /[A-Za-z0-9_-]{30,60}={0,2}/],
  ['secret-test-', /[A-Za-z0-9_-]{30,60}={0,2}/],
  ['v[1-4].local.', /[A-Za-z0-9_-]{60,4000}(?:\.[A-Za-z0-9_-]{1,400})?/],
  ['v[1-4].public.', /[A-Za-z0-9_-]{80,4000}(?:\.[A-Za-z0-9_-]{1,400})?/],
  ['Fe26.2[*]', /\d{0,2}\*[0-9a-f]{64}\*[A-Za-z0-9_-]{22}\*[A-Za-z0-9_-]{20,2000}/],
  ['SSWS ', /00[A-Za-z0-9_-]{40}/],
  // Payment, mail and chat.
  ['[sr]k_prod_', /[A-Za-z0-9]{16,255}/],
  ['sk_sandbox_', /[A-Za-z0-9]{16,255}/],
  ['A21AA[A-Za-z0-9_-]', /[A-Za-z0-9_-]{60,200}/],
  ['APP_USR-', /\d{10,20}-\d{6}-[0-9a-f]{32}-\d{4,14}/],
  ['TEST-[0-9]', /\d{9,19}-\d{6}-[0-9a-f]{32}-\d{4,14}/],
  ['KEY01[0-9A-F]', /[0-9A-F]{20,40}_[A-Za-z0-9]{16,40}/],
  ['amzn.mws.', uuid],
  ['os_v2_', /(?:app|org)_[a-z2-7]{60,130}/],
  ['vk1.a.', /[A-Za-z0-9_-]{60,300}/],
  ['tk_[a-z0-9]', /(?=[a-z]{0,24}\d)[a-z0-9]{28}/],
  ['sec-c-', /[A-Za-z0-9+/]{40,80}={0,2}/],
  ['pk_[0-9a-f]', /[0-9a-f]{33}/],
  ['pk_[0-9]', /\d{4,9}_[A-Z0-9]{32}/],
  ['test_[A-Za-z0-9]', /(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{29,40}/],
  // AI models and their tools.
  ['BSA[A-Za-z0-9_-]', /(?=[A-Za-z_-]{0,20}\d)[A-Za-z0-9_-]{24,30}/],
  ['flp_', drawn],
  ['tpuf_', drawn],
  ['esecret_', drawn],
  ['sk-let-', /[A-Za-z0-9]{40,140}={0,2}/],
  ['ms-[0-9a-f]', /[0-9a-f]{7}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/],
  ['ek_[0-9a-f]', /[0-9a-f]{31,60}/],
  // Monitoring.
  ['xa[ap]t-', uuid],
  ['cx[tu]p_', drawn],
  ['NRJS-', /[0-9a-f]{19}/],
  ['ph[sar]_', /(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{40,60}/],
  ['eyJrIjoi', /[A-Za-z0-9+/]{50,200}={0,2}/],
  ['sm_[aps]', /at_[A-Za-z0-9]{16,40}/],
];

/** Tokens of issuers that use a single format each. */
export const furtherIssuersRule = tokenRule({
  id: 'further-issuer-token',
  label:
    'Token of another issuer (Adobe, ClickHouse, Aiven, AppSync, Confluent, MongoDB, Xata, Yandex, Docker Swarm, Octopus Deploy, crates.io, Harness, Snyk, Socket, Trigger.dev, Inngest, Authress, Ory, Stytch, PASETO, PayPal, Mercado Pago, Telnyx, OneSignal, VK, ntfy, Klaviyo, Mollie, Brave, ModelScope, Axiom, Coralogix, PostHog)',
  shape: 'p8e-…, AVNS_…, SWMTKN-1-…, API-…, snyk_uat.…, v4.local.…, A21AA…, APP_USR-…',
  forms: shapes.map(([prefix, body]): TokenForm => ({ prefix, body, weak: true })),
});
