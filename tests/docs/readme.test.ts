import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };
import { adapters } from '../../src/adapters/index.ts';

const root = join(import.meta.dirname, '../..');

describe.each(['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md'])('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  test('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  test('names only scripts that exist', () => {
    const scripts = [...text.matchAll(/\bpnpm(?:@12)? ([a-z][a-z:-]+)/g)].map(([, name = '']) => name);
    const ofPnpm = ['install', 'pack'];
    expect(scripts.filter((name) => !(name in pkg.scripts) && !ofPnpm.includes(name))).toEqual([]);
  });

  test('imports only what the package exports', () => {
    const entries = [...text.matchAll(/'agent-replay-kit(\/[^'?]+)/g)].map(([, entry]) => `.${entry}`);
    expect(entries.filter((entry) => !(entry in pkg.exports))).toEqual([]);
  });
});

test.each(['README.md', 'README.zh-CN.md'])('%s names every format', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  expect(
    adapters.map(({ descriptor }) => descriptor.id).filter((id) => !new RegExp(`^\\| \`${id}\` +\\|`, 'm').test(text)),
  ).toEqual([]);
});
