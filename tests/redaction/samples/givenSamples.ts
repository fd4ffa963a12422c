import { type SecretSample, sample } from './secretSample.ts';

/** A sixteen-digit number that satisfies the Luhn checksum. */
function cardNumber(r: { digits(length: number): string }): string {
  const body = `4${r.digits(14)}`;
  const sum = [...body].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Secrets revealed by their context: a name, a header, a URL. */
export const givenSamples: readonly SecretSample[] = [
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
    'deploy-hook',
    (r) => r.alphanumeric(10),
    (secret) => `https://api.vercel.com/v1/integrations/deploy/prj_2kQ7mXvRb9TzLw4NhC8sYdFjGp3a/${secret}`,
  ),
  sample(
    'gotify-token',
    (r) => `A${r.base64Url(14)}`,
    (secret) => `X-Gotify-Key: ${secret}`,
  ),
  sample('nix-signing-key', (r) => `cache.acme.internal-1:${r.base64(85)}w==`),
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
  sample(
    'token',
    (r) => r.alphanumeric(32),
    (secret) => `My token for the staging service: ${secret}`,
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
  ...[
    (secret: string) => `curl -b 'theme=dark; sid=${secret}' https://api.internal`,
    (secret: string) => `curl --cookie "session=${secret}" https://api.internal`,
    (secret: string) => `{"name":"sid","value":"${secret}","domain":".internal","path":"/","httpOnly":true}`,
    (secret: string) => `{"sameSite": "Lax", "value": "${secret}", "name": "auth"}`,
    (secret: string) => `[{"name": "session_id", "value": "${secret}"}]`,
    (secret: string) => `requests.get(url, cookies={'theme': 'dark', 'auth': '${secret}'})`,
  ].map((inContext) => sample('cookie', (r) => r.alphanumeric(32), inContext)),
  ...[
    (secret: string) => `db:\n  password: |\n    ${secret}\n  user: app`,
    (secret: string) => `password: >-\n  ${secret}`,
  ].map((inContext) => sample('password', (r) => `${r.letters(5)}${r.digits(3)}!`, inContext)),
  sample(
    'api-key',
    (r) => r.alphanumeric(32),
    (secret) => `api_key: |2-\n    ${secret}\n`,
  ),
  sample(
    'facebook-app-token',
    (r) => `${r.digits(16)}|${r.alphanumeric(27)}`,
    (secret) => `access_token=${secret}`,
  ),
  ...[
    (secret: string) => `server.login('deploy', '${secret}')`,
    (secret: string) => `requests.get(url, auth=("deploy", "${secret}"))`,
    (secret: string) => `jwt.sign({ id: 1 }, '${secret}')`,
    (secret: string) => `ConvertTo-SecureString '${secret}' -AsPlainText -Force`,
    (secret: string) => `DriverManager.getConnection(url, "app", "${secret}")`,
  ].map((inContext) => sample('secret-argument', (r) => `${r.letters(7)}#${r.digits(3)}`, inContext)),
  ...[
    (secret: string) => `snmp-server community ${secret} RW`,
    (secret: string) => `: PSK "${secret}"`,
    (secret: string) => `WIFI:T:WPA;S:Cafe;P:${secret};;`,
    (secret: string) => `USER web\nPASS ${secret}\n`,
    (secret: string) => `[smtp.internal]:587 deploy:${secret}`,
    (secret: string) => `user deploy password ${secret}`,
  ].map((inContext) => sample('setting-secret', (r) => `${r.letters(7)}#${r.digits(3)}`, inContext)),
  ...[
    (secret: string) => `user,password,host\nroot,${secret},db1`,
    (secret: string) => `| user | password |\n|---|---|\n| root | ${secret} |`,
    (secret: string) => `INSERT INTO users (name, password) VALUES ('root', '${secret}')`,
  ].map((inContext) => sample('table-column', (r) => `${r.letters(7)}${r.digits(3)}`, inContext)),
  ...[
    (secret: string) => `Here is the key of the map service, use it in the test: ${secret}`,
    (secret: string) => `I found a credential, here it is: ${secret}`,
    (secret: string) => `$ openssl rand -base64 24\n${secret}\n`,
    (secret: string) => `I found a credential in the settings:\n\n${secret}\n`,
  ].map((inContext) => sample('announced-secret', (r) => r.alphanumeric(32), inContext)),
  ...[
    (secret: string) => `When the installer prompts for the passphrase, type ${secret} and wait.`,
    (secret: string) => `the runner's keychain is unlocked with ${secret} before it signs`,
    (secret: string) => `服务器的密码上周改成 ${secret} 了`,
  ].map((inContext) => sample('told-secret', (r) => `amber-${r.letters(6)}.Lake${r.digits(2)}`, inContext)),
  ...[(secret: string) => `a colleague unlocked the console with ${secret} an hour ago`].map((inContext) =>
    sample('likely-secret', (r) => `brindle#OTTER${r.digits(4)}`, inContext),
  ),
  sample(
    'payment-card',
    (r) => cardNumber(r),
    (secret) => `The customer says that the card ${secret} was charged twice.`,
  ),
  ...['live_', 'pat_', 'api-'].map((word) =>
    sample(
      'issued-token',
      (r) => `acme_${word}${r.alphanumeric(32)}`,
      (secret) => `new Acme("${secret}")`,
    ),
  ),
  ...[
    (secret: string) => `$ cat config/app-secrets\nweb ${secret}\n`,
    (secret: string) => `==> vpn/auth-user-pass.txt <==\nweb\n${secret}\n`,
  ].map((inContext) => sample('secret-file', (r) => `${r.letters(7)}#${r.digits(3)}`, inContext)),
  sample(
    'one-time-secret',
    (r) => `${r.hex(5)}-1${r.hex(4)}`,
    (secret) => `Recovery codes:\n${secret}\n2bc4d-0a1b2`,
  ),
  sample(
    'one-time-secret',
    (r) => `2${r.base32(31)}`,
    (secret) => `type the setup key ${secret} into the app`,
  ),
  sample(
    'one-time-secret',
    (r) => r.digits(6),
    (secret) => `Your verification code is ${secret}`,
  ),
  sample(
    'seed-phrase',
    () => 'orbit lamp gravel mimic ozone velvet cradle pistol saddle noble arrow fruit',
    (secret) => `wallet recovery phrase: ${secret}`,
  ),
];
