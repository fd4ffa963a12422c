import { refractor, type Syntax } from 'refractor/core';
import type { CodeKind, CodeLines, CodePart } from './codePart.ts';
import type { GrammarName } from './grammars.ts';
import { kindOf } from './kindOf.ts';

/** Loaders of the grammars, written out so that a bundler makes a chunk of each. */
export const grammarLoaders: Readonly<Record<GrammarName, () => Promise<{ default: Syntax }>>> = {
  bash: () => import('refractor/bash'),
  c: () => import('refractor/c'),
  cpp: () => import('refractor/cpp'),
  csharp: () => import('refractor/csharp'),
  css: () => import('refractor/css'),
  dart: () => import('refractor/dart'),
  diff: () => import('refractor/diff'),
  docker: () => import('refractor/docker'),
  elixir: () => import('refractor/elixir'),
  go: () => import('refractor/go'),
  graphql: () => import('refractor/graphql'),
  hcl: () => import('refractor/hcl'),
  ini: () => import('refractor/ini'),
  java: () => import('refractor/java'),
  javascript: () => import('refractor/javascript'),
  json: () => import('refractor/json'),
  jsx: () => import('refractor/jsx'),
  kotlin: () => import('refractor/kotlin'),
  lua: () => import('refractor/lua'),
  makefile: () => import('refractor/makefile'),
  markdown: () => import('refractor/markdown'),
  markup: () => import('refractor/markup'),
  php: () => import('refractor/php'),
  powershell: () => import('refractor/powershell'),
  protobuf: () => import('refractor/protobuf'),
  python: () => import('refractor/python'),
  ruby: () => import('refractor/ruby'),
  rust: () => import('refractor/rust'),
  scala: () => import('refractor/scala'),
  scss: () => import('refractor/scss'),
  sql: () => import('refractor/sql'),
  swift: () => import('refractor/swift'),
  toml: () => import('refractor/toml'),
  tsx: () => import('refractor/tsx'),
  typescript: () => import('refractor/typescript'),
  yaml: () => import('refractor/yaml'),
};

type Node = ReturnType<typeof refractor.highlight>['children'][number];
type Element = Extract<Node, { type: 'element' }>;

function namesOf({ properties }: Element): string[] {
  const names = properties.className;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== 'token').map(String) : [];
}

function* partsOf(nodes: readonly Node[], around?: CodeKind): Generator<CodePart> {
  for (const node of nodes) {
    if (node.type === 'text') yield { text: node.value, kind: around };
    else if (node.type === 'element') yield* partsOf(node.children, kindOf(namesOf(node)) ?? around);
  }
}

function linesOf(parts: Iterable<CodePart>): CodeLines {
  const lines: CodePart[][] = [[]];
  for (const { text, kind } of parts) {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, kind });
    }
  }
  return lines;
}

/**
 * Tokenizes code by a grammar, which is loaded first. Returns pieces of text and their kinds, never markup. A line feed ends a line; the
 * joined pieces are the text.
 */
export async function highlightCode(text: string, grammar: GrammarName): Promise<CodeLines> {
  if (!refractor.registered(grammar)) refractor.register((await grammarLoaders[grammar]()).default);
  return linesOf(partsOf(refractor.highlight(text, grammar).children));
}
