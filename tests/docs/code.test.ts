import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };
import { filesOf, snippets } from './snippets.ts';
import { storyCode } from './storyCode.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/code');

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

/** What other packages bring, or make of an app's files. */
const otherModules = `
declare module '@react-router/dev/vite' {
  export function reactRouter(): import('vite').Plugin[];
}
declare module '*/+types/replay' {
  export namespace Route {
    interface LoaderArgs {
      readonly params: { readonly id: string };
    }
    interface ComponentProps {
      readonly loaderData: { readonly session: import('agent-replay-kit/session').Session };
    }
  }
}
`;

/** Where the types of the package's entries lie, in the folder of the code. */
function typePaths(): Record<string, string[]> {
  const entries = Object.entries(pkg.exports).flatMap(([entry, target]): [string, string[]][] =>
    typeof target === 'object' && target.default.endsWith('.js')
      ? [[join(pkg.name, entry), [target.default.replace(/js$/, 'd.ts')]]]
      : [],
  );
  return Object.fromEntries(entries);
}

/** Runs the compiler; returns what it complains about. */
function compile(...args: readonly string[]): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' }).stdout;
}

test('every panel shows the code of its main story', () => {
  const panels = storyCode
    .filter(({ title, isMain }) => isMain && title.startsWith('Panels/'))
    .map(({ title }) => title.slice(7));
  expect(panels).toEqual(
    expect.arrayContaining(['PhaseStrip', 'SessionSearch', 'StatePanel', 'Timeline', 'TimelineLanes', 'TransportBar']),
  );
  expect(storyCode.length).toBeGreaterThan(120);
});

test('the code has the component, texts and numbers of the story', () => {
  const timeline = storyCode.find(({ title, isMain }) => isMain && title === 'Panels/Timeline')?.code;
  expect(timeline).toContain("import { Timeline } from 'agent-replay-kit/components';");
  expect(timeline).toContain('const index = indexSession(session);');
  expect(timeline).toContain('selected="tool-009"');
  expect(timeline).toContain('style={{ height: 640 }}');
});

test('the documentation pages contain code', () => {
  expect(new Set(snippets.map(({ page }) => page))).toEqual(
    expect.objectContaining(new Set(['README.md', 'README.zh-CN.md'])),
  );
  expect(snippets.length).toBeGreaterThan(20);
});

/** The files to compile, by path: the snippets of the pages, and the code of the stories. */
function filesToCompile(): Map<string, string> {
  const files = new Map<string, string>();
  for (const snippet of snippets) {
    for (const [path, code] of filesOf(snippet)) {
      files.set(`${snippet.page.replaceAll(/[/.]/g, '-')}-${snippet.line}/${path}`, `${code}\nexport {};\n`);
    }
  }
  for (const { title, name, code } of storyCode) {
    const at = code.indexOf('\n\n<KitProvider');
    if (at === -1) continue;
    const element = `${code.slice(0, at)}\n\nexport const element = (${code.slice(at)}\n);\n`;
    files.set(`${title.replaceAll(/[ /]/g, '')}-${name}.tsx`, element);
  }
  return files.set('givens.d.ts', givens).set('otherModules.d.ts', otherModules);
}

test('all code in README, docs and guides, and under "Show code", compiles unchanged', { timeout: 120_000 }, () => {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, code] of filesToCompile()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  // The code is compiled against the package's types, as it is where the package is installed; `pnpm typecheck` checks the source.
  const types = ['--noCheck', '--emitDeclarationOnly', '--outDir', join(folder, 'dist')];
  expect(compile('-p', join(root, 'tsconfig.build.json'), ...types)).toBe('');
  const compilerOptions = { paths: typePaths(), noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false };
  const include = ['.', '../../src/css.d.ts'];
  const exclude = ['dist'];
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include, exclude }),
  );
  expect(compile('-p', folder)).toBe('');
});
