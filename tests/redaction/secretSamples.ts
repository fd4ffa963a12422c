import { createSecretMaker, type SecretMaker } from './createSecretMaker.ts';

/**
 * An invented secret of real shape. It is made when the tests run, so that the repository never holds one: a host that
 * scans pushes would refuse it.
 */
export interface SecretSample {
  /** Id of the rule that should name it. */
  readonly rule: string;
  readonly secret: string;
  /** Puts the secret where the rule expects it; most secrets need nothing around them. */
  readonly inContext: (secret: string) => string;
  /** False where the context cannot be part of a URL. */
  readonly fitsUrl: boolean;
}

type Make = (random: SecretMaker) => string;

const bare = (secret: string): string => secret;

function sample(rule: string, make: Make, inContext: (secret: string) => string = bare): SecretSample {
  const secret = make(createSecretMaker(`${rule} ${make} ${inContext}`));
  const fitsUrl = !/[\s"']/.test(inContext(secret));
  return { rule, secret, inContext, fitsUrl };
}

const tokens: readonly (readonly [string, ...Make[]])[] = [
  [
    'anthropic-api-key',
    (r) => `sk-ant-api03-${r.base64Url(93)}AA`,
    (r) => `sk-ant-oat01-${r.base64Url(86)}-${r.base64Url(6)}AA`,
  ],
  [
    'openai-api-key',
    (r) => `sk-proj-${r.base64Url(74)}${['T3Blbk', 'FJ'].join('')}${r.base64Url(74)}`,
    (r) => `sk-svcacct-${r.base64Url(60)}`,
    (r) => `sk-admin-${r.base64Url(60)}`,
    (r) => `sk-${r.alphanumeric(20)}${['T3Blbk', 'FJ'].join('')}${r.alphanumeric(20)}`,
    (r) => `sess-${r.alphanumeric(40)}`,
  ],
  ['openrouter-api-key', (r) => `sk-or-v1-${r.hex(64)}`],
  ['langfuse-secret-key', (r) => `sk-lf-${r.uuid()}`],
  ['sk-api-key', (r) => `sk-${r.hex(32)}`, (r) => `sk-${r.alphanumeric(48)}`],
  ['google-ai-key', (r) => `AQ.Ab8${r.base64Url(47)}`],
  ['huggingface-token', (r) => `hf_${r.letters(34)}`, (r) => `api_org_${r.letters(34)}`],
  ['groq-api-key', (r) => `gsk_${r.alphanumeric(52)}`],
  ['xai-api-key', (r) => `xai-${r.alphanumeric(80)}`],
  ['perplexity-api-key', (r) => `pplx-${r.alphanumeric(48)}`],
  ['tavily-api-key', (r) => `tvly-${r.alphanumeric(32)}`, (r) => `tvly-dev-${r.alphanumeric(32)}`],
  ['replicate-api-token', (r) => `r8_${r.alphanumeric(37)}`],
  ['nvidia-api-key', (r) => `nvapi-${r.base64Url(64)}`],
  [
    'ai-service-key',
    (r) => `csk-${r.base36(48)}`,
    (r) => `tgp_v1_${r.base64Url(43)}`,
    (r) => `lsv2_pt_${r.hex(32)}_${r.hex(10)}`,
    (r) => `pcsk_${r.alphanumeric(6)}_${r.alphanumeric(63)}`,
    (r) => `jina_${r.hex(32)}${r.base64Url(28)}`,
    (r) => `fc-${r.hex(32)}`,
    (r) => `e2b_${r.hex(40)}`,
    (r) => `llx-${r.alphanumeric(48)}`,
    (r) => `apify_api_${r.alphanumeric(36)}`,
    (r) => `sk_${r.hex(48)}`,
    (r) => `ctx7sk-${r.uuid()}`,
    (r) => `ABSK${r.alphanumeric(128)}`,
    (r) => `bedrock-api-key-${r.alphanumeric(120)}`,
  ],
  ['aws-access-key-id', (r) => `AKIA${r.base32(16)}`, (r) => `ASIA${r.base32(16)}`],
  ['aws-session-token', (r) => `IQoJb3JpZ2lu${r.base64(300)}=`, (r) => `FwoGZXIvYXdz${r.base64(300)}==`],
  ['google-api-key', (r) => `AIza${r.base64Url(35)}`],
  [
    'google-oauth',
    (r) => `GOCSPX-${r.base64Url(28)}`,
    (r) => `ya29.a0${r.base64Url(160)}`,
    (r) => `1//0g${r.base64Url(98)}`,
  ],
  ['azure-client-secret', (r) => `${r.alphanumeric(3)}8Q~${r.alphanumeric(34)}`],
  ['azure-devops-token', (r) => `${r.alphanumeric(76)}AZDO${r.alphanumeric(4)}`],
  ['digitalocean-token', (r) => `dop_v1_${r.hex(64)}`, (r) => `dor_v1_${r.hex(64)}`],
  ['heroku-api-key', (r) => `HRKU-AA${r.base64Url(58)}`, (r) => `HRKU-${r.uuid()}`],
  [
    'chinese-cloud-key',
    (r) => `LTAI5t${r.alphanumeric(18)}`,
    (r) => `AKID${r.alphanumeric(32)}`,
    (r) => `AKLT${r.alphanumeric(44)}`,
  ],
  ['cloudflare-key', (r) => `v1.0-${r.hex(24)}-${r.hex(146)}`],
  [
    'hosting-token',
    (r) => `fm2_${r.base64(120)}`,
    (r) => `fo1_${r.base64Url(43)}`,
    (r) => `vercel_blob_rw_${r.alphanumeric(16)}_${r.alphanumeric(30)}`,
    (r) => `vcp_${r.alphanumeric(56)}`,
    (r) => `nfp_${r.alphanumeric(36)}`,
    (r) => `rnd_${r.alphanumeric(28)}`,
    (r) => `sha256~${r.base64Url(43)}`,
  ],
  [
    'database-service-token',
    (r) => `sbp_${r.hex(40)}`,
    (r) => `sb_secret_${r.base64Url(22)}_${r.alphanumeric(8)}`,
    (r) => `pscale_tkn_${r.base64Url(43)}`,
    (r) => `napi_${r.base36(64)}`,
    (r) => `dapi${r.hex(32)}-2`,
  ],
  [
    'infrastructure-token',
    (r) => `hvs.${r.base64Url(95)}`,
    (r) => `dp.pt.${r.alphanumeric(43)}`,
    (r) => `dp.st.dev.${r.alphanumeric(43)}`,
    (r) => `pul-${r.hex(40)}`,
    (r) => `tskey-auth-${r.alphanumeric(12)}CNTRL-${r.alphanumeric(32)}`,
    (r) => `ops_eyJ${r.alphanumeric(400)}`,
  ],
  ['terraform-token', (r) => `${r.alphanumeric(14)}.atlasv1.${r.base64Url(67)}`],
  [
    'github-token',
    (r) => `ghp_${r.alphanumeric(36)}`,
    (r) => `gho_${r.alphanumeric(36)}`,
    (r) => `ghs_${r.alphanumeric(36)}`,
    (r) => `ghr_${r.alphanumeric(76)}`,
    (r) => `github_pat_${r.alphanumeric(22)}_${r.alphanumeric(59)}`,
  ],
  [
    'gitlab-token',
    (r) => `glpat-${r.base64Url(20)}`,
    (r) => `glpat-${r.alphanumeric(44)}.01.${r.base36(9)}`,
    (r) => `gldt-${r.alphanumeric(20)}`,
    (r) => `glrt-${r.alphanumeric(20)}`,
    (r) => `glcbt-64_${r.alphanumeric(20)}`,
    (r) => `glptt-${r.hex(40)}`,
    (r) => `gloas-${r.hex(64)}`,
    (r) => `GR1348941${r.alphanumeric(20)}`,
  ],
  [
    'atlassian-token',
    (r) => `ATATT3xFfGF0${r.base64Url(172)}=${r.hex(8).toUpperCase()}`,
    (r) => `ATBB${r.alphanumeric(28)}${r.hex(8)}`,
  ],
  ['npm-token', (r) => `npm_${r.alphanumeric(36)}`],
  ['pypi-token', (r) => `pypi-AgEIcHlwaS5vcmc${r.base64Url(150)}`],
  ['docker-hub-token', (r) => `dckr_pat_${r.base64Url(27)}`, (r) => `dckr_oat_${r.base64Url(32)}`],
  [
    'package-registry-token',
    (r) => `rubygems_${r.hex(48)}`,
    (r) => `oy2${r.base36(43)}`,
    (r) => `CLOJARS_${r.hex(60)}`,
    (r) => `AKCp${r.alphanumeric(69)}`,
    (r) => `cmVmdGtu${r.alphanumeric(56)}`,
  ],
  [
    'ci-token',
    (r) => `CCIPAT_${r.alphanumeric(22)}_${r.hex(40)}`,
    (r) => `bkua_${r.hex(40)}`,
    (r) => `squ_${r.hex(40)}`,
    (r) => `sgp_${r.hex(16)}_${r.hex(40)}`,
    (r) => `pnu_${r.alphanumeric(36)}`,
    (r) => `ico-${r.alphanumeric(32)}`,
  ],
  [
    'slack-token',
    (r) => `xoxb-${r.digits(12)}-${r.digits(12)}-${r.alphanumeric(24)}`,
    (r) => `xoxp-${r.digits(12)}-${r.digits(12)}-${r.digits(12)}-${r.hex(32)}`,
    (r) => `xoxe.xoxp-1-${r.alphanumeric(140)}`,
    (r) => `xapp-1-A${r.base32(10)}-${r.digits(13)}-${r.hex(64)}`,
  ],
  ['discord-bot-token', (r) => `${r.base64OfDigits(18)}.${r.base64Url(6)}.${r.base64Url(38)}`],
  ['telegram-bot-token', (r) => `${r.digits(10)}:AA${r.base64Url(33)}`],
  [
    'stripe-key',
    (r) => `sk_live_${r.alphanumeric(24)}`,
    (r) => `sk_test_51${r.alphanumeric(97)}`,
    (r) => `rk_live_51${r.alphanumeric(97)}`,
    (r) => `whsec_${r.alphanumeric(32)}`,
  ],
  [
    'square-token',
    (r) => `sq0atp-${r.base64Url(22)}`,
    (r) => `sq0csp-${r.base64Url(43)}`,
    (r) => `EAAA${r.base64Url(60)}`,
  ],
  ['shopify-token', (r) => `shpat_${r.hex(32)}`, (r) => `shpss_${r.hex(32)}`],
  [
    'payment-key',
    (r) => `access_token$production$${r.base36(16)}$${r.hex(32)}`,
    (r) => `access-sandbox-${r.uuid()}`,
    (r) => `rzp_live_${r.alphanumeric(14)}`,
    (r) => `FLWSECK-${r.hex(32)}-X`,
    (r) => `EZAK${r.alphanumeric(54)}`,
    (r) => `shippo_live_${r.hex(40)}`,
  ],
  ['sendgrid-api-key', (r) => `SG.${r.base64Url(22)}.${r.base64Url(43)}`],
  ['mailgun-api-key', (r) => `key-${r.hex(32)}`],
  ['mailchimp-api-key', (r) => `${r.hex(32)}-us14`],
  ['brevo-api-key', (r) => `xkeysib-${r.hex(64)}-${r.alphanumeric(16)}`],
  ['resend-api-key', (r) => `re_${r.alphanumeric(8)}_${r.alphanumeric(24)}`],
  ['sentry-token', (r) => `sntrys_${r.alphanumeric(120)}=_${r.alphanumeric(43)}`, (r) => `sntryu_${r.hex(64)}`],
  ['new-relic-key', (r) => `NRAK-${r.base36(27).toUpperCase()}`],
  ['new-relic-licence', (r) => `${r.hex(36)}NRAL`],
  ['grafana-token', (r) => `glsa_${r.alphanumeric(32)}_${r.hex(8)}`, (r) => `glc_eyJ${r.alphanumeric(90)}=`],
  ['notion-token', (r) => `ntn_${r.alphanumeric(46)}`, (r) => `secret_${r.alphanumeric(43)}`],
  ['linear-token', (r) => `lin_api_${r.alphanumeric(40)}`, (r) => `lin_oauth_${r.hex(64)}`],
  ['figma-token', (r) => `figd_${r.base64Url(40)}`],
  ['postman-api-key', (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`],
  ['hubspot-token', (r) => `pat-na1-${r.uuid()}`],
  [
    'monitoring-token',
    (r) => `dt0c01.${r.base36(24).toUpperCase()}.${r.base36(64).toUpperCase()}`,
    (r) => `phx_${r.alphanumeric(43)}`,
    (r) => `sdk-${r.uuid()}`,
  ],
  [
    'content-service-token',
    (r) => `CFPAT-${r.base64Url(43)}`,
    (r) => `tfp_${r.base64Url(44)}`,
    (r) => `sl.u.${r.base64Url(140)}`,
    (r) => `sk.eyJ${r.alphanumeric(80)}.${r.base64Url(22)}`,
    (r) => `rdme_${r.base36(70)}`,
  ],
  ['facebook-token', (r) => `EAA${r.alphanumeric(180)}`],
  ['age-secret-key', (r) => `AGE-SECRET-KEY-1${r.base32(58)}`],
  ['1password-secret-key', (r) => `A3-${r.base32(6)}-${r.base32(11)}-${r.base32(5)}-${r.base32(5)}-${r.base32(5)}`],
  ['jwt', (r) => `${r.jwtHeader()}.eyJ${r.alphanumeric(60)}.${r.base64Url(43)}`],
  ['encoded-private-key', (r) => r.base64OfPem('RSA PRIVATE KEY'), (r) => r.base64OfPem('PRIVATE KEY')],
  [
    'private-key',
    (r) => r.pem('RSA PRIVATE KEY', 24),
    (r) => r.pem('PRIVATE KEY', 24),
    (r) => r.pem('EC PRIVATE KEY', 3),
    (r) => r.pem('OPENSSH PRIVATE KEY', 36),
    (r) => r.pem('ENCRYPTED PRIVATE KEY', 24),
    (r) => r.pem('PGP PRIVATE KEY BLOCK', 40),
  ],
];

const inContexts: readonly SecretSample[] = [
  sample(
    'jwk-private-key',
    (r) => r.base64Url(342),
    (secret) => `{"kty":"RSA","e":"AQAB","d":"${secret}"}`,
  ),
  sample(
    'twilio-key',
    (r) => `SK${r.hex(32)}`,
    (secret) => `sid=${secret}`,
  ),
  sample(
    'twilio-key',
    (r) => r.hex(32),
    (secret) => `TWILIO_AUTH_TOKEN=${secret}`,
  ),
  sample(
    'aws-secret-access-key',
    (r) => r.base64(40),
    (secret) => `aws_secret_access_key=${secret}`,
  ),
  sample(
    'aws-secret-access-key',
    (r) => r.base64(40),
    (secret) => `"SecretAccessKey": "${secret}"`,
  ),
  sample(
    'azure-account-key',
    (r) => `${r.base64(86)}==`,
    (secret) => `AccountName=acme;AccountKey=${secret};EndpointSuffix=core`,
  ),
  sample(
    'azure-account-key',
    (r) => `${r.base64(43)}=`,
    (secret) => `SharedAccessKeyName=root;SharedAccessKey=${secret}`,
  ),
  sample(
    'slack-webhook',
    (r) => `T${r.base32(10)}/B${r.base32(10)}/${r.alphanumeric(24)}`,
    (secret) => `https://hooks.slack.com/services/${secret}`,
  ),
  sample(
    'discord-webhook',
    (r) => r.base64Url(68),
    (secret) => `https://discord.com/api/webhooks/1029384756102938475/${secret}`,
  ),
  sample(
    'chat-webhook',
    (r) => r.uuid(),
    (secret) => `https://open.feishu.cn/open-apis/bot/v2/hook/${secret}`,
  ),
  sample(
    'chat-webhook',
    (r) => r.uuid(),
    (secret) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${secret}`,
  ),
  sample(
    'chat-webhook',
    (r) => `${r.uuid()}@${r.uuid()}/IncomingWebhook/${r.hex(32)}/${r.uuid()}`,
    (secret) => `https://acme.webhook.office.com/webhookb2/${secret}`,
  ),
  sample(
    'database-url-password',
    (r) => r.alphanumeric(14),
    (secret) => `postgres://app:${secret}@db.internal:5432/app`,
  ),
  sample(
    'database-url-password',
    (r) => r.alphanumeric(14),
    (secret) => `mongodb+srv://app:${secret}@cluster0.abcde.mongodb.net/app`,
  ),
  sample(
    'database-url-password',
    (r) => r.alphanumeric(14),
    (secret) => `redis://:${secret}@cache:6379/0`,
  ),
  sample(
    'database-url-password',
    (r) => r.alphanumeric(14),
    (secret) => `amqps://app:${secret}@broker/vhost`,
  ),
  sample(
    'url-password',
    (r) => r.alphanumeric(14),
    (secret) => `https://deploy:${secret}@git.internal/team/app.git`,
  ),
  sample(
    'url-password',
    (r) => r.alphanumeric(40),
    (secret) => `https://${secret}@git.internal/team/app.git`,
  ),
  sample(
    'url-password',
    (r) => r.alphanumeric(14),
    (secret) => `next=https%3A%2F%2Fdeploy%3A${secret}%40git.internal%2Fapp`,
  ),
  sample(
    'sentry-dsn',
    (r) => r.hex(32),
    (secret) => `https://${secret}@o4501.ingest.us.sentry.io/4502`,
  ),
  sample(
    'signed-url',
    (r) => r.hex(64),
    (secret) => `https://bucket.s3.amazonaws.com/a.txt?X-Amz-Expires=60&X-Amz-Signature=${secret}`,
  ),
  sample(
    'signed-url',
    (r) => `${r.base64Url(43)}%3D`,
    (secret) => `https://acme.blob.core.windows.net/c/b?sv=2024-05-04&sig=${secret}`,
  ),
  sample(
    'bearer-token',
    (r) => r.alphanumeric(40),
    (secret) => `Authorization: Bearer ${secret}`,
  ),
  sample(
    'basic-auth',
    (r) => btoa(`deploy:${r.alphanumeric(14)}`),
    (secret) => `Authorization: Basic ${secret}`,
  ),
  sample(
    'basic-auth',
    (r) => btoa(`deploy:${r.alphanumeric(14)}`),
    (secret) => `{"auths":{"r.internal":{"auth":"${secret}"}}}`,
  ),
  sample(
    'authorization-header',
    (r) => r.alphanumeric(40),
    (secret) => `Authorization: token ${secret}`,
  ),
  sample(
    'cookie',
    (r) => `s%3A${r.alphanumeric(32)}.${r.alphanumeric(43)}`,
    (secret) => `Cookie: theme=dark; connect.sid=${secret}; lang=en`,
  ),
  sample(
    'cookie',
    (r) => r.alphanumeric(32),
    (secret) => `Set-Cookie: session=${secret}; Path=/; HttpOnly`,
  ),
  sample(
    'cookie',
    (r) => r.base36(26),
    (secret) => `PHPSESSID=${secret}`,
  ),
  sample(
    'command-line-password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `curl -u deploy:${secret} https://api.internal`,
  ),
  sample(
    'command-line-password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `sshpass -p ${secret} ssh host`,
  ),
  sample(
    'command-line-password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `ALTER USER app IDENTIFIED BY '${secret}'`,
  ),
  ...[
    (secret: string) => `curl -udeploy:${secret} https://api.internal`,
    (secret: string) => `curl --user=deploy:${secret} https://api.internal`,
    (secret: string) => `mysqldump -h db -u root -p${secret} app`,
    (secret: string) => `redis-cli -h cache -a ${secret} ping`,
    (secret: string) => `docker login -u deploy -p ${secret} registry.internal`,
    (secret: string) => `ldapsearch -D cn=admin -w ${secret} -b dc=internal`,
    (secret: string) => `htpasswd -bc .htpasswd admin ${secret}`,
    (secret: string) => `echo ${secret} | sudo -S apt update`,
    (secret: string) => `echo root:${secret} | chpasswd`,
    (secret: string) => `openssl enc -aes-256-cbc -pass pass:${secret}`,
    (secret: string) => `SET PASSWORD = PASSWORD('${secret}')`,
  ].map((inContext) => sample('command-line-password', (r) => `${r.letters(7)}${r.digits(3)}`, inContext)),
  sample(
    'netrc-password',
    (r) => r.alphanumeric(16),
    (secret) => `db.internal:5432:app:deploy:${secret}`,
  ),
  sample(
    'netrc-password',
    (r) => r.alphanumeric(16),
    (secret) => `machine api.internal login deploy password ${secret}`,
  ),
  sample(
    'password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `DB_PASSWORD=${secret}`,
  ),
  sample(
    'password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `"password": "${secret}"`,
  ),
  sample(
    'password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `mysql --password ${secret} app`,
  ),
  sample(
    'password',
    (r) => `${r.letters(5)}${r.digits(3)}!`,
    (secret) => `<password>${secret}</password>`,
  ),
  ...[
    (secret: string) => `smtp_pass: ${secret}`,
    (secret: string) => `密码：${secret}`,
    (secret: string) => `数据库密码是${secret}`,
    (secret: string) => `password＝${secret}`,
  ].map((inContext) => sample('password', (r) => `${r.letters(5)}&${r.digits(3)}!`, inContext)),
  sample(
    'secret',
    (r) => r.alphanumeric(32),
    (secret) => `client_secret=${secret}`,
  ),
  sample(
    'secret',
    (r) => r.hex(64),
    (secret) => `JWT_SECRET: '${secret}'`,
  ),
  sample(
    'token',
    (r) => r.alphanumeric(40),
    (secret) => `access_token=${secret}`,
  ),
  sample(
    'token',
    (r) => r.alphanumeric(40),
    (secret) => `os.environ["BOT_TOKEN"] = "${secret}"`,
  ),
  ...[
    (secret: string) => `setx SERVICE_API_KEY ${secret}`,
    (secret: string) => `set -gx SERVICE_API_KEY ${secret}`,
    (secret: string) => `| SERVICE_API_KEY | ${secret} |`,
    (secret: string) => `const API_KEY: &str = "${secret}";`,
    (secret: string) => `https://maps.internal/v1?key=${secret}`,
    (secret: string) => `密钥：${secret}`,
    (secret: string) => `SECRET_KEY_BASE=${secret}`,
  ].map((inContext) => sample('api-key', (r) => r.alphanumeric(32), inContext)),
  sample(
    'api-key',
    (r) => r.hex(32),
    (secret) => `api_key=${secret}`,
  ),
  sample(
    'api-key',
    (r) => r.alphanumeric(32),
    (secret) => `-H 'X-Api-Key: ${secret}'`,
  ),
  sample(
    'api-key',
    (r) => r.alphanumeric(40),
    (secret) => `COHERE_API_KEY=${secret}`,
  ),
  sample(
    'api-key',
    (r) => r.base64(44),
    (secret) => `encryptionKey: "${secret}"`,
  ),
];

/** At least one secret for every rule of the kit. */
export const secretSamples: readonly SecretSample[] = [
  ...tokens.flatMap(([rule, ...makes]) => makes.map((make) => sample(rule, make))),
  ...inContexts,
];
