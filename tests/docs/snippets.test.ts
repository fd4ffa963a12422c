import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/snippets');
const pages = ['*.md', 'docs/*.md', 'stories/**/*.mdx', 'examples/*/README.md', 'src/**/README.md'];

interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    code,
  }));
}

/** The files that a snippet stands for: one, or those that comments such as `// app/page.tsx` name. */
function filesOf({ code, language }: Snippet): [path: string, code: string][] {
  const parts = code.split(/^\/\/ ((?:[\w[\]-]+\/)+\w+\.tsx?)\n/m);
  const named = parts.flatMap((part, at): [string, string][] => (at % 2 === 1 ? [[part, parts[at + 1] ?? '']] : []));
  return named.length > 0 ? named : [[`snippet.${language}`, code]];
}

/** What a page leaves to its reader, or has imported further up. */
const givens = `
import type * as kit from 'agent-replay-kit';
import type * as redaction from 'agent-replay-kit/redaction';
import type * as adapterKit from 'agent-replay-kit/adapters';
declare global {
  const { KitProvider, SessionReplay, parseSessionText, createReplay, createSystemClock }: typeof kit;
  const { createRedactor, secretRules, tokenRule, literalRule }: typeof redaction;
  const session: kit.Session;
  const grown: kit.Session;
  const file: File;
  const text: string;
  const record: unknown;
  const env: Readonly<Record<string, string>>;
  const ourTokens: redaction.SecretRule;
  const socket: WebSocket;
  const MyHeader: () => React.ReactElement;
  const ShareButton: () => React.ReactElement;
  function setSession(session: kit.Session): void;
  function navigate(to: { hash: string; replace: boolean }): void;
  function pathOf(id: string): string;
}
`;

/** Where the package's entries lie in the source. */
function sourcePaths(): Record<string, string[]> {
  const entries = Object.entries(pkg.exports).flatMap(([entry, target]): [string, string[]][] =>
    typeof target === 'object' && target.default.endsWith('.js')
      ? [[join(pkg.name, entry), [target.default.replace('./dist/', '../../src/').replace(/js$/, 'ts')]]]
      : [],
  );
  return Object.fromEntries(entries);
}

const snippets = globSync(pages, { cwd: root })
  .filter((page) => !page.startsWith('node_modules') && page !== 'CHANGELOG.md')
  .sort()
  .flatMap(snippetsOf);

test('the documentation pages contain code', () => {
  expect(new Set(snippets.map(({ page }) => page))).toEqual(
    expect.objectContaining(new Set(['README.md', 'README.zh-CN.md'])),
  );
  expect(snippets.length).toBeGreaterThan(20);
});

test('all code in README, docs and guides compiles unchanged', { timeout: 120_000 }, () => {
  rmSync(folder, { recursive: true, force: true });
  for (const snippet of snippets) {
    for (const [path, code] of filesOf(snippet)) {
      const file = join(folder, `${snippet.page.replaceAll(/[/.]/g, '-')}-${snippet.line}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${code}\nexport {};\n`);
    }
  }
  writeFileSync(join(folder, 'givens.d.ts'), givens);
  const compilerOptions = { paths: sourcePaths(), noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});
