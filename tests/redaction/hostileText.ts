import fc from 'fast-check';
import { secretRules } from '../../src/redaction/index.ts';
import { secretSamples } from './secretSamples.ts';

/** A text that matches an anchor of a rule. */
function anchorText(anchor: (typeof secretRules)[number]['clues'][number]['anchor']): string {
  const pattern = typeof anchor === 'string' ? anchor : anchor.anyCase;
  return pattern.replace(/\[(.)[^\]]*\]/g, '$1');
}

/** The anchors of every rule. */
export const anchorTexts: readonly string[] = [
  ...new Set(secretRules.flatMap(({ clues }) => clues.map(({ anchor }) => anchorText(anchor)))),
];

const glue = [
  '=',
  ':',
  ': ',
  ' = ',
  '"',
  "'",
  '`',
  '\\"',
  '\\\\\\"',
  '\\n',
  '\n',
  ' ',
  ',',
  ';',
  '.',
  '-',
  '_',
  '/',
  '\\/',
  '@',
  '://',
  '\\u0026',
  '\\u003d',
  '%3D',
  '\x1b[0m',
  '\\u001b[31m',
  '\x1b]8;;',
  '…',
  '...',
  '[REDACTED:jwt]',
  '[REDACTED:',
  '-----',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  'eyJ',
  'a1B2c3D4e5F6',
  'hunter2',
  'abc',
  '密码',
  '\ud800',
  '\0',
];

/** Texts made of the pieces that rules look for, in any order, with secrets among them. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...glue) },
      { weight: 3, arbitrary: fc.constantFrom(...anchorTexts) },
      { weight: 2, arbitrary: fc.constantFrom(...secretSamples).map(({ secret }) => secret) },
      { weight: 1, arbitrary: fc.constantFrom(...secretSamples).map(({ secret, inContext }) => inContext(secret)) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...secretSamples)
          .chain(({ secret }) => fc.nat(secret.length).map((length) => secret.slice(0, length))),
      },
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));
