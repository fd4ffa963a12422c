// `pnpm start [PORT]`: converts the samples, serves Storybook, and says where a replay of what came out opens at once.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { openBrowser } from './agent-replay/openBrowser.ts';

const story = { file: '/stories/replay/SessionReplay.stories.tsx', path: '/story/replay-sessionreplay--claude-code' };

const etl = spawnSync(process.execPath, ['scripts/etl.ts', '--quiet'], { stdio: 'inherit' });
if (etl.status !== 0) process.exit(etl.status ?? 1);

const port = await freePort(Number(process.argv[2] ?? 6006));
const origin = `http://127.0.0.1:${port}`;
// `--ci`: no browser before there is something to see.
const storybook = spawn('storybook', ['dev', '-p', `${port}`, '--exact-port', '--ci', '--quiet'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
storybook.on('exit', (code) => process.exit(code ?? 0));

await answering(origin);
console.log('Preparing the replay for its first visit…');
await prepare([`${origin}/iframe.html`, `${origin}${story.file}`]);
const address = `${origin}/?path=${story.path}`;
console.log(`\nReady. The replay opens here: ${address}\n`);
if (process.stdout.isTTY) openBrowser(address);

/** The first port from `from` that nothing listens on. */
async function freePort(from: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(from, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? from : freePort(from + 1);
}

/** Waits until a server answers; one that ends instead ends this process as well. */
async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * Asks for pages and modules, and for all that they import, as a browser will: the server bundles the packages and compiles the
 * sources the first time that they are asked for, which takes many seconds. Other stories wait until somebody opens them.
 */
async function prepare(urls: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  let wave = urls;
  while (wave.length > 0) {
    for (const url of wave) seen.add(url);
    const found = await Promise.all(wave.map(async (url) => importsOf(await textOf(url), url)));
    wave = [...new Set(found.flat())].filter((url) => !seen.has(url));
  }
}

/** What a server gives, or nothing where it does not: the browser will see and show why. */
async function textOf(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return '';
  }
}

/** The addresses that a page or a module imports from its own server, but no other stories. */
function importsOf(text: string, from: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport|\bsrc=)\s*\(?\s*["'](\/[^"'\s]+)["']/g)]
    .map(([, path = '']) => new URL(path, from))
    .filter(({ origin: of, pathname }) => of === origin && !/\.(?:stories\.tsx|mdx)$/.test(pathname))
    .map(({ href }) => href);
}
