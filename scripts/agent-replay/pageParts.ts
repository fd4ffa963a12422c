import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts } from '../../src/export/index.ts';
import { buildBeside } from '../buildBeside.ts';
import { isOutdated } from '../isOutdated.ts';
import { Failure } from './failure.ts';
import { root } from './kit.ts';

/** In the package, the page lies beside the command. */
const packed = join(import.meta.dirname, '../page');
/** In a clone, the page is built when it is first needed, and again when its sources have changed since. */
const cloned = join(root, 'dist/page');
const sources = ['src', 'scripts/build-page.ts', 'package.json', 'pnpm-lock.yaml'];

/** The script and style sheet of the page. Throws where they do not exist and cannot be built. */
export function pageParts(): PageParts {
  const folder = existsSync(join(packed, 'page.js')) ? packed : cloned;
  if (folder === cloned) bringUpToDate();
  return {
    script: readFileSync(join(folder, 'page.js'), 'utf8'),
    style: readFileSync(join(folder, 'page.css'), 'utf8'),
  };
}

function bringUpToDate(): void {
  const script = join(root, 'scripts/build-page.ts');
  if (!existsSync(script)) throw new Failure('The page of replays is not in the package.', 'Install it again.');
  if (!isOutdated(join(cloned, 'page.js'), root, sources)) return;
  // Not on stdout, which may be piped into something.
  process.stderr.write('Building the page of replays…\n');
  buildBeside(cloned, 'page.js', (folder) => {
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Failure(`The page of replays could not be built: ${stderr.trim()}`, 'See: pnpm build');
  });
}
