import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the build can be served from any folder.
  base: './',
  // The worker loads the adapters in chunks of their own.
  worker: { format: 'es' },
});
