import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { createSecretMaker } from './createSecretMaker.ts';

const redactor = createRedactor();
const random = createSecretMaker('not a secret');

/** A variable as shells and templates write it. */
const braces = (name: string): string => `$${`{${name}}`}`;

const texts: Record<string, string> = {
  'hashes, ids and code near words about credentials': [
    `password reset in ${random.hex(40)}, request id ${random.alphanumeric(24)}, etag "${random.hex(32)}"`,
    `gpg --keyserver hkps://keys.internal --recv-keys ${random.hex(40).toUpperCase()}`,
    `login: trace ${random.hex(32)} span ${random.hex(16)} commit ${random.hex(40)}`,
    'const passwordField = props$1.value!.length * 2 + options.secret?.length ?? sha256x8;',
  ].join('\n'),
  'pins, keys and codes that are none':
    'pin 1234px, GPIO pin 18, pin 40 of the header, error code 404123, setup code in setup.ts:120, security key support (WebAuthn), backup code path, recovery key: see docs, license key text here that follows',
  'addresses, checksums and forms near words about credentials': [
    `login, then send to bc1q${'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.slice(0, 30)}8dg9x2w7`,
    `password reset: NO_PUBKEY ${random.hex(16).toUpperCase()}`,
    `secret.txt:\n${random.hex(32)}  backup.tar.gz`,
    'Product keys have the form XXXXX-XXXXX-XXXXX-XXXXX-XXXXX, login to see yours.',
    'echo -n "$PASSWORD" | sha256sum | cut -d" " -f1',
    `mapboxgl.accessToken = 'pk.eyJ1IjoiZGVtbyIsImEiOiJjbGQifQ.${random.alphanumeric(22)}'`,
    `Cache restored from key: Linux-build-${random.hex(64)}`,
    `posthog.init('phc_${random.alphanumeric(43)}', { api_host: 'https://a.internal' })`,
    `encryptedData:\n    password: AgBO${random.base64(160)}`,
  ].join('\n'),
  'lines of go.sum, names of caches, questions': [
    `login: github.com/acme/secret v1.2.0 h1:${random.base64(43)}=`,
    `github.com/acme/token v1.2.0/go.mod h1:${random.base64(43)}=`,
    'Wachtwoord vergeten?',
    `const wasm = "AGFzbQEAAAAB${random.base64(64)}";`,
    `untrusted comment: minisign public key 9A52\nRWQ${random.base64(53)}`,
    'gcloud run deploy --set-secrets=DB_PASS=db-pass:latest',
    `Cache restored from key: npm-${random.hex(64)}`,
  ].join('\n'),
  'a text that is nothing but a value': random.alphanumeric(32),
  'a git hash': `commit ${random.hex(40)}\nindex ${random.hex(7)}..${random.hex(7)} 100644`,
  'a SHA-256': `sha256:${random.hex(64)}  dist/index.js`,
  'an integrity field': `resolution: {integrity: sha512-${random.base64(86)}==}`,
  'a UUID': `{"uuid":"${random.uuid()}","parentUuid":"${random.uuid()}","sessionId":"${random.uuid()}"}`,
  'ids of messages and calls': `toolu_01${random.alphanumeric(22)} msg_01${random.alphanumeric(22)} call_${random.alphanumeric(24)} req_011${random.alphanumeric(21)} fc_${random.hex(50)} rs_${random.hex(50)}`,
  'a picture': `data:image/png;base64,iVBORw0KGgoAAAANSUhEUg${random.base64(4000)}`,
  'a signature of thinking': `{"type":"thinking","thinking":"","signature":"EqQB${random.base64(400)}"}`,
  'encrypted reasoning': `{"type":"reasoning","encrypted_content":"gAAAAAB${random.base64Url(900)}"}`,
  'Base64url without end': random.base64Url(20_000),
  'a certificate': `-----BEGIN CERTIFICATE-----\n${random.base64(64)}\n${random.base64(64)}\n-----END CERTIFICATE-----`,
  'a public key': `-----BEGIN PUBLIC KEY-----\n${random.base64(64)}\n-----END PUBLIC KEY-----`,
  'an SSH public key': `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5${random.base64(48)} me@host`,
  'the first line of a key alone': `if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return 'pem';`,
  'a key with an ellipsis for a body': '-----BEGIN RSA PRIVATE KEY-----\nMIIE...\n-----END RSA PRIVATE KEY-----',
  'a Base64 certificate': `certificate-authority-data: ${btoa(`-----BEGIN CERTIFICATE-----\n${random.base64(64)}`)}`,
  'JSON in Base64url that is no token': `eyJ${random.alphanumeric(40)}.${random.alphanumeric(20)}`,
  'counts of tokens': '{"input_tokens":12045,"output_tokens":88,"cache_read_input_tokens":1045123,"max_tokens":4096}',
  'a call': 'const token = getToken(request); const secret = await readSecret("db/main");',
  'a member': 'password = user.password; api_key = config.api_key; token: this.options.accessToken2,',
  'a type': 'interface Login { password: string; token?: string | undefined; apiKey: Secret<string> }',
  'a parameter with a type':
    'def login(password: str, token: Optional[str] = None, api_key: str = Field(...)) -> None:',
  'an environment variable':
    'apiKey: process.env.OPENAI_API_KEY, token: os.environ["GITHUB_TOKEN"], secret: ENV.fetch("SECRET")',
  'a type with digits': 'def encode(self, private_key: ed25519.Ed25519PrivateKey2048Bits, salt: bytes) -> None:',
  'a lockfile': `"node_modules/a": {"version": "1.2.3", "integrity": "sha512-${random.base64(86)}==", "resolved": "https://r.internal/a/-/a-1.2.3.tgz#${random.hex(40)}"}`,
  'a checksum list': `${random.hex(64)}  a.tar.gz\nMD5 (b) = ${random.hex(32)}\nh1:${random.base64(43)}=`,
  'frames of a stack': 'at Object.getToken (file:///srv/app/node_modules/.pnpm/auth@1.2.3_a1b2c3d4e5f6/index.js:12:34)',
  'options that only look alike':
    'mysql -p app; docker run -p 8080:80 x; mkdir -p a/b2c3; redis-cli -h cache -p 6379 ping; ssh -p 2222 host; mysqldump --port=3306 app',
  'a table of settings':
    '| DB_PASSWORD | required, 8 to 64 characters |\n| `API_KEY` | string | none |\n| token | bytes2 |',
  'words in Chinese': '密码是必填项；密钥长度为 2048 位，令牌：见文档。密码：请输入',
  'plain HTML':
    '<label for=&quot;password&quot;>Password</label>&#10;<input type=&quot;password&quot; name=&quot;pw2&quot;>',
  'a path of a drawing': '{"d":"M10.5 10.5L20 20","path":{"d":"M3.5,8.25h17.5v2H3.5z"}}',
  'a user in a URL': 'https://dependabot-preview-2024@github.com/a/b https://very-long-user-name-of-a-team@host/x',
  'a port and a place': 'redis://cache:6379/0?mail=a@b.internal postgres://db:5432/app@2024 :5432:app',
  'a template': `PASSWORD=${braces('DB_PASSWORD')} TOKEN=$TOKEN api_key="{{ api_key }}" secret: ${braces('{ secrets.DEPLOY_KEY }')} Bearer ${braces('token')}`,
  'a placeholder':
    'API_KEY=your-api-key-here TOKEN=<your token> SECRET=xxxxxxxxxxxxxxxx password=changeme password: "********" token="..."',
  'placeholder tokens': `ghp_${'x'.repeat(36)} sk-ant-your-key-here sk-proj-... sk-... AKIAIOSFODNN7${'EXAMPLE'} sk-ant-api03-${'x'.repeat(40)}`,
  'stock words': 'password: "password123", secret: "my-secret-key", token: "test-token-1", apiKey: "fake_api_key"',
  'a label':
    '"password": "Passwort", "token": "Zugriffs-Token", "password": "请输入密码", placeholder="Enter your password"',
  'a word': 'password: required, password="current-password", type="password" name=password autocomplete=new-password',
  'a sentence':
    'The token is read from the header; a secret of any length works. Pass: 12, Fail: 0. The key is to test.',
  'results of tests': '--- PASS: TestRefreshTokenRotatesEvery24Hours (0.03s)\nPASS tests/auth2/login5.test.ts',
  'names of secrets':
    'secretName: db-credentials-v2, secretKeyRef: { name: app-secrets-2024, key: password }, token_type: Bearer',
  'places of secrets':
    'token_url: https://auth.internal/oauth2/token, password_file: /run/secrets/db_password, private_key_path = ./keys/id_ed25519',
  'a page token': `{"nextPageToken":"${random.base64Url(60)}"}`,
  'public keys of services': `pk_live_${random.alphanumeric(24)} pk-lf-${random.uuid()} phc_${random.alphanumeric(43)} sb_publishable_${random.alphanumeric(22)}`,
  'a registry, a port, an address':
    'http://localhost:8080/@scope/pkg git@github.com:team/app.git https://user@host/x mailto:a:b@c',
  'placeholders in URLs': `postgres://user:password@localhost/db postgres://postgres:postgres@db redis://:${braces('PASS')}@h mysql://root:<pass>@h`,
  'a pattern for URLs': String.raw`/^https?:\/\/[^:]+:([^@]+)@/`,
  CSS: '.sk-fading-circle .sk-circle2:before{animation-delay:-1.1s} .key-2a{--token-color:#a1b2c3}',
  'minified code': 'var e=t.token,n=e.secret,r={password:n,apiKey:i[0]};function o(t){return"Bearer "+t}',
  'names of models': 'tokenizer: claude-3-5-sonnet-20241022, token_model=gpt-4o-mini-2024-07-18',
  'snake case with short prefixes':
    'hf_model_name npm_config_registry npm_lifecycle_event sk_test_helper re_compile_cache fc-list r8_count',
  numbers: 'password_length: 12345678, secret_count=100000000, token = 0x1f',
  'an image of a registry': 'image: registry.internal/app@sha256:0f1e2d',
  'a working folder': 'PWD=/home/me/project2 OLDPWD=/tmp/a1b2c3d4 pwd: /srv/app-2',
  'plain cookies': 'Cookie: theme=dark; lang=en; cookie_consent=true\nSet-Cookie: theme=dark; Path=/; Max-Age=31536000',
  'a user for docker': 'docker run -u 1000:1000 --user node:node image',
  'keys of elements and of pages':
    '<li key="oE9LJ8DaB_HAFMjjdADvH">a</li> <div data-sitekey="6LeSW4Eq86K0OxArXms51t4PNthja8c5kEEZazuA">',
  'the address of an article': 'https://medium.internal/introducing-a-coding-agent-memory-system-637d7d92514a',
  'what is handed on':
    'We create and pass AgentSession2.start to it, with token counts (ES2022+) and password authentication.',
  'numbers that are no cards':
    'card 4111 1111 1111 1111 is for tests, order card 1234567890123456, timestamps 1700000000000000',
  'options of any program':
    'git log --format=%H --commit-id A1b2C3d4E5f6G7h8I9j0K1l2 && dvc get --rev v2Abc --file-id 1AbCdEfGhIjKlMnOpQrStUvWxYz012345',
  'words near a name that stand out less':
    'password reset in error-catalog#item-0005, IC_kwDOQpcLLc7bUo8V, dist/index.mjs:12, [A-Za-z0-9+/=_-], issue org/repo#1234, Ctrl+Shift+5',
  'lists with slashes, colours and pairs':
    'use `blue!60!black` / `green!40!black`, admin/users2, root:x:0:0, admin:user, utf8 / latin1',
  'a field of a page and its label':
    'page.fill("#password", "")\nt("password", "Passwort")\n<label>password\nRequired2 field</label>',
  'types and calls near a name':
    'e.password=null;let i=await Wt(vt,n,St,!1,wt)&&privateKey: Uint8Array, (exports2.Socks5Auth = {}) secretName: harbor-tls2',
  'a variable that must be set': `PASSWORD: \${POSTGRES_PASSWORD:?required} SECRET=\${SECRET:-}`,
  'versions side by side':
    'dependencies = [ "click>=8.0.0", "pytest-asyncio>=0.25.3", "pydantic>=2.12.5" ] tags(["wcag121", "EN-9.1.2.1", "section508"])',
  'a file that is piped': 'cat ~/pw.txt | docker login --password-stdin',
  'sentences in Base64, with comments beside':
    'const samples = [\n  "TWFueSBvdHRlcnMgbWFrZSBhIGZhbWlseQ==", // "Many otters make a family"\n  "VGhlIGtleSB0byB0aGUgcml2ZXIgaXMgdGltZQ==", // the key to the river\n]',
  'numbers near words about codes':
    'GPIO pin 17, baud 115200, port 8443; the code has 1200 lines, login since 2019, exit code 4404, (C) 2025-2026',
  'Basic English':
    'Basic authentication is off. Bearer authentication tokens are described below. BASIC programming2024 guide',
};

test.each(Object.entries(texts))('leaves %s unmasked', (_, text) => {
  expect(redactor.find(text).map(({ rule, start, end }) => `${rule}: ${text.slice(start, end)}`)).toEqual([]);
  expect(redactor.mask(text)).toBe(text);
  const inJson = JSON.stringify({ stdout: text });
  expect(redactor.mask(inJson)).toBe(inJson);
});
