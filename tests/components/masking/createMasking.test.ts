import { expect, test } from 'vitest';
import { createMasking, type Masking, noMasking } from '../../../src/components/masking/masking.ts';
import { usualMasking } from '../../../src/components/masking/usualMasking.ts';
import { ruleMasking } from '../../../src/components/masking/usualRules.ts';
import { createKit } from '../../../src/components/theme/createKit.ts';
import { createRedactor, literalRule } from '../../../src/redaction/index.ts';
import { plantedSecrets, secretLine, secretText } from './plantedSecrets.ts';

const leaks = (text: string): string[] => plantedSecrets.filter((secret) => text.includes(secret));

function inSteps(text: string): { text: string; steps: number } {
  const generator = ruleMasking.maskInSteps(text);
  for (let steps = 0; ; steps += 1) {
    const step = generator.next();
    if (step.done) return { text: step.value, steps };
  }
}

test('masking a text or a value twice gives the same as masking it once', () => {
  const text = ruleMasking.mask(secretText);
  expect(leaks(text)).toEqual([]);
  expect(ruleMasking.mask(text)).toBe(text);
  const value = ruleMasking.mask({ params: { list: [secretLine], n: 4 } });
  expect(leaks(JSON.stringify(value))).toEqual([]);
  expect(ruleMasking.mask(value)).toBe(value);
});

test('a value without secrets stays the same object, and a value with secrets is masked only once', () => {
  const clean = { params: { file_path: 'src/a.ts' } };
  expect(ruleMasking.mask(clean)).toBe(clean);
  const call = { params: { command: secretLine } };
  expect(ruleMasking.mask(call)).toBe(ruleMasking.mask(call));
});

test('values that are not text are left alone', () => {
  expect([undefined, null, 4, true].map((value) => ruleMasking.mask(value))).toEqual([undefined, null, 4, true]);
});

test('masking a long text in steps gives the same as masking it at once, wherever a step ends', () => {
  for (const lines of [2880, 2895, 2905, 2909, 2920]) {
    const text = `${'2026-01-01 04:12 3.41\n'.repeat(lines)}${secretText}\n${'2026-01-01 04:12 3.41\n'.repeat(7000)}`;
    const { text: masked, steps } = inSteps(text);
    expect(steps).toBeGreaterThan(2);
    expect(masked).toBe(ruleMasking.mask(text));
    expect(leaks(masked)).toEqual([]);
  }
});

test('a single line without an end is masked in steps too', () => {
  const { text, steps } = inSteps(`${'x'.repeat(300_000)} ${secretLine} ${'y'.repeat(300_000)}`);
  expect(steps).toBeGreaterThan(4);
  expect(leaks(text)).toEqual([]);
});

test('a kit masks by default, and reveals unless the host forbids it', () => {
  const kit = createKit({});
  expect([kit.masking, kit.reveal]).toEqual([usualMasking, 'allowed']);
  expect(createKit({ redact: false }, kit).masking).toBe(noMasking);
  const strict = createKit({ reveal: 'forbidden' }, kit);
  expect([createKit({ theme: 'dark' }, strict).reveal, createKit({ redact: false }, strict).reveal]).toEqual([
    'forbidden',
    'forbidden',
  ]);
});

test('a host brings its own rules, and the same redactor gives the same masking', () => {
  const own = literalRule({ id: 'harbour-code', label: 'Code of a harbour', secrets: ['CUX-4471-QX'] });
  const redact = createRedactor({ extra: [own] });
  const kit = createKit({ redact });
  expect((kit.masking as Masking).mask('the code is CUX-4471-QX')).toBe('the code is [REDACTED:harbour-code]');
  expect(createKit({ redact }).masking).toBe(kit.masking);
  expect(createMasking(() => redact).mask(secretLine)).toContain('[REDACTED:');
});
