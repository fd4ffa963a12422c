import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { createSecretMaker } from './createSecretMaker.ts';

const { mask, maskJson } = createRedactor();
const random = createSecretMaker('everyday forms');
const secret = random.alphanumeric(32);
const password = `${random.letters(6)}${random.digits(4)}`;
const joined = `brindleOtter+${random.digits(4)}`;
const wordPair = `brindle-otter${random.digits(2)}`;

describe('masks Base64 with one padding sign, which is a value and not a type', () => {
  // The shape in which `kubectl get secret -o yaml` shows a secret.
  test.each(['DB_PASSWORD', 'client_secret', 'encryption_key', 'X-Api-Key', 'JWT_SECRET', 'password'])('%s', (name) => {
    const values = [8, 11, 14, 17, 20, 23, 26, 29].map((length) => btoa(random.alphanumeric(length)));
    const isLong = (value: string): boolean => /pass/i.test(name) || value.length > 20;
    const left = values.filter((value) => isLong(value) && mask(`${name}: ${value}`).includes(value));
    expect(left).toEqual([]);
    expect(mask(`${name}: ${values[4]}\nuser: app`)).not.toContain(values[4]);
  });

  test('leaves a type unmasked', () => {
    expect(mask(`password: str = "${password}"`)).toBe('password: str = "[REDACTED:password]"');
    expect(mask('def login(password: str = None, token: str = "") -> None:')).toContain('str = None');
  });
});

test.each([
  ['models: bold name', `**Password:** ${password}`],
  ['models: bold value', `Password: **${password}**`],
  ['models: what it is for', `Password (staging): ${password}`],
  ['models: a sentence', `The database password is ${password}, change it.`],
  ['models: a new one', `The password was changed to ${password} today.`],
  ['Chinese: a sentence', `数据库的密码是${password}，请修改。`],
  ['German: a sentence', `Das Passwort lautet ${password} und gilt.`],
  ['a shell: quotes inside quotes', `bash -lc 'mysql -p'\\''${password}'\\'' app'`],
  ['a shell: quotes behind the user', `curl -u admin:'${password}' https://api.internal`],
  ['a shell: variable', `SSHPASS=${password} sshpass -e ssh host`],
  ['a shell: here-string', `sudo -S apt update <<< '${password}'`],
  ['a shell: process substitution', `rsync --password-file=<(echo '${password}') a b`],
  ['a shell: user and sign', `smbclient //fs/share -U 'bob%${password}'`],
  ['Windows', `net user deploy ${password} /add`],
  ['SQL', `CREATE LOGIN app WITH PASSWORD = N'${password}', CHECK_POLICY = ON;`],
  ['a comparison', `if (form.password !== "${joined}") return;`],
  ['a comparison for being the same', `return password == "${joined}"`],
  ['a token in a URL before an empty password', `curl -s https://${random.hex(48)}:@packages.internal/install.sh`],
  ['Go', `sql.Open("mysql", "app:${password}@tcp(db:3306)/app")`],
  ['ODBC', `Driver={ODBC Driver 18};UID=app;PWD={${password}};`],
  ['expect', `expect "password:"\nsend "${password}\\r"`],
  ['Telegram', `https://api.telegram.org/bot${random.digits(10)}:AA${random.base64Url(33)}/getMe`],
  ['HTML', `<input type="password" name="password" value="${password}">`],
  ['a JSON Web Key', `{"kty":"oct","k":"${random.base64Url(43)}"}`],
  ['FTP', `USER web\nPASS ${password}#\n`],
  ['CSV', `user,password,host\nroot,${password},db1`],
  ['a table', `| user | password |\n|---|---|\n| root | ${password} |`],
  ['random letters', `DB_PASSWORD=${random.letters(32)}`],
  ['Base64 that begins with a slash', `client_secret=/${random.base64(42)}=`],
  ['an account with its password', `The admin account is kira with password ${password}.`],
  ['the old one in brackets', `Rotate the SMTP password (old one was ${password})`],
  ['a name with an s', `The guest wifi is Lumora and the password's ${password}, same for the printer.`],
  ['a remark behind a name', `The key you gave me (${secret}) is not valid any more.`],
  ['a remark in Chinese', `请求里带的 AppSecret（${secret}）已经重置过了。`],
  ['what a constructor takes', `const log = new Logtail("${random.letters(8)}47${random.alphanumeric(14)}");`],
  ['a path', `https://conda.anaconda.org/t/ku-${random.uuid()}/acme`],
  ['a word that stands out near a login', `the router page is open, log in as kira / ${joined} to get in`],
  [
    'a word that stands out near a name',
    `The .env says the password differs, but the file overrides it with ${joined}, hence the failure.`,
  ],
  ['a word that stands out, in Chinese', `redis 的 auth 用 ${secret} 就行`],
  [
    'two words and a number in a sentence',
    `Priya said the db password has not changed, it is still ${wordPair} for now.`,
  ],
  ['a user and a password without blanks', `jenkins still takes admin:${joined} today`],
  ['a form on two lines', `username\njo\npassword\n${password}`],
  ['an answer in a chat', `jo: can you send the token\nsam: ${secret}`],
  ['a field of a page', `await page.fill('input[name="password"]', '${joined}');`],
  ['a value without a name of a column', `INSERT INTO users VALUES (1, 'jo', '${joined}');`],
  ['a call of Kotlin', `Credentials.basic("jo", "${password}")`],
  ['a setting of Apache', `SetEnv DB_PASS ${wordPair}`],
  ['the key of a device', `local_key: ${random.hex(16)}`],
  ['a name in one word', `dbPw = "${password}"`],
  ['sudo in a name', `sudo_pass: ${password}`],
  ['a code', `window.config = { securityJsCode: '${random.hex(32)}' };`],
  ['a secret of two words', `secret: '${wordPair}'`],
  ['a sign in a value of YAML', `api_token: ${joined}`],
  ['what a variable is by default', `environment:\n  DB_PASSWORD: \${DB_PASSWORD:-${password}}`],
  ['what code takes by default', `env::var("SESSION_SECRET").unwrap_or_else(|_| "${secret}".to_string());`],
  ['an array of characters', `char pass[] = "${password}";`],
  ['an equals sign in a value of YAML', `replicationPassword: ${wordPair.replace('-', '')}=6549`],
  ['a switch', `set system root-authentication plain-text-password-value ${wordPair}`],
  ['a list of access rules', `user app on ~* +@all >${secret.slice(0, 20)}`],
  [
    'codes in capitals',
    `BACKUP CODES (a@b.internal)\n  ${random.digits(4)} ${random.digits(4)}\n  ${random.digits(4)} ${random.digits(4)}`,
  ],
  ['a login for Base64', `printf "kira:${password}" | base64 -w0`],
  ['a second entry of a file', `db:5432:*:app:${password}\nlocalhost:5433:shop:kira:${password}`],
  ['a dump of PHP', `["password"]=>\n  string(10) "${password}"`],
  ['a user and a password with a stroke', `堡垒机 root / ${password} ，端口 2222`],
  ['a sentence with both', `You can sign in at https://stage.internal with kira and ${password} (it works).`],
  ['a password of a day', `password = "22.07.1957" # ${password}`.replace(` # ${password}`, '')],
  ['a manager of passwords, bare', 'password: 9&fK2m(Lz!w4'],
  ['a phrase in a file', 'fs-passphrase: sparrow lemur marble bonsai'],
  ['words with strokes', "tool --password 'coconut_violin_meadow_film'"],
  ['an option that nobody knows', `iex --cookie ${random.alphanumeric(30)} -S mix`],
  ['a header that nobody knows', `curl -H 'X-Acme-Grant: ${random.alphanumeric(30)}' https://a.internal`],
  ['a call with a host', `let db = open("localhost", "kira", "${password}@7", "inv")`],
  ['a server that is given away', `ACL SETUSER jobs on >${password} ~jobs:* +@all`],
  ['a list of keys', `session({ secret: ['${random.alphanumeric(32)}', '${secret}'] })`],
  ['a step in Chinese', `③ 密码填 ${password}`],
  ['a key of bytes', `var hmacKey = []byte{${Array.from({ length: 32 }, () => `0x${random.hex(2)}`).join(', ')}}`],
  ['a pipeline', `echo "##vso[task.setvariable variable=FEED_PAT]${secret}"`],
  ['a type behind the name', `param adminPassword string = '${password}'`],
  ['a constructor of a module', `co = acme.ClientV2("${random.alphanumeric(40)}")`],
  ['a short name of a secret', `阿里云的SK：${random.alphanumeric(30)}，地域杭州。`],
  ['a code that a publisher asks for', `npm publish --access public --otp=${random.digits(6)}`],
  ['a code at a prompt', `Enter OTP: ${random.digits(6)}`],
  ['a code before its name', `G-${random.digits(6)} is your verification code.`],
  ['the codes of a SIM card', `SIM card: PIN ${random.digits(4)}, PUK1 ${random.digits(8)}`],
  ['a code in groups', `Activate it with license key TQ4RX-T01QP-GRU81-9R321-EML16, registered to Kira.`],
  ['a recovery key on the next line', 'A secret recovery key has been made:\n    lnpzekzk-eknypgmi-unlvutun-soxayovf'],
  ['a line below a command', `ssh root@10.8.1.4\n${joined}\nthat is the root pass`],
  ['an answer on the next line', `what's the pw for the dashboard\n${joined}\nthanks`],
  ['a passphrase', 'SESSION_SECRET="tundra-velvet-cradle-pistol"'],
  ['a passphrase with a word of pages', 'VAULT_PASSWORD="lemur button marble bonsai"'],
  ['a phrase with a number for bytes', 'var jwtKey = []byte("Lemur Marble Bonsai 67")'],
  ['a sentence behind a name', 'pass_phrase=Kira and Lumora since 1997!'],
  ['a phrase with a comma', '{"password":"the lemur is marble, ok?"}'],
  ['a value that begins with a percent sign', 'db_password = "%l3mur&MARBLE27"'],
  ['what a program takes, drawn with a dot', `CONFIG SET requirepass u.aTR18x0z${random.digits(2)}hipHgpeOLd`],
  ['a community of SNMP', 'snmp-server community ilovemarble! RW 10'],
  [
    'what a tool types into a field',
    `{"name":"browser_type","input":{"element":"Password field","ref":"e14","text":"${joined}"}}`,
  ],
  ['a linked server', `EXEC sp_addlinkedsrvlogin 'ERP','false',NULL,'kira','${random.hex(12)}'`],
  [
    'a signed request',
    `Authorization: AWS4-HMAC-SHA256 Credential=x/20260312/eu-west-1/s3/aws4_request, SignedHeaders=host, Signature=${random.hex(64)}`,
  ],
  [
    'a service account as Base64',
    `PLAY_CREDENTIALS=${btoa(`{"type":"service_account","private_key":"${random.base64(200)}"}`)}`,
  ],
  ['what a cloud prints', `$ aws ec2 get-password-data --instance-id i-1 --output text\nKira.2003!!`],
  ['the PIN of a messenger', `signal-cli -a +4915100000000 setPin ${random.digits(6)}`],
  ['the PUK of a card', `PUK der SIM-Karte: ${random.digits(8)}`],
  ['a code in groups, in German', 'Wiederherstellungscode (bitte ausdrucken): KIBU-YBM6-1L5W-P898'],
  ['the login of a telephone', `register => 748772:m4rbl3${random.digits(3)}@sip.internal/761588`],
  ['the key of a forge script', `vm.startBroadcast(0x${random.hex(64)});`],
  ['a field of a manager of passwords', `{"id":"password","value":{"concealed":"${joined}"}}`],
  ['what a tool types, in German', `{"selector":"#kennwort","value":"${joined}"}`],
  ['an entry of .pgpass for every host', `*:*:*:kira:${joined}`],
  ['a key that Python prints', `>>> Fernet.generate_key()\nb'${random.base64Url(43)}='`],
  ['a pipeline with a format, in JSON', JSON.stringify({ command: `printf '%s\\n' '${wordPair}' | sudo -S true` })],
  ['an answer of words with strokes', 'Kira: what is the vpn password again?\nLumo: lemur_marble_bonsai_velvet_178'],
  ['a keystore as Base64', `P12_FILE=MIIBoAIBAzCC${random.base64(200)}`],
  ['a name in another language, before its password', `Zugang zum NAS: kira / ${joined}`],
])('masks the secret in %s', (_, text) => {
  const masked = mask(text);
  expect(masked).not.toBe(text);
  expect(masked).not.toContain(password);
});

test('masks the previous password too', () => {
  expect(mask(`我把密码从 ${password} 改成了 ${password}x9!`)).not.toContain(password);
});

test('masks a whole PGP key, although one of its lines begins like one of a diff', () => {
  const lines = Array.from({ length: 12 }, (_, index) => (index === 5 ? `+${random.base64(63)}` : random.base64(64)));
  const key = `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${lines.join('\n')}\n=${random.base64(4)}\n-----END PGP PRIVATE KEY BLOCK-----`;
  expect(mask(key)).toBe('[REDACTED:private-key]');
});

const acrossLines = `machine api.internal\nlogin deploy\npassword ${password}\n`;
const entry = `- name: DB_TOKEN\n  value: ${secret}\n`;

describe('finds what reveals a secret on another line, after line prefixes added by a tool', () => {
  const prefixes: [string, (line: string, index: number) => string][] = [
    ['cat -n', (line, index) => `${String(index + 1).padStart(6)}\t${line}`],
    ['a reader of files', (line, index) => `${String(index + 1).padStart(6)}→${line}`],
    ['rg -n', (line, index) => `deploy/app.yml:${index + 1}:${line}`],
    ['docker compose logs', (line) => `web-1  | ${line}`],
    ['a log with times', (line) => `2026-03-01T12:00:00.123Z INFO ${line}`],
    ['a build that ran elsewhere', (line) => `build (20.x)\tRun tests\t2026-03-01T12:00:00.1234567Z ${line}`],
    ['the log of the system', (line) => `Mar  1 12:00:00 web-1 acme[812]: ${line}`],
    ['a logger of Python', (line) => `2026-03-01 12:00:00,123 - acme.main - INFO - ${line}`],
    ['a logger of Java', (line) => `2026-03-01T12:00:00.123Z  INFO 1 --- [           main] c.a.App   : ${line}`],
    ['a logger of PHP', (line) => `[2026-03-01 12:00:00] acme.INFO: ${line}`],
    ['a logger of Kubernetes', (line) => `I0301 12:00:00.123456    1 main.go:12] ${line}`],
    ['a build of an image', (line) => `#12 3.412 ${line}`],
    ['a script among others', (line) => `[web] ${line}`],
    ['a task among others', (line) => `web:build: ${line}`],
    ['a quote', (line) => `> ${line}`],
    ['a diff', (line) => `+${line}`],
    ['a diff of a file that was numbered', (line, index) => `+${String(index + 1).padStart(6)}\t${line}`],
    ['logs with the time behind the container', (line) => `web-1  | 2026-03-01T12:00:00Z ${line}`],
    ['a diff in colours', (line) => `\x1b[32m+${line}\x1b[m`],
  ];
  test.each(prefixes)('%s', (_, prefix) => {
    const text = `${acrossLines}${entry}`.split('\n').map(prefix).join('\n');
    expect(mask(text)).not.toContain(password);
    expect(mask(text)).not.toContain(secret);
  });

  test('finds it at the end of a long line', () => {
    const text = `+${'lorem '.repeat(200)}\n+${'ipsum '.repeat(200)}I found a credential in the settings:\n+\n+${secret}\n+`;
    expect(mask(text)).not.toContain(secret);
  });

  test('finds it in the lines of a patch', () => {
    const lines = `${acrossLines}${entry}`.split('\n').map((line) => `+${line}`);
    const masked = maskJson({ structuredPatch: [{ lines }] });
    expect(JSON.stringify(masked)).not.toContain(password);
    expect(JSON.stringify(masked)).not.toContain(secret);
    expect(masked.structuredPatch[0]?.lines).toHaveLength(lines.length);
  });
});

describe('leaves behind line prefixes added by a tool', () => {
  const block = (label: string): string =>
    `-----BEGIN ${label}-----\n${Array.from({ length: 5 }, () => random.base64(64)).join('\n')}\n${random.base64(43)}=\n-----END ${label}-----`;
  test.each([
    ['a certificate', block('CERTIFICATE')],
    ['a public key', block('PUBLIC KEY')],
    ['a masked token', `token: ghp_${'*'.repeat(16)}\napi_key: sk-...abcd`],
    ['code that asks', 'password = getpass.getpass("Password: ")\ntoken = os.environ["API_TOKEN"]'],
    ['headings', '## Password\n\nStored as a hash.\n\n## Token\n\nSent in the header.'],
  ])('%s', (_, text) => {
    const dressed = [
      '   12\t',
      'web-1  | ',
      '[web] ',
      '2026-03-01T12:00:00.1234567Z ',
      'Mar  1 12:00:00 web-1 acme[812]: ',
    ].map((prefix) =>
      text
        .split('\n')
        .map((line) => prefix + line)
        .join('\n'),
    );
    expect(dressed.map((each) => mask(each))).toEqual(dressed);
  });
});

test.each(['backup_', 'mcp__', 'claude-'])('masks a token that is joined to %s', (name) => {
  const token = `ghp_${random.alphanumeric(36)}`;
  expect(mask(`${name}${token}`)).toBe(`${name}[REDACTED:github-token]`);
});

describe('masks a secret in an unusual form', () => {
  const text = `DB_PASSWORD='${password}!x' API_KEY=${secret} postgres://app:${password}@db/app`;
  test.each([
    ['characters without width', text.replace(/.{7}/g, '$&\u200b')],
    ['lines broken at a fixed width', text.repeat(2).replace(/.{60}/g, '$&\n')],
    ['a URL', encodeURIComponent(text)],
    ['HTML', text.replaceAll("'", '&#39;').replaceAll('=', '&#61;')],
    ['JSON three times', JSON.stringify(JSON.stringify(JSON.stringify({ text })))],
    ['colours', text.replace(/\S+/g, '\x1b[1;31m$&\x1b[0m')],
  ])('%s', (_, dressed) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
    const plain = (shown: string): string => shown.replace(/\u200b|\n|\x1b\[[\d;]*m/g, '');
    expect(plain(mask(dressed))).not.toContain(secret);
    expect(plain(mask(dressed))).not.toContain(password);
  });

  test('masks one whose end is cut off', () => {
    expect(mask(`API_KEY="${secret.slice(0, 24)}… [truncated]`)).toBe('API_KEY="[REDACTED:api-key]… [truncated]');
    expect(mask(`postgres://app:${password}… [truncated]`)).toContain('[REDACTED:database-url-password]');
  });
});

describe('masks what a sentence tells', () => {
  const made = `Amber${random.digits(2)}_stone!`;
  const phrase = 'copper-lantern-orchid-walrus';
  test.each([
    ['a noun and a verb with words between', `the password for the new wiki is currently ${made}, I think`, made],
    ['an instruction', `When it prompts for the vault passphrase, type ${phrase} and press enter.`, phrase],
    ['a pronoun after a question', `what was the wiki password again?\nI set it to ${made} in May`, made],
    ['the next line of a chat', `Ada  10:41 AM\nwhat's the password for that?\nBen  10:42 AM\n${made}`, made],
    ['words that protect', `the keystore is protected with ${made}`, made],
    ['five words without a sign', 'the disk wants copper lantern orchid walrus pebble.', 'orchid walrus'],
    ['a single word after an adverb', 'The password for the tablet is just sunshine.', 'sunshine'],
    ['Chinese, a change', `服务器的密码上周改成 ${made} 了`, made],
    ['German, without a known verb', `Das Kennwort, wie gesagt, bleibt ${made} bis Juni`, made],
    ['an answer to a security question', `mother's maiden name → ${made}`, made],
    ['a pair', `creds are builder, ${made}, port 22`, made],
  ])('%s', (_, text, value) => expect(mask(text)).not.toContain(value));

  test.each([
    'The password is required.',
    'the passphrase is stored in the keychain and never leaves it',
    'your password must be at least 12 characters',
    'The password is just hashed.',
    'set it to true and changed it to v2.1.0',
    'the cache is protected by a read-write lock',
    'The disk wants more space than the other one has.',
    '密码长度不能少于 8 位',
  ])('leaves %s', (text) => expect(mask(text)).toBe(text));
});

describe('masks codes that a message tells', () => {
  test.each([
    [
      'far behind the noun',
      'Your one-time passcode for the transfer of EUR 592.00 is 462534. Never share it.',
      '462534',
    ],
    ['of letters', 'Steam Guard code for brindle-otter: 4XVMC', '4XVMC'],
    ['before the noun', 'Enter 553920 when it asks for the SMS code.', '553920'],
    ['of a door', 'rack room 2.14, door code 85680#', '85680'],
    ['without the noun', 'Alarm panel: disarm with 227641 within thirty seconds.', '227641'],
    ['of a safe', 'The combination of the safe is 12-34-56', '12-34-56'],
    ['to pair', 'Enter this code with your app to pair: 676-58-372', '676-58-372'],
    ['in groups of letters', 'Your emergency backup code is kuir-nktu-glst-uobx-lalr. Write it down.', 'nktu'],
    [
      'in a table',
      '| # | backup code | used |\n|---|---|---|\n| 1 | avok-0nn4 | yes |\n| 2 | ihzu-hcp7 | no |',
      'ihzu',
    ],
    ['bound to a page', 'Your code is 497777.\n@shop.example #497777', '#497777'],
    ['in Chinese', '链接 https://pan.baidu.com/s/1crulRia7dmljYv 提取码: smj1', 'smj1'],
    ['of letters and digits in one line', '请保存恢复码:A8F2-K2LQ、B9WM-3AA8', 'B9WM'],
  ])('%s', (_, text, value) => expect(mask(text)).not.toContain(value));

  test.each([
    'exit code: 1287',
    'The status code is 4041 and the error code is TS7006.',
    'zip code 94016, country code 8624',
    'Code Snippets: 3069',
    'the safe limit is 4096 bytes',
    'error TS7006: Parameter has no type',
  ])('leaves %s', (text) => expect(mask(text)).toBe(text));
});

test('masks a line of twelve small words that form no sentence', () => {
  const words = 'copper lantern orchid walrus pebble tundra violet saddle kettle harbor maple canyon';
  expect(mask(`notes:\n${words}\n`)).not.toContain('orchid');
  const sentence = 'the words that people write down when they are asked for reasons';
  expect(mask(sentence)).toBe(sentence);
});

describe('masks what a person made up, by what it is made of', () => {
  const named = `Brindle${random.digits(2)}`;
  const leet = 'br1ndl3b34r';
  const words = 'brindle-otter-lantern';
  const pair = `brindle_otter_${random.digits(4)}`;
  const phrase = `brindle otter ${random.digits(3)}`;
  test.each([
    ['a name and a number behind an option', `fetcher --rpc-secret=${named}`, named],
    ['a name and a number behind a short noun', `ssh root@10.0.0.3, pass ${named}`, named],
    ['letters as digits, before the noun', `try ${leet} as the password`, leet],
    ['Cyrillic and a number', 'hab das Passwort auf бриндель1987 gestellt', 'бриндель1987'],
    ['words behind a foreign noun', `Das Kennwort lautet ${words}.`, words],
    ['words in bold', `<p>das Passwort ist <strong>${words}</strong></p>`, words],
    ['words in a right-to-left sentence', `הסיסמה היא ${words}`, words],
    ['two words and a number behind a foreign verb', `lösenordet är ${pair}`, pair],
    ['two words and a number as a pair', `Zugangsdaten: kira / ${pair}`, pair],
    ['a phrase with a number in quotes', `PGPASSWORD='${phrase}' pg_dump app`, phrase],
    ['a phrase with a number, bare', `password: ${phrase}\nport: 1`, phrase],
    ['a phrase with a number in a sentence', `the password is ${phrase}`, phrase],
    ['words of a container', `environment:\n  APP_ADMIN_SECRET: ${words}\n  APP_MODE: x`, words],
    ['groups of letters', '{"user": "kira", "pass": "qxvh tzrk wpms jhgd"}', 'qxvh tzrk wpms jhgd'],
    ['groups behind a user', "curl --user 'kira:hK2x NvQm a7Zp LrT4 wXcD PbH9' https://a.internal", 'hK2x NvQm'],
    ['letters of both cases that form no word', 'password: "mXvKRdpz_qetWNJagTD"', 'mXvKRdpz'],
    ['more signs than code has', "tool --root_pass 'mfZRI?.&PE>=0=hD(k)ey7'", 'mfZRI'],
    ['letters and a digit that form no word', "session({ secret: 'zqlxnc7envtrefq' })", 'zqlxnc7envtrefq'],
    ['bytes as Python prints them', "app.secret_key = b'_K-PqRZvhf\\n\\xec]RuXeWt/'", 'PqRZvhf'],
  ])('%s', (_, text, value) => expect(mask(text)).not.toContain(value));

  test.each([
    'The password for Ubuntu22 and Windows11 hosts is not stored.',
    'das Passwort in reset-form-field eingeben',
    'secret: web-tls-cert-v2',
    'password is rotated every month since March 2019',
    "password: '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$'",
  ])('leaves %s', (text) => expect(mask(text)).toBe(text));
});

describe('masks at places that only passwords have', () => {
  const chosen = `Brindle.${random.digits(4)}!`;
  const pair = `brindle_otter_${random.digits(4)}`;
  test.each([
    ['what a call makes the value of', `data: { email: 'a@b.dev', password: await hash('${chosen}', 10) }`, chosen],
    ['a map of users', `USERS = {"root": "${pair}", "guest": ""}`, pair],
    ['a section of users', `[admins]\n; name = password\nkira = ${pair}\n`, pair],
    ['a list of accounts', `mail.acme.dev:kira@acme.dev:${pair}\n`, pair],
    ['a listing without a rule', `ssid|psk\nhome|${pair}`, pair],
    ['a user who is an address', `https://kira@acme.local:${pair}@host.internal/sdk`, pair],
    ['all other machines', `default login kira password ${pair}`, pair],
    ['a third argument', `common.authenticate(db, 'kira@acme.dev', '${pair}', {})`, pair],
    ['a field by its label', `fill_in 'Password', with: '${pair}'`, pair],
    ['an encoder', `base64Encode(utf8.encode('kira:${pair}'))`, pair],
    ['a reply to FTP', `331 Password required for kira.\n---> PASS ${pair}\n230 ok`, pair],
    ['what a store prints', '$ terraform output -raw db_password\n3C1D}MT>|Nv/Z/,<=>?|p4', '3C1D}MT'],
    ['a result', 'println(Secret.decrypt("{AQA=}"))\nResult: KW6V~[Zm[*,]&.G', 'KW6V'],
    ['a pipe into passwd', `echo -e "${pair}\\n${pair}" | passwd kira`, pair],
    ['a service of Oracle', `CONNECT app/${pair}@xe`, pair],
    ['a tuple', `{password, "${pair}"}`, pair],
    ['XML in XML', `&lt;Password vt="8"&gt;${chosen}&lt;/Password&gt;`, chosen],
    ['parts of a cookie', `Cookie: AppAuth=APP:root@pam:F0980098::${random.alphanumeric(60)}`, '@pam'],
    ['a keystore', `echo "/u3+7QAAAAIAAAAB${random.base64(120)}" | base64 -d > a.keystore`, '/u3+7QAA'],
  ])('%s', (_, text, value) => expect(mask(text)).not.toContain(value));
});

describe('masks what an address, a command or a setting gives away', () => {
  const chosen = `Brindle.${random.digits(4)}!`;
  const pair = `brindle-otter-${random.digits(3)}`;
  const salt = `lH(M|F-NM%ius8W4,uH4MQLa@YPH;P|[nT~}jJMW8}<_R?AT]hv4#*(uQ${random.digits(4)}.`;
  test.each([
    [
      'a release of Render',
      'DEPLOY=https://api.render.com/deploy/srv-c0qk7dn2vm5s73f1x9tg?key=nLq-Z-3hufA',
      'nLq-Z-3hufA',
    ],
    ['a release of Forge', `https://forge.laravel.com/servers/12/sites/34/deploy/http?token=${secret}`, secret],
    ['a message of Gotify', 'https://push.internal/message?token=AbCd3fGhIjK_mN.&priority=5', 'AbCd3fGh'],
    ['a key of ClickUp', `Authorization: pk_${random.digits(8)}_${random.base32(31)}7`, /pk_\d/],
    ['an MCP server', `npx -y @smithery/cli run @acme/mcp --key ${random.uuid()}`, /--key [0-9a-f]/],
    ['a cookie of Erlang', '$ sudo cat /var/lib/rabbitmq/.erlang.cookie\nZVQKVNXMPTQMZXWPBZVC\n', 'ZVQKVNXM'],
    [
      'an account in the name of a key',
      `set("fs.azure.account.key.logs.blob.core.windows.net", "${random.base64(43)}/${random.base64(42)}==")`,
      '=="',
    ],
    ['users of pgbouncer', '$ sudo cat /etc/pgbouncer/userlist.txt\n"app" "maple_3321x"\n', 'maple_3321x'],
    ['what bcryptjs is handed', `require('bcryptjs').hashSync('${chosen}', 10)`, chosen],
    ['what Laravel is handed', `User::create(['password' => Hash::make('${pair}')])`, pair],
    ['letters of both cases', 'Password: zWpminJpUuRu', 'zWpmin'],
    ['a salt of WordPress', `define( 'NONCE_SALT', '${salt}' );`, salt],
    ['a salt with blanks', `define('SECURE_AUTH_SALT', '${salt.replace('M|F', ' |F')}');`, 'uH4MQLa'],
    ['an answer to a prompt, in JSON', `{"text":"expect \\"password:\\"\\nsend \\"${pair}\\\\r\\""}`, pair],
    ['a secret twice on two lines', `echo -e "${chosen}\n${chosen}" | passwd kira`, chosen],
    ['a greater-than sign as an entity', `ACL SETUSER jobs on &gt;${pair} ~jobs:*`, pair],
    ['the last line of a text in JSON', '{"text":"user kira@acme.dev\\npassword syvaaiqhkdkbxuft"}', 'syvaa'],
    [
      'a log with the name of a thread',
      `2026-03-14T10:15:02.123Z INFO  [worker-3] $ cat config/master.key\n2026-03-14T10:15:02.125Z INFO  [worker-3] ${random.hex(32)}`,
      /3\] [0-9a-f]{32}/,
    ],
    ['a webhook without its end', 'curl https://hooks.slack.com/services/TKI8F8V65/BSR9ZIRLRCK/y7VP', 'BSR9'],
    ['a token in two parts without its end', `key: SG.${random.base64Url(20)}x7.${random.alphanumeric(12)}4Kd`, 'x7.'],
    ['an argument without its end', 'new mysqli("localhost", "root", "BJcrjPheSvNYFZvcf', 'BJcrjPhe'],
    ['a signature without its end', `SignedHeaders=host;x-amz-date, Signature=${random.hex(40)}`, /Signature=[0-9a-f]/],
  ] as [string, string, string | RegExp][])('%s', (_, text, left) => {
    expect(mask(text)).toContain('[REDACTED:');
    expect(mask(text)).not.toMatch(left);
  });

  test.each([
    'see https://hooks.slack.com/services/ for more',
    'https://hooks.slack.com/services/T000/B000/XXXX',
    `trusted-public-keys = cache.acme.internal-1:${random.base64(43)}=`,
    "define('AUTH_KEY', 'put your unique phrase here');",
    'password: vault:secret/data/prod/db#password',
    'curl https://api.render.com/deploy/srv-c0qk7dn2vm5s73f1x9tg?key=$KEY',
    "const digest = hashSync('sha256', body); compareSync('a/b.ts', 'c/d.ts');",
    'Password: getUserNameOrId',
    '2026-03-14T10:15:02.123Z INFO  [worker-3] $ cat config/master.keys',
  ])('leaves %s', (text) => expect(mask(text)).toBe(text));
});
