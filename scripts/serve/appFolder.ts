import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../agent-replay/failure.ts';
import { root } from '../agent-replay/kit.ts';
import { isOutdated } from '../isOutdated.ts';

/** In the package, the app lies beside the command. */
const packed = join(import.meta.dirname, '../app');
/** In a clone, it is built when it is first needed, and again when its sources have changed since. */
const cloned = join(root, 'dist/app');
const sources = [
  'src',
  'examples/studio/src',
  'examples/studio/index.html',
  'scripts/build-app.ts',
  'package.json',
  'pnpm-lock.yaml',
];

/** The folder of the built app. Throws where it does not exist and cannot be built. */
export function appFolder(): string {
  const folder = existsSync(join(packed, 'index.html')) ? packed : cloned;
  if (folder === cloned) bringUpToDate();
  return folder;
}

function bringUpToDate(): void {
  const script = join(root, 'scripts/build-app.ts');
  if (!existsSync(script)) throw new Failure('The app is not in the package.', 'Install it again.');
  if (!isOutdated(join(cloned, 'index.html'), root, sources)) return;
  process.stderr.write('Building the app…\n');
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Failure(`The app could not be built: ${stderr.trim()}`, 'See: npx -y pnpm@12 build');
}
