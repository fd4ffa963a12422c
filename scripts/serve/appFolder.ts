import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../agent-replay/failure.ts';
import { root } from '../agent-replay/kit.ts';

/** In the package, the app lies beside the command. */
const packed = join(import.meta.dirname, '../app');
/** In a clone, it is built when it is first needed. */
const cloned = join(root, 'dist/app');

/** The folder of the built app. Throws where it does not exist and cannot be built. */
export function appFolder(): string {
  const folder = existsSync(join(packed, 'index.html')) ? packed : cloned;
  if (!existsSync(join(folder, 'index.html'))) buildInClone();
  return folder;
}

function buildInClone(): void {
  const script = join(root, 'scripts/build-app.ts');
  if (!existsSync(script)) throw new Failure('The app is not in the package.', 'Install it again.');
  process.stderr.write('Building the app, once…\n');
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Failure(`The app could not be built: ${stderr.trim()}`, 'See: pnpm build');
}
