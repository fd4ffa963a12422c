import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const statement = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const lazy = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Everything that a module pulls in when it is loaded; with `alsoLazy`, what it may load later too. */
function reached(entry: string, alsoLazy: boolean): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    const found = [...source.matchAll(statement), ...(alsoLazy ? source.matchAll(lazy) : [])];
    for (const [, specifier = ''] of found) {
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}

const entry = 'src/components/index.ts';

test('the components do not import zod, and load Markdown, highlighter and diff viewer only when needed', () => {
  const { files, packages } = reached(entry, false);
  expect(files.size).toBeGreaterThan(60);
  expect([...files].every((file) => existsSync(file))).toBe(true);
  expect(
    [...packages].filter((name) => /^(?:zod|react-markdown|remark|refractor|react-diff-viewer)/.test(name)),
  ).toEqual([]);
  const later = reached(entry, true).packages;
  expect([...later]).toEqual(
    expect.arrayContaining(['react-markdown', 'refractor/core', 'react-diff-viewer-continued']),
  );
});

test.each([
  'checklist/Checklist.tsx',
  'tool-call-card/ToolCallCard.tsx',
  'message-card/MessageCard.tsx',
  'terminal-output/TerminalOutput.tsx',
  'workdir-path/WorkdirPath.tsx',
  'theme/KitProvider.tsx',
])('%s imports neither the masking rules nor a second language until one is needed', (part) => {
  const start = `src/components/${part}`;
  const big = /redaction\/(?:rules|judge)\/|secretRules|language\/chinese/;
  expect([...reached(start, false).files].filter((file) => big.test(file))).toEqual([]);
  expect([...reached(start, true).files].filter((file) => big.test(file))).not.toEqual([]);
});

test('a story does not load all components, nor the pages of documentation', () => {
  const all = ['src/components/index.ts', '.storybook/showCode.ts', '.storybook/DocsPage.tsx'];
  const first = reached('.storybook/preview.tsx', false);
  expect(all.filter((file) => first.files.has(file))).toEqual([]);
  expect([...first.packages]).not.toContain('@storybook/addon-docs/blocks');
  expect([...reached('.storybook/preview.tsx', true).files]).toEqual(expect.arrayContaining(all));
});

test('a replay imports the rules, and does not wait for them', () => {
  expect(reached('src/components/session-replay/SessionReplay.tsx', false).files).toContain(
    'src/redaction/secretRules.ts',
  );
});

/** The modules that React's server would run itself: it stops at those that are marked as client modules. */
function runOnServer(entries: readonly string[]): string[] {
  const isClient = (file: string): boolean => readFileSync(file, 'utf8').startsWith("'use client';");
  const files = new Set<string>(entries);
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, specifier = ''] of [...source.matchAll(statement), ...source.matchAll(lazy)]) {
      const path = join(dirname(file), specifier);
      if (specifier.startsWith('.') && !isClient(path)) files.add(path);
    }
  }
  return [...files];
}

test("the public entries reach components and hooks only through client modules, so that React's server can import them", () => {
  const files = runOnServer(['src/index.ts', entry, 'src/replay/react/index.ts']);
  expect(files.length).toBeGreaterThan(60);
  const needsClient = (file: string): boolean =>
    /\/(?:use[A-Z]\w*\.ts|\w+\.tsx)$/.test(file) ||
    /import \{[^}]*\b(?:use[A-Z]\w*|createContext|lazy)\b[^}]*\} from 'react'/.test(readFileSync(file, 'utf8'));
  expect(files.filter(needsClient)).toEqual([]);
});
