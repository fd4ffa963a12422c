import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { contextRule } from '../match/contextRule.ts';
import { lookBackRule, tokenRule } from '../match/tokenRule.ts';
import { alphanumerics, charSet, inSet, runEnd } from '../scan/charSet.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const azureKey = contextRule({
  id: 'azure-account-key',
  label: 'Azure storage, Cosmos DB or Service Bus key',
  shape: 'AccountKey=…==, SharedAccessKey=…=, fs.azure.account.key.…',
  names: ['accountkey', 'account[_-]key', 'sharedaccesskey', 'storage[_-]key', 'storage[_-]access[_-]key'],
  value: /[A-Za-z0-9+/]{43}(?:[A-Za-z0-9+/]{43}==|=)/,
});

// The account is part of the name: `fs.azure.account.key.logs.blob.core.windows.net`.
const keyOfAccount = /[\w.-]{1,120}[^\w.+/\n-]{1,12}([A-Za-z0-9+/]{86}==)/y;
const inHadoop: Clue['match'] = (text, _at, after) => {
  keyOfAccount.lastIndex = after;
  const key = keyOfAccount.exec(text)?.[1];
  return key === undefined ? undefined : { start: keyOfAccount.lastIndex - key.length, end: keyOfAccount.lastIndex };
};

/** Credentials of cloud and hosting providers except AWS. */
export const cloudRules: readonly SecretRule[] = [
  tokenRule({
    id: 'google-api-key',
    label: 'Google API key (Cloud, Maps, Firebase, Gemini)',
    shape: 'AIza…',
    forms: [{ prefix: 'AIza', body: /[A-Za-z0-9_-]{35}/ }],
  }),
  tokenRule({
    id: 'google-oauth',
    label: 'Google OAuth secret or token',
    shape: 'GOCSPX-…, ya29.…, 1//0…',
    forms: [
      { prefix: 'GOCSPX-', body: /[A-Za-z0-9_-]{28}/ },
      { prefix: 'ya29.', body: /[A-Za-z0-9_-]{30,}/ },
      { prefix: '1//0[A-Za-z0-9]', body: /[A-Za-z0-9_-]{40,}/, weak: true },
    ],
  }),
  { ...azureKey, clues: [...azureKey.clues, { anchor: 'azure.account.key.', match: inHadoop }] },
  lookBackRule({
    id: 'azure-client-secret',
    label: 'Azure (Entra ID) client secret',
    shape: '…8Q~…',
    anchor: '[0-9]Q~[A-Za-z0-9_~.-]',
    before: 3,
    beforeChars: 'A-Za-z0-9_~.',
    after: /[A-Za-z0-9_~.-]{30,33}/,
  }),
  lookBackRule({
    id: 'azure-devops-token',
    label: 'Azure DevOps personal access token',
    shape: '…AZDO…',
    anchor: 'AZDO',
    before: 76,
    beforeChars: 'A-Za-z0-9',
    after: /[A-Za-z0-9]{4}/,
  }),
  tokenRule({
    id: 'digitalocean-token',
    label: 'DigitalOcean token',
    shape: 'dop_v1_…, doo_v1_…, dor_v1_…',
    forms: [{ prefix: 'do[por]_v1_', body: /[0-9a-f]{64}/ }],
  }),
  tokenRule({
    id: 'heroku-api-key',
    label: 'Heroku API key',
    shape: 'HRKU-…',
    forms: [{ prefix: 'HRKU-', body: /[A-Za-z0-9_-]{36,70}/ }],
  }),
  tokenRule({
    id: 'chinese-cloud-key',
    label: 'Access key of Alibaba Cloud, Tencent Cloud or Volcengine',
    shape: 'LTAI…, AKID…, AKLT…',
    forms: [
      { prefix: 'LTAI[A-Za-z0-9]', body: /(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{11,25}/, weak: true },
      { prefix: 'AKID[A-Za-z0-9]', body: /(?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{31,40}/, weak: true },
      { prefix: 'AKLT[A-Za-z0-9]', body: /[A-Za-z0-9]{42,60}={0,2}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'cloudflare-key',
    label: 'Cloudflare origin CA key',
    shape: 'v1.0-…-…',
    forms: [{ prefix: 'v1.0-', body: /[0-9a-f]{24}-[0-9a-f]{146}/ }],
  }),
  tokenRule({
    id: 'hosting-token',
    label: 'Token of a hosting service (Fly.io, Vercel, Netlify, Render, OpenShift)',
    shape: 'fm2_…, fo1_…, vercel_blob_rw_…, vcp_…, nfp_…, rnd_…, sha256~…',
    forms: [
      { prefix: 'fm[12][ar]_', body: /[A-Za-z0-9+/_-]{60,}={0,2}/ },
      { prefix: 'fm2_', body: /[A-Za-z0-9+/_-]{60,}={0,2}/ },
      { prefix: 'fo1_', body: /[A-Za-z0-9_-]{43}/ },
      { prefix: 'vercel_blob_rw_', body: /[A-Za-z0-9]{12,24}_[A-Za-z0-9]{24,40}/ },
      { prefix: 'vc[piark]_', body: /[A-Za-z0-9]{40,80}/ },
      { prefix: 'nf[pcoub]_', body: /[A-Za-z0-9_-]{36}/ },
      { prefix: 'rnd_', body: /[A-Za-z0-9]{28,40}/ },
      { prefix: 'FlyV1 ', body: /fm2_[A-Za-z0-9+/_,=-]{60,}/ },
      { prefix: 'GOOG1E', body: /[A-Z0-9]{55}/, weak: true },
      { prefix: 'sha256~', body: /[A-Za-z0-9_-]{43}/ },
    ],
  }),
  tokenRule({
    id: 'database-service-token',
    label: 'Token of a database service (Supabase, PlanetScale, Neon, Databricks)',
    shape: 'sbp_…, sb_secret_…, pscale_tkn_…, napi_…, dapi…',
    forms: [
      { prefix: 'sbp_', body: /(?:oauth_)?[0-9a-f]{40}/ },
      { prefix: 'sb_secret_', body: /[A-Za-z0-9_-]{24,50}/ },
      { prefix: 'pscale_', body: /(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,64}/ },
      { prefix: 'napi_', body: /[a-z0-9]{60,70}/ },
      { prefix: 'dapi[0-9a-f]', body: /[0-9a-f]{31}(?:-\d)?/, weak: true },
    ],
  }),
  tokenRule({
    id: 'infrastructure-token',
    label: 'Token of Vault, Doppler, Pulumi, Tailscale or 1Password',
    shape: 'hvs.…, dp.pt.…, pul-…, tskey-…, ops_eyJ…',
    forms: [
      { prefix: 'hv[sbr].', body: /[A-Za-z0-9_-]{24,}/ },
      { prefix: 'dp.[psca][ta]', body: /\.(?:[a-z0-9_-]{1,40}\.)?[A-Za-z0-9]{40,44}/ },
      { prefix: 'cfut_', body: /[A-Za-z0-9]{40,60}/ },
      { prefix: 'cfk_', body: /[A-Za-z0-9]{40,60}/ },
      { prefix: 'cfat_', body: /[A-Za-z0-9]{40,60}/ },
      { prefix: 'pul-[0-9a-f]', body: /[0-9a-f]{39}/ },
      { prefix: 'tskey-', body: /[a-z]{3,10}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,64}/ },
      { prefix: 'ops_eyJ', body: /[A-Za-z0-9+/_-]{200,}={0,2}/ },
    ],
  }),
  lookBackRule({
    id: 'terraform-token',
    label: 'Terraform Cloud token',
    shape: '….atlasv1.…',
    anchor: '.atlasv1.',
    before: 14,
    beforeChars: 'A-Za-z0-9',
    after: /[A-Za-z0-9_-]{60,70}/,
  }),
];

const keyIdPrefixes = ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T[A-Z0-9]'] as const;
const keyIdLength = 20;
const secretLength = 40;
const secretChars = charSet('A-Za-z0-9+/');
const idChars = charSet('A-Z0-9');
const reach = 160;

/** Finds a secret key that stands near its id without a name of its own, as in a CSV file or a listing. */
const nearKeyId: Clue['match'] = (text, at) => {
  const idEnd = at + keyIdLength;
  if (!startsLoneToken(text, at) || runEnd(text, at, idChars, reach) !== idEnd) return undefined;
  if (inSet(alphanumerics, text.charCodeAt(idEnd)) || isMadeUp(text.slice(at, idEnd))) return undefined;
  const last = Math.min(text.length, idEnd + reach);
  for (let start = idEnd; start < last; start++) {
    const end = runEnd(text, start, secretChars, reach);
    const value = text.slice(start, end);
    if (value.length === secretLength && looksRandom(value, secretLength) && !isMadeUp(value)) return { start, end };
    start = end;
  }
  return undefined;
};

const named = contextRule({
  id: 'aws-secret-access-key',
  label: 'AWS secret access key',
  shape: 'aws_secret_access_key = …',
  names: ['secret[_-]access[_-]key', 'secretaccesskey', 'aws[_-]secret[_-]key', 'aws[_-]secret', 'awssecretkey'],
  value: /[A-Za-z0-9+/]{40}/,
});

/** Credentials of Amazon Web Services. */
export const awsRules: readonly SecretRule[] = [
  tokenRule({
    id: 'aws-access-key-id',
    label: 'AWS access key id',
    shape: 'AKIA…, ASIA…, ABIA…, ACCA…, A3T…',
    forms: keyIdPrefixes.map((prefix) => ({ prefix, body: /[A-Z0-9]{16}/, weak: true })),
  }),
  { ...named, clues: [...named.clues, ...keyIdPrefixes.map((anchor) => ({ anchor, match: nearKeyId }))] },
  tokenRule({
    id: 'aws-session-token',
    label: 'AWS session token',
    shape: 'IQoJb3JpZ2lu…, FwoGZXIvYXdz…',
    forms: [
      { prefix: 'IQoJb3JpZ2lu', body: /[A-Za-z0-9+/%]{80,}={0,2}/ },
      { prefix: 'F[wQ]oGZXIvYXdz', body: /[A-Za-z0-9+/%]{80,}={0,2}/ },
    ],
  }),
];
