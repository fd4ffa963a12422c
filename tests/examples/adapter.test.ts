import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/example-adapter');

/** The example as it stands in the repository, with the source in place of the package. */
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'examples/adapter'), folder, { recursive: true });
  for (const name of ['adapter.ts', 'adapter.test.ts']) {
    const path = join(folder, 'src', name);
    const text = readFileSync(path, 'utf8').replaceAll(
      /'agent-replay-kit\/(adapters(?:\/testing)?)'/g,
      (_, entry: string) => `'${join(root, 'src', entry, 'index.ts').replaceAll('\\', '/')}'`,
    );
    writeFileSync(path, text);
  }
});

test('type-checks against the kit', () => {
  const config = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  const {
    rootDir: _,
    outDir: __,
    declaration: ___,
    rewriteRelativeImportExtensions: ____,
    ...options
  } = config.compilerOptions;
  // The kit's source is checked with it, and may use what its own Node types declare.
  const compilerOptions = {
    ...options,
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
}, 120_000);

test('passes its own tests in another test runner', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--test', join(folder, 'src/adapter.test.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toContain('is an adapter of this contract');
  expect(stdout).toContain('goes by the log alone');
  expect(status, stdout).toBe(0);
}, 120_000);
