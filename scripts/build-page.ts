// Builds the page of exported and opened replays: one script and one style sheet. With a folder, into that one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export async function buildPage(outDir = 'dist/page'): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: 'src/page/main.tsx',
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js', assetFileNames: 'page.[ext]' },
        // In one file, an import on demand loads nothing, and no module has an address.
        checks: { moduleLevelDirective: false, emptyImportMeta: false, ineffectiveDynamicImport: false },
      },
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPage(process.argv[2]);
