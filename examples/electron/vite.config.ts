import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: { outDir: 'dist/renderer' },
  // The worker loads the adapters in chunks of their own.
  worker: { format: 'es' },
});
