import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import pkg from './package.json' with { type: 'json' };
import { findBrowser } from './scripts/browser.ts';
import { grammarNames } from './src/components/shared/code/grammars.ts';
import { PictureReporter } from './tests/picture-reporter.ts';
import { SummaryReporter } from './tests/summary-reporter.ts';

const browser = await findBrowser();

// Reference pictures are made with the pinned Chromium, and compared only in it: another build draws text differently.
const comparePictures = browser?.pinned === true;
if (!comparePictures) {
  console.warn(
    'Stories run, but are not compared with their pictures: those are made with the pinned Chromium (Linux x64; pnpm test installs it).',
  );
}

// Every runtime dependency is pre-bundled up front. One that Vite finds only while stories run makes it reload the page
// under them: "Failed to fetch dynamically imported module", then a 60 s stall.
const include = [
  ...Object.keys(pkg.dependencies).filter((name) => name !== '@noble/hashes' && name !== 'refractor'),
  '@noble/hashes/sha2.js',
  'refractor/core',
  ...grammarNames.map((name) => `refractor/${name}`),
  ...Object.keys(pkg.peerDependencies),
  'axe-core',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'storybook/theming',
  'storybook/preview-api',
  'storybook/internal/core-events',
  '@storybook/addon-docs/blocks',
];

// Playwright already adds --no-sandbox, so root needs no flag of ours.
const provider = playwright({
  launchOptions: browser === undefined ? {} : { executablePath: browser.path },
  contextOptions: { deviceScaleFactor: 1, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
});

/** Made anew for each project: Vitest writes the project's name into it. */
const chromium = () => ({ enabled: true, headless: true, instances: [{ browser: 'chromium' as const }], provider });

/** Every story: it renders, its play function runs, and in both themes axe finds nothing and its picture is the same. */
const stories: TestProjectInlineConfiguration = {
  plugins: [storybookTest({ configDir: '.storybook', initialGlobals: { theme: 'light', motion: 'reduced' } })],
  optimizeDeps: { include },
  test: {
    name: 'stories',
    setupFiles: ['./tests/pictures.setup.ts'],
    testTimeout: 60_000,
    provide: { comparePictures },
    // One page for many files: it loads the kit once. What a story leaves behind, its own unmounting takes away.
    isolate: false,
    browser: {
      ...chromium(),
      expect: {
        toMatchScreenshot: {
          comparatorName: 'pixelmatch',
          // threshold: how far one pixel's colour may be off (0–1): some four of 255 steps. More, and a tint that
          // changes from green to blue goes unseen. Then at most this many pixels may be.
          comparatorOptions: { threshold: 0.015, allowedMismatchedPixels: 20 },
          resolveScreenshotPath: ({ arg, ext, root }) => `${root}/tests/pictures/${arg}${ext}`,
          resolveDiffPath: ({ arg, ext, root }) => `${root}/test-results/pictures/${arg}${ext}`,
        },
      },
    },
  },
};

/** Tests that replace modules, or modules of Node, for the code that they load: each file in a worker of its own. */
const isolated = [
  'tests/faults/**/*.test.ts',
  'tests/components/server.test.ts',
  'tests/scripts/agent-replay/exportLogs.test.ts',
  'tests/scripts/chromatic.test.ts',
  'tests/scripts/etl/catalogue/frozenCatalogue.test.ts',
  'tests/scripts/etl/createDiskItems.test.ts',
];

/** Tests that need no browser. Without isolation a worker loads the kit once for all of its files, which was most of the time. */
const unit = (name: string, files: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  test: {
    ...files,
    name,
    environment: 'node',
    // Commands and threads that tests start load the kit compiled, after the first.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/tests', import.meta.url)) },
    setupFiles: ['./tests/kit.setup.ts'],
    // A test that hangs is known by this; a busy machine is no fault, and properties are tried on a thousand cases.
    testTimeout: 60_000,
  },
});

/** Tests in a browser that replace modules of the kit. */
const replacing = ['tests/components/diff-view/scrub.browser.test.tsx'];

const inBrowser = (name: string, files: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  optimizeDeps: { include },
  test: {
    ...files,
    name,
    setupFiles: ['./tests/kit.setup.ts'],
    // The other tests keep the machine busy at the same time.
    testTimeout: 60_000,
    expect: { poll: { timeout: 5000 } },
    browser: chromium(),
  },
});

export default defineConfig({
  test: {
    reporters: ['default', new PictureReporter(), new SummaryReporter()],
    // A worker a core, and the browser beside them: Chromium waits often, and so do tests that start processes.
    maxWorkers: '100%',
    attachmentsDir: 'test-results/attachments',
    projects: [
      unit('unit', { include: ['tests/**/*.test.ts'], exclude: isolated, isolate: false }),
      unit('unit-isolated', { include: isolated }),
      // One page for many files, as for the stories.
      inBrowser('browser', { include: ['tests/**/*.browser.test.tsx'], exclude: replacing, isolate: false }),
      inBrowser('browser-isolated', { include: replacing }),
      stories,
    ],
  },
});
