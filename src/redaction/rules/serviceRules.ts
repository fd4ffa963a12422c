import { contextRule } from '../match/contextRule.ts';
import { lookBackRule, tokenRule } from '../match/tokenRule.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

/** Tokens of other services, and of tools that keep secrets in files. */
export const serviceRules: readonly SecretRule[] = [
  tokenRule({
    id: 'sentry-token',
    label: 'Sentry auth token',
    shape: 'sntrys_…, sntryu_…',
    forms: [
      { prefix: 'sntrys_', body: /[A-Za-z0-9+/_-]{60,}(?:={1,2}_[A-Za-z0-9+/_-]{20,80})?/ },
      { prefix: 'sntryu_', body: /[0-9a-f]{64}/ },
    ],
  }),
  tokenRule({
    id: 'new-relic-key',
    label: 'New Relic user or ingest key',
    shape: 'NRAK-…, NRII-…',
    forms: [
      { prefix: 'NRAK-', body: /[A-Z0-9]{27}/ },
      { prefix: 'NR[AI][AIR]-', body: /[A-Za-z0-9_-]{32,48}/ },
    ],
  }),
  lookBackRule({
    id: 'nix-signing-key',
    label: 'Signing key of a Nix cache',
    shape: 'cache.acme.org-1:…==',
    anchor: '-[0-9]:[A-Za-z0-9+/]',
    before: [2, 80],
    beforeChars: 'A-Za-z0-9._-',
    after: /[A-Za-z0-9+/]{85}==/,
  }),
  lookBackRule({
    id: 'new-relic-licence',
    label: 'New Relic licence key',
    shape: '…NRAL',
    anchor: 'NRAL',
    before: 36,
    beforeChars: '0-9a-zA-Z',
    after: /(?:)/,
  }),
  lookBackRule({
    id: 'maxmind-licence',
    label: 'MaxMind licence key',
    shape: '…_…_mmk',
    anchor: '_mmk',
    before: 36,
    beforeChars: '0-9A-Za-z_',
    after: /(?:)/,
  }),
  tokenRule({
    id: 'grafana-token',
    label: 'Grafana service account or cloud token',
    shape: 'glsa_…, glc_…',
    forms: [
      { prefix: 'glsa_', body: /[A-Za-z0-9]{32}_[0-9a-f]{8}/ },
      { prefix: 'glc_', body: /[A-Za-z0-9+/]{32,400}={0,2}/ },
    ],
  }),
  tokenRule({
    id: 'notion-token',
    label: 'Notion token',
    shape: 'ntn_…, secret_…',
    forms: [
      { prefix: 'ntn_', body: /[A-Za-z0-9]{40,50}/ },
      { prefix: 'secret_', body: /[A-Za-z0-9]{43}/ },
    ],
  }),
  tokenRule({
    id: 'linear-token',
    label: 'Linear API key or OAuth token',
    shape: 'lin_api_…, lin_oauth_…',
    forms: [
      { prefix: 'lin_api_', body: /[A-Za-z0-9]{32,64}/ },
      { prefix: 'lin_oauth_', body: /[0-9a-f]{64}/ },
    ],
  }),
  tokenRule({
    id: 'figma-token',
    label: 'Figma token',
    shape: 'figd_…',
    forms: [{ prefix: 'fig[doru]_', body: /[A-Za-z0-9_-]{38,60}/ }],
  }),
  tokenRule({
    id: 'postman-api-key',
    label: 'Postman API key',
    shape: 'PMAK-…',
    forms: [{ prefix: 'PMAK-', body: /[0-9a-f]{24}-[0-9a-f]{34}/ }],
  }),
  tokenRule({
    id: 'hubspot-token',
    label: 'HubSpot private app token',
    shape: 'pat-na1-…',
    forms: [{ prefix: 'pat-[ne][au][0-9]-', body: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/ }],
  }),
  tokenRule({
    id: 'monitoring-token',
    label: 'Token of Dynatrace, PostHog or LaunchDarkly',
    shape: 'dt0c01.….…, phx_…, sdk-…',
    forms: [
      { prefix: 'dt0[a-z][0-9][0-9].', body: /[A-Z0-9]{24}\.[A-Z0-9]{64}/ },
      { prefix: 'phx_', body: /[A-Za-z0-9]{40,60}/ },
      { prefix: 'sdk-', body: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'content-service-token',
    label: 'Token of Contentful, Typeform, Dropbox, Mapbox or ReadMe',
    shape: 'CFPAT-…, tfp_…, sl.…, sk.eyJ…, rdme_…',
    forms: [
      { prefix: 'CFPAT-', body: /[A-Za-z0-9_-]{43}/ },
      { prefix: 'tfp_', body: /[A-Za-z0-9_-]{40,64}(?:\.[A-Za-z0-9_-]{1,20}){0,2}/ },
      { prefix: 'sl.[A-Za-z]', body: /[A-Za-z0-9_.-]{100,}/, weak: true },
      { prefix: 'sk.eyJ', body: /[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{16,64}/ },
      { prefix: 'rdme_', body: /[a-z0-9]{70}/ },
    ],
  }),
  tokenRule({
    id: 'service-token',
    label:
      'Token of another service (Airtable, Trello, Honeycomb, Asana, Zendesk, Duffel, Frame.io, Adafruit, Beamer, Checkly, Mattermost, Scalingo, Fastly, Algolia, Statsig, Sanity, Coda, Intercom)',
    shape: 'pat….…, ATTA…, hcaik_…, 1/…:…, duffel_live_…, fio-u-…, aio_…, shippo_…',
    forms: [
      { prefix: 'pat[A-Za-z0-9]', body: /[A-Za-z0-9]{13}\.[0-9a-f]{64}/, weak: true },
      { prefix: 'ATTA[0-9a-fA-F]', body: /[0-9a-fA-F]{59,71}/, weak: true },
      { prefix: 'hcaik_', body: /[a-z0-9]{40,70}/ },
      { prefix: 'hcalk_', body: /[a-z0-9]{40,70}/ },
      { prefix: 'hcamk_', body: /[a-z0-9]{40,70}/ },
      { prefix: '[0-2]/[0-9][0-9]', body: /\d{8,20}(?:\/\d{8,20})?:[0-9a-f]{32}/, weak: true },
      { prefix: 'sk1_[0-9a-f]', body: /[0-9a-f]{63}/ },
      { prefix: 'ddp_', body: /[A-Za-z0-9]{36}/ },
      { prefix: 'ddo_', body: /[A-Za-z0-9]{36}/ },
      { prefix: 'ucat_', body: /[A-Za-z0-9]{24,40}/ },
      { prefix: 'SUA[A-Z2-7]', body: /[A-Z2-7]{54}/, weak: true },
      { prefix: 'SAA[A-Z2-7]', body: /[A-Z2-7]{54}/, weak: true },
      { prefix: 'SOA[A-Z2-7]', body: /[A-Z2-7]{54}/, weak: true },
      { prefix: '00D[A-Za-z0-9]', body: /[A-Za-z0-9]{11,14}![A-Za-z0-9_.]{60,120}/, weak: true },
      { prefix: 'AAAAAAAAAAAAAAAAAAAA', body: /[A-Za-z0-9%]{60,120}/, weak: true },
      { prefix: 'eyJwYXlsb2FkIjoi', body: /[A-Za-z0-9+/=]{100,}/, weak: true },
      { prefix: 'RWRTY0Iy', body: /[A-Za-z0-9+/=]{100,300}/, weak: true },
      { prefix: 'duffel_', body: /(?:live|test)_[A-Za-z0-9_-]{40,50}/ },
      { prefix: 'fio-u-', body: /[A-Za-z0-9_-]{60,70}/ },
      { prefix: 'aio_', body: /[A-Za-z]{4}\d{2}[A-Za-z0-9]{20,30}/ },
      { prefix: 'tk-us-', body: /[A-Za-z0-9_-]{48}/ },
      { prefix: 'django-insecure-', body: /[^\s"'`\\]{40,60}/ },
      { prefix: 'base64:[A-Za-z0-9+/]', body: /[A-Za-z0-9+/]{42}=/, weak: true },
      { prefix: 'pscale_', body: /[a-z]{2,6}_[A-Za-z0-9_.=-]{32,64}/ },
      { prefix: 'zpka_', body: /[0-9a-f]{32}_[0-9a-f]{8}/ },
      { prefix: 'polar_', body: /(?:oat|pat|rst|whs)_[A-Za-z0-9_-]{30,80}/ },
      { prefix: 'pdl_live_', body: /[A-Za-z0-9_]{30,80}/ },
      { prefix: 'pdl_sdbx_', body: /[A-Za-z0-9_]{30,80}/ },
      { prefix: 'pdl_ntfset_', body: /[A-Za-z0-9_]{30,80}/ },
      { prefix: 'seti_[A-Za-z0-9]', body: /[A-Za-z0-9]{20,30}_secret_[A-Za-z0-9]{20,40}/ },
      { prefix: '[cC][sk]_[0-9a-f]', body: /[0-9a-f]{39}/, weak: true },
      { prefix: '0201036c6e64', body: /[0-9a-f]{100,2000}/ },
      { prefix: 'AgEDbG5k', body: /[A-Za-z0-9+/_-]{60,2000}={0,2}/ },
      { prefix: 'pi_[A-Za-z0-9]', body: /[A-Za-z0-9]{20,30}_secret_[A-Za-z0-9]{20,40}/ },
    ],
  }),
  {
    id: 'wallet-key',
    label: 'Private key of a wallet (extended keys, Nostr, Tezos, Sui, Aleo, Cardano)',
    shape: 'xprv…, nsec1…, edsk…, suiprivkey1…',
    evidence: 'format',
    clues: tokenRule({
      id: 'wallet-key',
      label: '',
      shape: '',
      forms: [
        { prefix: '[xyzuvtYZUV]prv', body: /[1-9A-HJ-NP-Za-km-z]{107}/, weak: true },
        { prefix: 'nsec1', body: /[02-9ac-hj-np-z]{58}/ },
        { prefix: 'edsk', body: /[1-9A-HJ-NP-Za-km-z]{50,94}/, weak: true },
        { prefix: 'suiprivkey1', body: /[02-9ac-hj-np-z]{50,70}/ },
        { prefix: 'APrivateKey1', body: /[1-9A-HJ-NP-Za-km-z]{40,50}/ },
        { prefix: 'ed25519_sk1', body: /[02-9ac-hj-np-z]{50,70}/ },
        { prefix: 'ed25519:[1-9A-HJ-NP-Za-km-z]', body: /[1-9A-HJ-NP-Za-km-z]{80,90}/ },
        { prefix: 'xprv1', body: /[02-9ac-hj-np-z]{100,200}/ },
        { prefix: 'addr_xsk1', body: /[02-9ac-hj-np-z]{100,200}/ },
        { prefix: 'root_xsk1', body: /[02-9ac-hj-np-z]{100,200}/ },
        { prefix: 'secret-extended-key-', body: /[a-z0-9]{50,300}/ },
        { prefix: 'FB[0-9A-Za-z]s', body: /[1-9A-HJ-NP-Za-km-z]{48}/, weak: true },
      ],
    }).clues,
  },
  contextRule({
    id: 'facebook-app-token',
    label: 'Facebook app token',
    shape: 'access_token=<app id>|…',
    names: ['access_token', 'app_token', 'accesstoken'],
    value: /\d{8,20}(?:\||%7C)[A-Za-z0-9_-]{20,40}/,
  }),
  tokenRule({
    id: 'facebook-token',
    label: 'Facebook access token',
    shape: 'EAA…',
    forms: [{ prefix: 'EAA[A-Za-z0-9]', body: /(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{90,400}/, weak: true }],
  }),
  tokenRule({
    id: 'age-secret-key',
    label: 'Secret key of age',
    shape: 'AGE-SECRET-KEY-1…',
    forms: [{ prefix: 'AGE-SECRET-KEY-', body: /(?:PQ-)?1[A-Z0-9]{58,}/ }],
  }),
  tokenRule({
    id: '1password-secret-key',
    label: '1Password secret key',
    shape: 'A3-…-…-…',
    forms: [
      {
        prefix: 'A3-[A-Z0-9]',
        body: /[A-Z0-9]{5}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
        weak: true,
      },
    ],
  }),
];

const keyId = /SK[0-9a-f]{32}(?![A-Za-z0-9])/y;

/** A key's id is looked for only after a sign: two letters and hexadecimal digits alone would match in too many places. */
const behindSign: Clue['match'] = (text, at) => {
  keyId.lastIndex = at + 1;
  return startsLoneToken(text, at + 1) && keyId.test(text) ? { start: at + 1, end: keyId.lastIndex } : undefined;
};

const named = contextRule({
  id: 'twilio-key',
  label: 'Twilio API key, its secret, or auth token',
  shape: 'SK<32 hex digits>, TWILIO_AUTH_TOKEN=…',
  names: ['twilio[_-]auth[_-]token', 'twilioauthtoken', 'twilio[_-]api[_-]secret', 'twilio[_-]api[_-]key[_-]secret'],
  value: /[A-Za-z0-9]{32}/,
});

/** Credentials of Twilio. */
export const twilioRule: SecretRule = {
  ...named,
  clues: [...named.clues, { anchor: '[\u0000-/:-@[-`{-\u007f]SK[0-9a-f]', match: behindSign }],
};
