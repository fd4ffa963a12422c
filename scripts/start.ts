// `pnpm start`: converts the samples, then serves Storybook, opened on a replay of what came out.
import { spawn, spawnSync } from 'node:child_process';

const replayStory = '/story/replay-sessionreplay--claude-code';

const etl = spawnSync(process.execPath, ['scripts/etl.ts'], { stdio: 'inherit' });
if (etl.status !== 0) process.exit(etl.status ?? 1);

console.log(`\nStorybook starts; a replay of what came out opens at the address below, path ?path=${replayStory}\n`);
const storybook = spawn('storybook', ['dev', '-p', '6006', '--ci', `--initial-path=${replayStory}`], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
storybook.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
