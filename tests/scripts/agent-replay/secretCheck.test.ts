import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretsIn, secretsInPieces } from '../../../scripts/agent-replay/secretCheck.ts';
import { createRedactor } from '../../../src/redaction/index.ts';
import { createSecretMaker } from '../../redaction/createSecretMaker.ts';

const redactor = createRedactor();

test('secretsIn says where a text holds a secret, and never shows it', () => {
  const found = secretsIn('a.env', 'USER=app\nDB_PASSWORD=hunter22x\n', redactor);
  expect(found).toEqual([{ path: 'a.env', rule: 'password', at: '2:13' }]);
});

test('secretsIn points to a secret in JSON, and skips what is masked already', () => {
  const text = JSON.stringify({ 'a/b': [{ password: 'hunter22x' }], done: 'PASSWORD=[REDACTED:password]' });
  expect(secretsIn('session.json', text, redactor)).toEqual([
    { path: 'session.json', rule: 'password', at: '/a~1b/0/password' },
  ]);
});

test('secretsIn shows no field name that is a secret', () => {
  const token = `ghp_${createSecretMaker('secretCheck').alphanumeric(36)}`;
  const found = secretsIn('session.json', JSON.stringify({ [token]: 1 }), redactor);
  expect(found).toEqual([{ path: 'session.json', rule: 'github-token', at: '/[REDACTED:github-token]' }]);
});

test('secretsInPieces finds in a long file what it finds in one piece, at the same places', () => {
  const make = createSecretMaker('pieces');
  const lines = Array.from({ length: 3000 }, (_, n) => {
    const filler = `line ${n} 界 says nothing ${'x '.repeat(n % 40)}`;
    return n % 5 === 0 ? `${filler}\nDB_PASSWORD=${make.alphanumeric(14)} # and on` : filler;
  });
  const text = lines.join(' \n');
  const folder = mkdtempSync(join(tmpdir(), 'pieces-'));
  const path = join(folder, 'long.log');
  try {
    writeFileSync(path, text);
    const whole = secretsIn(path, text, redactor);
    expect(whole).toHaveLength(600);
    for (const bytes of [10_007, 20_000, 65_536]) expect([...secretsInPieces(path, redactor, bytes)]).toEqual(whole);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ['each in a line', '\n', '30000:11'],
  // Each takes 35 characters.
  ['all in one line', ' ', `1:${29_999 * 35 + 11}`],
])('the places of many secrets, %s, are counted once through the text', (_, between, last) => {
  const make = createSecretMaker('many');
  const text = Array.from({ length: 30_000 }, () => `API_TOKEN=${make.alphanumeric(24)}`).join(between);
  const found = secretsIn('many.env', text, redactor);
  expect(found.at(-1)).toMatchObject({ at: last });
});
