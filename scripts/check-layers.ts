// Holds the architecture: which folder of src may import which. Anything not listed is forbidden.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

const ground = ['components/hooks', 'components/language', 'components/masking', 'components/theme'];

/** Folder of src -> folders and packages it may import. Longest match wins; a folder may always import itself. */
const allowed: Record<string, readonly string[]> = {
  session: ['zod'],
  redaction: [],
  adapters: ['session', 'redaction', '@noble/hashes', 'jsonc-parser', 'zod'],
  replay: ['session', 'redaction'],
  'replay/react': ['replay', 'session', 'react'],
  export: ['session', 'redaction', 'replay', '@ansi-tools/parser', '@noble/hashes'],
  loading: ['session'],
  'loading/worker': ['loading', 'session', 'adapters', 'redaction'],
  'index.ts': ['components', 'loading', 'replay', 'replay/react', 'session'],
  page: ['session', 'export', 'loading', 'replay/react', 'components', 'react', 'react-dom'],
  // The ground of the components, then the parts they share, then the components.
  'components/hooks': ['react', 'react-dom'],
  'components/language': ['components/hooks', 'session'],
  // Secrets are masked in one place: nothing else in the components knows the redactor.
  'components/masking': [...ground, 'session', 'redaction', 'react'],
  'components/theme': [...ground, 'session', 'react'],
  'components/icons': [...ground, 'session', 'react'],
  'components/shared': [
    ...ground,
    'components/icons',
    'replay',
    'session',
    'react',
    'react-markdown',
    'remark-gfm',
    '@ansi-tools/parser',
    'refractor',
  ],
  components: [
    ...ground,
    'components/icons',
    'components/shared',
    'replay',
    'replay/react',
    'session',
    'react',
    'react-dom',
    'react-window',
    'd3-scale',
    '@ansi-tools/parser',
    'react-diff-viewer-continued',
  ],
};

const root = join(import.meta.dirname, '..', 'src');

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function layerOf(path: string): string | undefined {
  return Object.keys(allowed)
    .filter((layer) => path === layer || path.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"\s]+)['"]/g;
const faults: string[] = [];
for (const file of filesOf(root)) {
  const layer = layerOf(file);
  if (layer === undefined) {
    faults.push(`src/${file} lies in no known layer`);
    continue;
  }
  for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
    const target = specifier.startsWith('.')
      ? layerOf(posix.normalize(posix.join(dirname(file), specifier)))
      : packageOf(specifier);
    if (target === layer || (target !== undefined && allowed[layer]?.includes(target))) continue;
    faults.push(`src/${file} imports ${specifier}: ${layer} may not use ${target ?? 'what lies outside src'}`);
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log('Layers hold.');
