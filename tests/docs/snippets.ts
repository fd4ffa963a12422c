import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = ['*.md', 'docs/*.md', 'stories/**/*.mdx', 'examples/*/README.md', 'src/**/README.md'];

export interface Snippet {
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
export function filesOf({ code, language }: Snippet): [path: string, code: string][] {
  const parts = code.split(/^\/\/ ((?:[\w[\]-]+\/)+\w+\.tsx?)\n/m);
  const named = parts.flatMap((part, at): [string, string][] => (at % 2 === 1 ? [[part, parts[at + 1] ?? '']] : []));
  return named.length > 0 ? named : [[`snippet.${language}`, code]];
}

export const snippets = globSync(pages, { cwd: root })
  .filter((page) => !page.startsWith('node_modules') && page !== 'CHANGELOG.md')
  .sort()
  .flatMap(snippetsOf);
