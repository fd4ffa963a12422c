import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { createSecretMaker } from './createSecretMaker.ts';
import { hostileText } from './hostileText.ts';

const { maskJson } = createRedactor();
const random = createSecretMaker('createJsonMasker');
const token = `ghp_${random.alphanumeric(36)}`;

describe('maskJson', () => {
  test('checks every line of a list whose lines together reveal nothing', () => {
    const value = { lines: ['one', 'two'], password: ['one', 'sunshine'] };
    expect(maskJson(value)).toEqual({ lines: ['one', 'two'], password: ['one', '[REDACTED:password]'] });
  });

  test('returns the same value if there is no secret', () => {
    const value = { command: 'ls -la', list: [1, 'two', null, { deep: true }], token_count: 12 };
    expect(maskJson(value)).toBe(value);
  });

  test('shares unchanged parts, and leaves the original unchanged', () => {
    const value = { kept: { a: 'b' }, found: { output: `use ${token}` } };
    const masked = maskJson(value);
    expect(masked).toEqual({ kept: { a: 'b' }, found: { output: 'use [REDACTED:github-token]' } });
    expect(masked.kept).toBe(value.kept);
    expect(value.found.output).toContain(token);
  });

  test("uses a field's name to judge its value", () => {
    const key = random.alphanumeric(32);
    expect(
      maskJson({
        password: 'hunter2',
        apiKey: key,
        env: { AWS_SECRET_ACCESS_KEY: random.base64(40) },
        headers: { authorization: `Bearer ${key}`, cookie: `theme=dark; sid=${key}` },
        auths: { 'r.internal': { auth: btoa('deploy:s3cretPw') } },
        quoted: { password: `say "hi" 2 'me'` },
        odd: { secret: `${key.slice(0, 20)}"${key.slice(20)}` },
        commit: random.hex(40),
      }),
    ).toMatchObject({
      password: '[REDACTED:password]',
      apiKey: '[REDACTED:api-key]',
      env: { AWS_SECRET_ACCESS_KEY: '[REDACTED:aws-secret-access-key]' },
      headers: { authorization: 'Bearer [REDACTED:bearer-token]', cookie: 'theme=dark; sid=[REDACTED:cookie]' },
      auths: { 'r.internal': { auth: '[REDACTED:basic-auth]' } },
      quoted: { password: `say "hi" 2 'me'` },
      odd: { secret: '[REDACTED:secret]' },
    });
  });

  test('masks the lines of a difference by the text they form together', () => {
    const lines = random
      .pem('RSA PRIVATE KEY', 4)
      .split('\n')
      .map((text) => ({ sign: '+', text }));
    const plain = [{ sign: ' ', text: 'one' }, ...lines, { sign: '-', text: 'two' }];
    const masked = maskJson(plain);
    const inner = lines.slice(1, -1).map(({ text }) => text);
    expect(inner.length).toBeGreaterThan(2);
    for (const text of inner) expect(JSON.stringify(masked)).not.toContain(text);
    expect(masked.map(({ sign }) => sign)).toEqual(plain.map(({ sign }) => sign));
    expect([masked[0], masked.at(-1)]).toEqual([plain[0], plain.at(-1)]);
  });

  test('uses a neighbouring name to judge a value', () => {
    expect(
      maskJson([
        { name: 'DB_PASSWORD', value: 'hunter2' },
        { name: 'STAGE', value: 'prod7' },
      ]),
    ).toEqual([
      { name: 'DB_PASSWORD', value: '[REDACTED:password]' },
      { name: 'STAGE', value: 'prod7' },
    ]);
  });

  test('masks what a tool types into the password field of a page', () => {
    const field = { element: 'Password field of the form', ref: 'e14' };
    expect(maskJson({ ...field, text: 'brindleOtter27!' })).toEqual({ ...field, text: '[REDACTED:password]' });
    expect(maskJson({ selector: '#password', value: 'brindleOtter27!' }).value).toBe('[REDACTED:password]');
    expect(maskJson({ element: 'Name field', text: 'brindle' })).toEqual({ element: 'Name field', text: 'brindle' });
  });

  test('masks secrets in field names', () => {
    expect(maskJson({ [token]: 1 })).toEqual({ '[REDACTED:github-token]': 1 });
  });

  test('finds a key whose lines are list items, as in a patch', () => {
    const lines = [
      '@@ -0,0 +1,9 @@',
      ...random
        .pem('PRIVATE KEY', 4)
        .split('\n')
        .map((line) => `+${line}`),
      ' kept',
    ];
    const counts: string[] = [];
    const masked = maskJson({ lines }, (rule) => counts.push(rule)).lines;
    expect(masked).toHaveLength(lines.length);
    expect(masked.at(0)).toBe('@@ -0,0 +1,9 @@');
    expect(masked.at(2)).toBe('[REDACTED:private-key]');
    expect(masked.at(-1)).toBe(' kept');
    expect(counts).toEqual(['private-key']);
    expect(maskJson({ lines: masked }).lines).toBe(masked);
    const coloured = lines.map((line) => line.replace(/.{7}/g, '$&\x1b[1;31m'));
    expect(maskJson(coloured).join('')).not.toContain(lines[2]?.slice(3, 10));
  });

  test('keeps a field called __proto__ a field', () => {
    const value: unknown = JSON.parse(`{"__proto__": {"output": "${token}"}}`);
    const masked = maskJson(value);
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"output":"[REDACTED:github-token]"}}');
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
  });

  test('drops what is too deep to scan', () => {
    const depth = 20_000;
    const value: unknown = JSON.parse(`${'['.repeat(depth)}"${token}"${']'.repeat(depth)}`);
    const counts: string[] = [];
    const text = JSON.stringify(maskJson(value, (rule) => counts.push(rule)));
    expect(text).toContain('[REDACTED:nested-too-deep]');
    expect(text).not.toContain(token);
    expect(counts).toEqual(['nested-too-deep']);
  });

  test('changes nothing when applied again', { timeout: 60_000 }, () => {
    const json = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(fc.dictionary(hostileText, fc.oneof(hostileText, fc.array(hostileText), json)), (value) => {
        const masked = maskJson(value);
        expect(maskJson(masked)).toEqual(masked);
      }),
      { seed: 1 },
    );
  });
});
