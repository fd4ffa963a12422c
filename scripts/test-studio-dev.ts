// Tests the studio example under Vite's dev server, as developers use it: with the oldest Vite that the kit supports and with the newest. A
// dev server bundles the kit with esbuild or Rolldown first, and may fail where a build does not.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { errorText } from '../src/session/text/errorText.ts';
import { findBrowser } from './browser.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');
const studio = join(root, 'examples/studio');
const versions = ['5.4.21', '8'];

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

let failed = 0;
for (const version of versions) {
  const name = `the studio runs in the dev server of Vite ${version}`;
  try {
    await tryDevServer(install(version));
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${errorText(error)}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/** A copy of the example with the given Vite, and with the sessions of the built one. */
function install(version: string): string {
  const folder = join(root, `test-results/studio-vite-${version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'public'), { recursive: true });
  for (const part of ['src', 'index.html', 'vite.config.ts', 'tsconfig.json', 'agent-replay-kit.tgz'])
    cpSync(join(studio, part), join(folder, part), { recursive: true });
  cpSync(join(studio, 'dist/sessions'), join(folder, 'public/sessions'), { recursive: true });
  const pkg = JSON.parse(readFileSync(join(studio, 'package.json'), 'utf8')) as Package;
  pkg.devDependencies.vite = version;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(pkg));
  const quiet = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', ...quiet], folder);
  return folder;
}

async function tryDevServer(folder: string): Promise<void> {
  const server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '5290'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const said = collect(server);
  try {
    await lookAt(await addressOf(server, said));
    assert.equal(server.exitCode, null, `the dev server still runs; it said:\n${said.join('')}`);
    assert.doesNotMatch(said.join(''), /error/i, 'the dev server reports no error');
  } finally {
    server.kill();
  }
}

function collect(server: ChildProcess): string[] {
  const said: string[] = [];
  server.stdout?.on('data', (part) => said.push(String(part)));
  server.stderr?.on('data', (part) => said.push(String(part)));
  return said;
}

/** The address that the server prints, once it is printed. */
async function addressOf(server: ChildProcess, said: readonly string[]): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said.join(''))?.[0];
    if (address !== undefined) return address;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The dev server gave no address:\n${said.join('')}`);
}

/** Opens the newest session and steps on; the page must throw nothing. */
async function lookAt(address: string): Promise<void> {
  const found = await findBrowser();
  assert(found !== undefined, 'a browser: node scripts/browser.ts --install');
  const browser = await chromium.launch({ executablePath: found.path });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.getByRole('treeitem').first().waitFor({ timeout: 60_000 });
    await page.getByRole('tree').press('.');
    assert.deepEqual(errors, [], 'the page throws nothing');
  } finally {
    await browser.close();
  }
}
