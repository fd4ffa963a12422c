// Checks the architecture: which folder of src may import which, and through which entry files. Anything not listed is forbidden.
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
  loading: ['session', '@noble/hashes'],
  'loading/worker': ['loading', 'session', 'adapters', 'redaction'],
  'index.ts': ['components', 'loading', 'replay', 'replay/react', 'session'],
  element: ['session', 'loading', 'replay', 'replay/react', 'components', 'react', 'react-dom'],
  page: ['session', 'export', 'loading', 'element', 'components', 'react', 'react-dom', 'zod'],
  // The foundation of the components, then the parts they share, then the components.
  'components/hooks': ['replay', 'react', 'react-dom'],
  'components/language': ['components/hooks', 'session'],
  // Secrets are masked in one place: nothing else in the components knows the redactor.
  'components/masking': ['components/hooks', 'redaction'],
  'components/theme': ['components/hooks', 'components/language', 'components/masking', 'session', 'react'],
  'components/icons': [...ground, 'session', 'react'],
  'components/shared': [
    ...ground,
    'components/icons',
    'replay',
    'session',
    'react',
    'react-window',
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

/**
 * Files that another top folder of src may import, besides every `index.ts`, which is public, and `internal.ts`, which is for the kit
 * alone. A folder stands for the files in it. Each comes with its reason.
 */
const doors: Record<string, string> = {
  'session/facts': 'Each file answers one question about a call or an event, and is known by its name.',
  'session/text': 'Each file answers one question about a text, and is known by its name.',
  'replay/createStore.ts': 'The ground of the components stands on it, and on nothing else of the replay.',
  'replay/slices.ts': 'The same.',
  'session/chinese.ts': 'It is loaded with the Chinese catalogue, and only then.',
  'components/styles.css': 'The style sheet is as public as the components.',
  'element/element.css': 'The page of exports carries the style sheets of everything it can show.',
  'redaction/redactionMarker.ts': 'A page shows masks before it has loaded the rules.',
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

function topOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function isDoor(path: string): boolean {
  return /(?:^|\/)(?:index|internal)\.tsx?$/.test(path) || path in doors || dirname(path) in doors;
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
    // What follows a question mark tells a bundler how to read the file.
    const [name = ''] = specifier.split('?');
    const path = name.startsWith('.') ? posix.normalize(posix.join(dirname(file), name)) : undefined;
    const target = path === undefined ? packageOf(specifier) : layerOf(path);
    if (target !== layer && (target === undefined || !allowed[layer]?.includes(target))) {
      faults.push(`src/${file} imports ${specifier}: ${layer} may not use ${target ?? 'what lies outside src'}`);
    } else if (path !== undefined && topOf(path) !== topOf(file) && !isDoor(path)) {
      const door = `${topOf(path)}/internal.ts`;
      faults.push(
        `src/${file} imports ${specifier}: go through ${topOf(path)}/index.ts, or ${door} for what is not public`,
      );
    }
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log('Layers hold.');
