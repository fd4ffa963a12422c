import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TerminalColour, TextStyle } from '../../../src/components/terminal-output/screen/textStyle.ts';
import {
  contrast,
  hardestGround,
  readableColour,
  runLook,
} from '../../../src/components/terminal-output/TerminalRow.tsx';

const colours = readFileSync('src/components/theme/colors.css', 'utf8');
const rgb = fc.integer({ min: 0, max: 0xffffff });
const exact = (value: number): TerminalColour => ({ kind: 'exact', rgb: value });

function properties(style: TextStyle): Record<string, string | undefined> {
  return (runLook(style).style ?? {}) as Record<string, string | undefined>;
}

const parse = (hex: string | undefined): number => Number.parseInt((hex ?? '').slice(1), 16);

test('every colour becomes readable on every background, and a readable one stays unchanged', () => {
  fc.assert(
    fc.property(rgb, rgb, (ink, ground) => {
      const made = readableColour(ink, ground);
      expect(contrast(made, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrast(ink, ground) >= 4.5) expect(made).toBe(ink);
    }),
  );
});

test('the backgrounds with the lowest contrast are those of the themes', () => {
  const grounds = [...colours.matchAll(/--ark-bg-3: (#[0-9a-f]{6});/g)].map(([, hex]) => hex);
  expect(new Set(grounds)).toEqual(
    new Set([hardestGround.light, hardestGround.dark].map((value) => `#${value.toString(16)}`)),
  );
});

test('24-bit colours are readable in both themes', () => {
  fc.assert(
    fc.property(rgb, (ink) => {
      const made = properties({ ink: exact(ink) });
      expect(contrast(parse(made['--ark-run-light']), hardestGround.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parse(made['--ark-run-dark']), hardestGround.dark)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a background keeps its colour, and the text on it becomes readable', () => {
  fc.assert(
    fc.property(fc.option(rgb, { nil: undefined }), rgb, fc.boolean(), (ink, ground, inverse) => {
      const style: TextStyle = inverse
        ? { inverse: true, ink: exact(ground), ...(ink === undefined ? {} : { ground: exact(ink) }) }
        : { ground: exact(ground), ...(ink === undefined ? {} : { ink: exact(ink) }) };
      const made = properties(style);
      expect(parse(made['--ark-run-ground'])).toBe(ground);
      expect(contrast(parse(made['--ark-run-light']), ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('named colours are passed to the style sheet by name', () => {
  expect(runLook({ ink: { kind: 'named', index: 1 } })).toMatchObject({
    attributes: { 'data-ink': 'red' },
    style: undefined,
  });
  expect(runLook({ ink: { kind: 'named', index: 12 }, inverse: true }).attributes).toMatchObject({
    'data-ink': undefined,
    'data-ground': 'bright-blue',
  });
  expect(runLook({ inverse: true }).attributes['data-ground']).toBe('default');
});

test('a style is worked out once', () => {
  const style: TextStyle = { bold: true };
  expect(runLook(style)).toBe(runLook(style));
});
