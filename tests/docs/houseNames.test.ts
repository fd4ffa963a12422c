import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatIds } from '../../src/adapters/formatIds.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('{src,scripts,tests,stories,docs,benchmarks,packages}/**/*.*', {
  cwd: root,
  exclude: (name) => /(?:^|[\\/])(?:node_modules|dist|pictures)(?:$|[\\/])/.test(String(name)),
}).map((path) => path.replaceAll('\\', '/'));
const code = files.filter((path) => /^(?:src|scripts|stories|tests\/helpers)\/.*\.(?:tsx?|js|css)$/.test(path));
const words = new Set(code.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\w+/g) ?? []));

/** Of a file that a new component or slot would have: `X.tsx`, `useName.ts`. */
const isPattern = (name: string) => /(?:^|[a-z])(?:X|Name)(?:\.\w+)?$/.test(name);

/** A name is a path from its page, or the end of one. */
function isFile(name: string, folder: string): boolean {
  const fromPage = posix.join(folder, name);
  return files.some((path) => path === fromPage || `/${path}`.endsWith(`/${name}`));
}

function namesIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

const pages = [
  'CONTRIBUTING.md',
  ...globSync('{src,scripts}/**/README.md', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
];

describe.each(pages)('%s', (page) => {
  test('names only files that exist', () => {
    const named = namesIn(page).filter((name) => /^[\w./-]+\.(?:tsx?|css|mdx)$/.test(name) && !isPattern(name));
    expect(named.filter((name) => !isFile(name, posix.dirname(page)))).toEqual([]);
  });
});

// The page of a format names fields of foreign logs as well.
const ofFormats = new Set(formatIds.map((id) => `src/adapters/${id}/README.md`));

describe.each(pages.filter((page) => !ofFormats.has(page)))('%s', (page) => {
  test('names only functions, types and values that the code has', () => {
    const named = namesIn(page)
      .filter((name) => !name.includes('/') && !/\.\w+$/.test(name))
      .flatMap((name) => name.match(/\b[A-Za-z]\w*[a-z][A-Z]\w*/g) ?? []);
    expect(named.filter((name) => !isPattern(name) && !words.has(name))).toEqual([]);
  });
});
