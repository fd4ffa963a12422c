// Packs the kit and checks the tarball as its users' tools see it.
import { mkdirSync } from 'node:fs';
import { run } from './run.ts';

const tarball = 'test-results/agent-replay-kit.tgz';

mkdirSync('test-results', { recursive: true });
run('pnpm', ['pack', '--ignore-scripts', '--out', tarball]);
run('publint', [tarball, '--strict']);
run('attw', [
  tarball,
  '--profile',
  'esm-only',
  '--exclude-entrypoints',
  './styles.css',
  './page.js',
  './page.css',
  '--format',
  'table-flipped',
]);
