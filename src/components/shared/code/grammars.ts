/** Grammars that the kit loads when a text first needs one. Each is a module of the highlighter. */
export const grammarNames = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'dart',
  'diff',
  'docker',
  'elixir',
  'go',
  'graphql',
  'hcl',
  'ini',
  'java',
  'javascript',
  'json',
  'jsx',
  'kotlin',
  'lua',
  'makefile',
  'markdown',
  'markup',
  'php',
  'powershell',
  'protobuf',
  'python',
  'ruby',
  'rust',
  'scala',
  'scss',
  'sql',
  'swift',
  'toml',
  'tsx',
  'typescript',
  'yaml',
] as const;

/** Names a grammar of the highlighter. */
export type GrammarName = (typeof grammarNames)[number];

/** Other names of the grammars: aliases used in code fences, and file extensions. */
const others: Readonly<Record<GrammarName, readonly string[]>> = {
  bash: ['sh', 'shell', 'zsh', 'console', 'shellscript', 'shell-session', 'bashrc'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'hh'],
  csharp: ['cs', 'c#', 'dotnet'],
  css: ['less'],
  dart: [],
  diff: ['patch'],
  docker: ['dockerfile'],
  elixir: ['ex', 'exs'],
  go: ['golang'],
  graphql: ['gql'],
  hcl: ['tf', 'terraform'],
  ini: ['cfg', 'conf', 'env', 'properties', 'editorconfig', 'gitconfig'],
  java: ['gradle', 'groovy'],
  javascript: ['js', 'mjs', 'cjs', 'node'],
  json: ['jsonc', 'json5', 'jsonl', 'ndjson', 'webmanifest'],
  jsx: [],
  kotlin: ['kt', 'kts'],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md', 'mdx', 'mdc'],
  markup: ['html', 'xml', 'svg', 'htm', 'vue', 'svelte', 'astro', 'plist', 'xsl'],
  php: [],
  powershell: ['ps1', 'psm1', 'pwsh'],
  protobuf: ['proto'],
  python: ['py', 'py3', 'pyi', 'gyp'],
  ruby: ['rb', 'gemfile', 'rake'],
  rust: ['rs'],
  scala: ['sc', 'sbt'],
  scss: ['sass'],
  sql: ['psql', 'mysql', 'sqlite', 'postgresql'],
  swift: [],
  toml: ['lock'],
  tsx: [],
  typescript: ['ts', 'mts', 'cts'],
  yaml: ['yml'],
};

const byName: ReadonlyMap<string, GrammarName> = new Map(
  grammarNames.flatMap((grammar) => [grammar, ...others[grammar]].map((name) => [name, grammar] as const)),
);

/** The grammar that a code fence names; undefined if the kit has none of that name. */
export function grammarOfFence(name: string): GrammarName | undefined {
  return byName.get(name.trim().toLowerCase());
}

/** The grammar of a file, by its extension or by its whole name (`Dockerfile`). */
export function grammarOfPath(path: string): GrammarName | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return byName.get(dot < 0 ? name : name.slice(dot + 1));
}
