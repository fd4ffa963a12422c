// `pnpm start [PORT]`: converts the samples, then serves Storybook, opened on a replay of what came out.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

const replayStory = '/story/replay-sessionreplay--claude-code';

const etl = spawnSync(process.execPath, ['scripts/etl.ts', '--quiet'], { stdio: 'inherit' });
if (etl.status !== 0) process.exit(etl.status ?? 1);

const port = await freePort(Number(process.argv[2] ?? 6006));
console.log(`\nThe replay opens here: http://127.0.0.1:${port}/?path=${replayStory}\n`);
const storybook = spawn(
  'storybook',
  // `--ci` opens no browser: where no one sits at a terminal there is none.
  ['dev', '-p', `${port}`, '--exact-port', `--initial-path=${replayStory}`, ...(process.stdout.isTTY ? [] : ['--ci'])],
  { stdio: 'inherit', shell: process.platform === 'win32' },
);
storybook.on('exit', (code) => {
  process.exitCode = code ?? 0;
});

/** The first port from `from` that nothing listens on. */
async function freePort(from: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(from, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? from : freePort(from + 1);
}
