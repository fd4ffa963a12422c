import { lookBackRule } from '../match/lookBackRule.ts';
import { tokenRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

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
    id: 'new-relic-licence',
    label: 'New Relic licence key',
    shape: '…NRAL',
    anchor: 'NRAL',
    before: 36,
    beforeChars: '0-9a-zA-Z',
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
      { prefix: 'sl.[uBA]', body: /[A-Za-z0-9_.-]{100,}/, weak: true },
      { prefix: 'sk.eyJ', body: /[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{16,64}/ },
      { prefix: 'rdme_', body: /[a-z0-9]{70}/ },
    ],
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
