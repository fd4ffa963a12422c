// Finds the browser of the tests: `node scripts/browser.ts` prints it, `--install` gets one if there is none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { hasTools, importTool, installTools } from './tools.ts';

const SYSTEM: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].flatMap((name) =>
    (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name)),
  ),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((key) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
      join(process.env[key] ?? 'C:\\', path),
    ),
  ),
};

/** Interface of a package that bundles Chromium: it unpacks the browser and gives its path. */
interface PackedChromium {
  executablePath(): Promise<string>;
}

const hasPinnedBrowser = process.platform === 'linux' && process.arch === 'x64';

/** The Chromium of the pinned tools. Reference pictures are made with it, so that they do not change with the machine's browser. */
async function pinnedBrowser(): Promise<string | undefined> {
  if (!hasPinnedBrowser || !hasTools()) return undefined;
  const { default: packed } = (await importTool('@sparticuz/chromium')) as { default: PackedChromium };
  return packed.executablePath();
}

export interface Browser {
  path: string;
  /** Whether this is the Chromium that reference pictures are made with. */
  pinned: boolean;
}

/** The browser to run tests in: `CHROMIUM_PATH`, else the pinned one, else Playwright's own, else the system's. */
export async function findBrowser(): Promise<Browser | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, but there is no such file.`);
    return { path: chosen, pinned: false };
  }
  const pinned = await pinnedBrowser().catch((error: unknown) => {
    console.warn(`The packed Chromium could not be unpacked (${String(error)}); looking for another browser.`);
    return undefined;
  });
  if (pinned !== undefined) return { path: pinned, pinned: true };
  const path = [chromium.executablePath(), ...(SYSTEM[process.platform] ?? [])].find((each) => existsSync(each));
  return path === undefined ? undefined : { path, pinned: false };
}

function run(command: string, args: string[], timeout: number): boolean {
  console.log(`> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout,
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

function isDebianRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    // Not Ubuntu: its `chromium` package only starts a snap.
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a browser starts: the packed Chromium brings no system libraries, and a bare image may lack some. */
function starts(path: string): boolean {
  return spawnSync(path, ['--headless', '--no-sandbox', '--version'], { timeout: 30_000 }).status === 0;
}

function installBrowser(): void {
  console.log('No working Chromium, Chrome or Edge found; installing one for the tests.');
  if (isDebianRoot()) {
    run('apt-get', ['update', '-qq'], 120_000);
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 300_000)) return;
  }
  run('playwright', ['install', 'chromium'], 300_000);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--install')) installTools();
  let found = await findBrowser();
  if (process.argv.includes('--install') && (found === undefined || !starts(found.path))) {
    installBrowser();
    found = await findBrowser();
  }
  if (found === undefined || !starts(found.path)) {
    console.error(
      [
        'The story tests need Chromium, and none that starts could be found or installed. One of these helps:',
        '  - install Chrome, Chromium or Edge the usual way and set CHROMIUM_PATH to it, or',
        '  - pnpm exec playwright install chromium   (Linux: add --with-deps).',
        'Unit tests alone need no browser: pnpm test:unit',
      ].join('\n'),
    );
    process.exit(1);
  }
  console.log(`Browser for the tests: ${found.path}${found.pinned ? ' (pinned)' : ''}`);
}
