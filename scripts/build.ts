// Builds dist/: one .js and .d.ts per source file (tsc), one styles.css (lightningcss), and the published schema.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle } from 'lightningcss';
import { build } from 'vite';
import { buildApp } from './build-app.ts';
import { buildPage } from './build-page.ts';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const compile = (...options: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
// Comments are for whoever writes against the types; in the code they were a sixth of its weight.
compile('--emitDeclarationOnly');
compile('--noCheck', '--declaration', 'false', '--removeComments');

// Browsers from 2024 on: nesting and cascade layers stay as written.
const version = (major: number) => major << 16;
const sheetOf = (filename: string): string =>
  bundle({
    filename,
    minify: true,
    targets: { chrome: version(123), firefox: version(121), safari: (17 << 16) | (5 << 8) },
  }).code.toString();
const code = sheetOf('src/components/styles.css');
writeFileSync('dist/styles.css', code);
// The element's shadow root takes its style sheet as text, which no other bundler reads from CSS as Vite does.
const elementStyles = JSON.stringify(code + sheetOf('src/element/element.css'));
writeFileSync('dist/element/elementStyles.js', `export const elementStyles = ${elementStyles};\n`);
// TypeScript 6 and later check side-effect imports: without this, `import '…/styles.css'` is an error for consumers.
writeFileSync('dist/styles.css.d.ts', 'export {};\n');
copyFileSync('schemas/std-001-3.1.schema.json', 'dist/std-001.schema.json');
await buildPage();
await buildApp();
// The package's command, for Node only: its dependencies stay imports, its own modules are bundled into a few files.
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  // Small, and loaded with the first request to a bucket: a file of the build rather than a package to install.
  ssr: { noExternal: ['aws4fetch'] },
  build: {
    ssr: true,
    outDir: 'dist/command',
    target: 'node20',
    rolldownOptions: {
      input: {
        'agent-replay': 'scripts/agent-replay.ts',
        stageWorker: 'scripts/etl/stageWorker.ts',
        adapterWorker: 'scripts/etl/adapterWorker.ts',
        libraryWorker: 'scripts/serve/libraryWorker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // Names stay, for the stack that --debug shows; comments and spaces were half of it.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, legalComments: 'inline' } },
      },
    },
  },
});
// The template that `agent-replay new-adapter` copies.
for (const part of ['src', 'samples', 'README.md', 'gitignore', 'package.json', 'tsconfig.json'])
  cpSync(join('examples/adapter', part), join('dist/command/adapter', part), { recursive: true });
console.log(`Built dist/ (styles.css ${code.length} bytes).`);
