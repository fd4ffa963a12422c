import { expect, test } from 'vitest';
import { secretsIn } from '../../../scripts/agent-replay/secretCheck.ts';
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
