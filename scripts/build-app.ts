// Builds the app of `agent-replay serve`: the studio example on the kit's sources, by its public names.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const studio = join(root, 'examples/studio');

/** The kit by the names under which its package exports it. */
const kit = [
  { find: /^agent-replay-kit\/styles\.css$/, replacement: join(root, 'src/components/styles.css') },
  // One React, also where the example has installed another for itself.
  { find: /^(react|react-dom)(\/.*)?$/, replacement: join(root, 'node_modules/$1$2') },
  { find: /^agent-replay-kit\/([\w/-]+)(\?.*)?$/, replacement: `${join(root, 'src')}/$1/index.ts$2` },
];

export async function buildApp(): Promise<void> {
  await build({
    root: studio,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      react(),
      {
        name: 'served',
        // The page asks its server for sessions, instead of an index beside it.
        transformIndexHtml: () => [
          { tag: 'meta', attrs: { name: 'agent-replay-server', content: 'api/' }, injectTo: 'head' },
        ],
      },
    ],
    resolve: { alias: kit },
    worker: { format: 'es' },
    build: {
      outDir: join(root, 'dist/app'),
      emptyOutDir: true,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildApp();
