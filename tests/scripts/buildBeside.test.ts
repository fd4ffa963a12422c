import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildBeside } from '../../scripts/buildBeside.ts';

const root = mkdtempSync(join(tmpdir(), 'beside-'));
afterAll(() => rmSync(root, { recursive: true }));

const folder = join(root, 'dist/page');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const write = (into: string, text: string): void => {
  writeFileSync(join(into, 'page.css'), text);
  writeFileSync(join(into, 'page.js'), text);
};

test('a build that is overtaken by another leaves whole files, and nothing beside them', () => {
  buildBeside(folder, 'page.js', (into) => write(into, 'first'));
  buildBeside(folder, 'page.js', (into) => {
    writeFileSync(join(into, 'page.js'), 'half');
    expect([read('page.js'), read('page.css')]).toEqual(['first', 'first']);
    buildBeside(folder, 'page.js', (other) => write(other, 'second'));
    expect([read('page.js'), read('page.css')]).toEqual(['second', 'second']);
    write(into, 'third');
  });
  expect([read('page.js'), read('page.css')]).toEqual(['third', 'third']);
  expect(readdirSync(join(root, 'dist'))).toEqual(['page']);
});

test('a build that fails changes nothing', () => {
  buildBeside(folder, 'page.js', (into) => write(into, 'good'));
  const failing = (into: string): void => {
    write(into, 'bad');
    throw new Error('It does not compile');
  };
  expect(() => buildBeside(folder, 'page.js', failing)).toThrow('It does not compile');
  expect(read('page.js')).toBe('good');
  expect(readdirSync(join(root, 'dist'))).toEqual(['page']);
});
