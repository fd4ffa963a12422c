import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../agent-replay/failure.ts';
import { isClone, root } from '../agent-replay/kit.ts';
import { isOutdated } from '../isOutdated.ts';

const app = join(root, 'dist/app');
const sources = [
  'src',
  'examples/studio/src',
  'examples/studio/index.html',
  'scripts/build-app.ts',
  'package.json',
  'pnpm-lock.yaml',
];

/**
 * The folder of the built app. The package has it; in a clone it is built when it is first needed, and again when its sources have
 * changed since. Throws where it does not exist and cannot be built.
 */
export function appFolder(): string {
  if (isClone) bringUpToDate();
  else if (!existsSync(join(app, 'index.html')))
    throw new Failure('The app is not in the package.', 'Install it again.');
  return app;
}

function bringUpToDate(): void {
  if (!isOutdated(join(app, 'index.html'), root, sources)) return;
  process.stderr.write('Building the app…\n');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build-app.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Failure(`The app could not be built: ${stderr.trim()}`, 'See: npx -y pnpm@12 build');
}
