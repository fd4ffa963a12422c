import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRedactor,
  findRedactionMarkers,
  literalRule,
  redactionMarker,
  type SecretRule,
  secretRules,
  tokenRule,
} from '../../src/redaction/index.ts';
import { createSecretMaker } from './createSecretMaker.ts';
import { hostileText } from './hostileText.ts';
import { placements } from './placements.ts';
import { secretSamples } from './secretSamples.ts';

const redactor = createRedactor();
const random = createSecretMaker('createRedactor');
const token = `ghp_${random.alphanumeric(36)}`;
const key = random.pem('RSA PRIVATE KEY', 6);

describe('mask', () => {
  test('returns the same string if there is no secret', () => {
    const text = 'Nothing to see here: token counts, passwords in general, https://example.org/a.';
    expect(redactor.mask(text)).toBe(text);
    expect(redactor.mask('')).toBe('');
  });

  test('counts each secret by its rule', () => {
    const counts: [string, number][] = [];
    const masked = redactor.mask(`${token} and ${token}, PASSWORD=hunter2`, (rule, times) =>
      counts.push([rule, times]),
    );
    expect(masked).toBe('[REDACTED:github-token] and [REDACTED:github-token], PASSWORD=[REDACTED:password]');
    expect(counts).toEqual([
      ['github-token', 1],
      ['github-token', 1],
      ['password', 1],
    ]);
  });

  test('names a secret by its shape rather than by the text before it', () => {
    expect(redactor.mask(`Authorization: Bearer ${token}`)).toBe('Authorization: Bearer [REDACTED:github-token]');
    expect(redactor.mask(`"password": "${token}"`)).toBe('"password": "[REDACTED:github-token]"');
  });

  test('masks a value whose name was taken for part of the previous value', () => {
    const [first, second] = [random.alphanumeric(40), random.alphanumeric(40)];
    const masked = redactor.mask(`/logs/API_TOKEN=${first}/API_TOKEN_2=${second}.jsonl`);
    expect(masked).toBe('/logs/API_TOKEN=[REDACTED:token]=[REDACTED:token]');
  });

  test('masks a secret that is part of a path', () => {
    const session = random.base36(26);
    expect(redactor.mask(`/srv/PHPSESSID=${session}/config.jsonc`)).toBe('/srv/PHPSESSID=[REDACTED:cookie]');
  });

  test('keeps its own markers, in every placement', () => {
    for (const { suits, place } of placements) {
      for (const sample of secretSamples.filter(suits)) {
        const masked = redactor.mask(place(sample));
        expect(redactor.mask(masked)).toBe(masked);
      }
    }
  });

  test('masks the whole range of a token that terminal codes split', () => {
    const split = `${token.slice(0, 9)}\x1b[1;31m${token.slice(9, 20)}\x1b[0m${token.slice(20)}`;
    expect(redactor.mask(`\x1b[32mtoken ${split}\x1b[0m end`)).toBe('\x1b[32mtoken [REDACTED:github-token]\x1b[0m end');
  });
});

describe('masks a truncated secret', () => {
  test.each([
    ['an ellipsis', `${token.slice(0, 20)}… was used`, '[REDACTED:github-token]… was used'],
    ['three dots', `${token.slice(0, 20)}... was used`, '[REDACTED:github-token]... was used'],
    ['the end of the text', `used ${token.slice(0, 20)}`, 'used [REDACTED:github-token]'],
    ['too little to be worth anything', 'sk-ant-api03-... and ghp_a1B2…', 'sk-ant-api03-... and ghp_a1B2…'],
  ])('%s', (_, text, masked) => expect(redactor.mask(text)).toBe(masked));

  test('a key without its last line', () => {
    const head = key.split('\n').slice(0, 4).join('\n');
    expect(redactor.mask(`$ cat key\n${head}`)).toBe('$ cat key\n[REDACTED:private-key]');
    expect(redactor.mask(`${head}\n[truncated]\nDone.`)).toBe('[REDACTED:private-key]\n[truncated]\nDone.');
    expect(redactor.mask(`${head.slice(0, -10)}`)).toBe('[REDACTED:private-key]');
  });

  test('a key without its first line', () => {
    const tail = key.split('\n').slice(2).join('\n');
    expect(redactor.mask(`${tail}\nDone.`)).toBe('[REDACTED:private-key]\nDone.');
    expect(redactor.mask(JSON.stringify(`[…]\n${tail}\nDone.`))).toBe('"[…]\\n[REDACTED:private-key]\\nDone."');
  });
});

describe('masks a key in an unusual form', () => {
  const lines = key.split('\n');
  test.each([
    ['in source code', lines.map((line) => `"${line}\\n"`).join(' +\n  ')],
    ['in a list', JSON.stringify(lines)],
    ['numbered with arrows', lines.map((line, index) => `${index + 1}→${line}`).join('\n')],
    ['in a comment', lines.map((line) => `# ${line}`).join('\n')],
    ['on one line', lines.join(' ')],
    ['with Windows line ends', lines.join('\r\n')],
    [
      'with headers',
      [lines[0], 'Proc-Type: 4,ENCRYPTED', `DEK-Info: AES-128-CBC,${random.hex(32)}`, '', ...lines.slice(1)].join('\n'),
    ],
    ['of PuTTY', ['Private-Lines: 6', ...lines.slice(1, -1), `Private-MAC: ${random.hex(64)}`].join('\n')],
    [
      'of SSH.com',
      [
        '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
        ...lines.slice(1, -1),
        '---- END SSH2 ENCRYPTED PRIVATE KEY ----',
      ].join('\n'),
    ],
  ])('%s', (_, text) => {
    const masked = redactor.mask(`before ${text} after`);
    for (const line of lines.slice(1, -1)) expect(masked).not.toContain(line.slice(0, 20));
    expect(masked).toMatch(/^before/);
    expect(masked).toMatch(/after$/);
  });
});

describe('custom rules', () => {
  test('can leave out rules of the kit', () => {
    const without = createRedactor({ rules: secretRules.filter(({ id }) => id !== 'github-token') });
    expect(without.mask(token)).toBe(token);
  });

  test('can be added', () => {
    const own = tokenRule({
      id: 'acme-token',
      label: 'Acme token',
      shape: 'acme_…',
      forms: [{ prefix: 'acme_', body: /[a-z0-9]{12}/ }],
    });
    expect(createRedactor({ extra: [own] }).mask('use acme_a1b2c3d4e5f6 now')).toBe('use [REDACTED:acme-token] now');
  });

  test('can be known values', () => {
    const known = literalRule({
      id: 'known-value',
      label: 'Known value',
      secrets: ['correct horse [battery]', 'ünï-code-42'],
    });
    expect(createRedactor({ extra: [known] }).mask('say "correct horse [battery]" or ünï-code-42!')).toBe(
      'say "[REDACTED:known-value]" or [REDACTED:known-value]!',
    );
    expect(() => literalRule({ id: 'known-value', label: 'Known value', secrets: ['pin'] })).toThrow(RangeError);
  });

  test('can look for words of another script', () => {
    const match = (text: string, _at: number, after: number) => ({ start: after, end: text.length });
    const own: SecretRule = {
      id: 'own-word',
      label: 'Own word',
      shape: 'пароль(…',
      evidence: 'guess',
      clues: [{ anchor: 'пароль(', match }],
    };
    expect(createRedactor({ rules: [own] }).mask('мой пароль(abc')).toBe('мой пароль([REDACTED:own-word]');
  });

  test('must have an anchor of a minimum length', () => {
    const short = tokenRule({ id: 'short', label: 'Short', shape: 'x-…', forms: [{ prefix: 'x-', body: /a+/ }] });
    expect(() => createRedactor({ extra: [short] })).toThrow(/too short/);
    const inverted = { ...short, clues: short.clues.map((clue) => ({ ...clue, anchor: 'acme[^a-z]' })) };
    expect(() => createRedactor({ extra: [inverted] })).toThrow(/begins with "\^"/);
  });
});

describe('markers', () => {
  test('are found with their rules', () => {
    const text = `a ${redactionMarker('jwt')} b ${redactionMarker('github-token')} [REDACTED:] [REDACTED:No] [REDACTED:a--b]`;
    expect(findRedactionMarkers(text)).toEqual([
      { start: 2, end: 16, rule: 'jwt' },
      { start: 19, end: 42, rule: 'github-token' },
    ]);
  });
});

describe('arbitrary text', () => {
  test('is masked alike whatever the redactor scanned before', () => {
    // A text of the same length without a secret, one with it, and the first again.
    const plain = 'x'.repeat(token.length);
    const texts = [plain, token, plain, token].map((text) => `a line with ${text} in it`);
    expect(texts.map((text) => redactor.mask(text) === text)).toEqual([true, false, true, false]);
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 6 }), (all) => {
        const first = all.map((text) => redactor.mask(text));
        expect(all.toReversed().map((text) => redactor.mask(text))).toEqual(first.toReversed());
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  test('is masked without an error, is unchanged when masked again, and grows little', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const masked = redactor.mask(text);
        expect(redactor.mask(masked)).toBe(masked);
        expect(masked.length).toBeLessThanOrEqual(text.length * 8 + 40);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('keeps everything outside of the secrets', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        let rebuilt = '';
        let from = 0;
        for (const { start, end, rule } of redactor.find(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          rebuilt += text.slice(from, start) + redactionMarker(rule);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
        expect(redactor.mask(text)).toBe(rebuilt + text.slice(from));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});
