import { afterEach, expect, test, vi } from 'vitest';
import { jsonText, textOf } from '../../../src/adapters/read/jsonObject.ts';

afterEach(() => vi.restoreAllMocks());

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 'core');

/** An engine that serialises only some levels, as Node 20 does. */
function limitEngine(levels: number): void {
  const stringify = JSON.stringify;
  const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0);
  vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown, ...more: unknown[]) => {
    if (depthOf(value) > levels) throw new RangeError('Maximum call stack size exceeded');
    return stringify(value, ...(more as []));
  });
}

test('replaces only what is nested deeper than the engine can serialise', () => {
  limitEngine(300);
  expect(jsonText(['beside', nested(200)])).toContain('core');
  const cut = jsonText(['beside', nested(1000)]);
  expect(cut).toMatch(/^\["beside",\[+"…"\]+$/);
  expect(textOf(nested(1000))).toContain('…');
});

test('rethrows any other error', () => {
  const circle: unknown[] = [];
  circle.push(circle);
  expect(() => jsonText(circle)).toThrow(TypeError);
});
