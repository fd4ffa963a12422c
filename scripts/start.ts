// `pnpm start [PORT]`: converts the samples, builds Storybook if its sources have changed, serves it, and prints the address of a replay of
// the converted sessions. Nothing has to be compiled when it is opened; `pnpm storybook` compiles while one works on the kit.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openBrowser } from './agent-replay/openBrowser.ts';
import { isOutdated } from './isOutdated.ts';
import { run } from './run.ts';
import { serveFolder } from './serveFolder.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'storybook-static');
/** Written last: an interrupted build has none. */
const stamp = join(built, '.complete');
const firstStory = '/story/replay-sessionreplay--claude-code';

const wanted = Number(process.argv[2] ?? 6006);
if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) {
  console.error(
    `pnpm start takes a port from 1 to 65535, not "${process.argv[2]}". Without one it takes 6006, or the next that is free.`,
  );
  process.exit(2);
}

const etl = spawnSync(process.execPath, ['scripts/etl.ts', '--quiet'], { stdio: 'inherit' });
if (etl.status !== 0) process.exit(etl.status ?? 1);

const sources = [
  '.storybook',
  'src',
  'stories',
  'tests/helpers',
  'scripts/fileUnder.ts',
  'package.json',
  'pnpm-lock.yaml',
];
if (isOutdated(stamp, root, sources)) {
  console.log('Building Storybook; the next start takes it as it is, unless something has changed…');
  run('storybook', ['build', '-o', built, '--quiet']);
  writeFileSync(stamp, '');
}
const port = await freePort(wanted);
// Sessions are served from their folder, the user's own too: Storybook was built without these.
const { url } = await serveFolder(built, port, { over: { path: '/sessions/', folder: join(root, 'data/sessions') } });
const address = `${url}?path=${firstStory}`;
console.log(`\nReady. The replay opens here: ${address}\n`);
if (process.stdout.isTTY) openBrowser(address);

/** The first free port from `from` on. */
async function freePort(from: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(from, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? from : freePort(from + 1);
}
