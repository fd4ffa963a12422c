// Packs the kit and checks the tarball as its users' tools see it.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const tarball = 'test-results/agent-replay-kit.tgz';

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync('test-results', { recursive: true });
run('pnpm', 'pack', '--ignore-scripts', '--out', tarball);
run('publint', tarball, '--strict');
run('attw', tarball, '--profile', 'esm-only', '--exclude-entrypoints', './styles.css', '--format', 'table-flipped');
