import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts } from '../../src/export/index.ts';
import { buildBeside } from '../buildBeside.ts';
import { isOutdated } from '../isOutdated.ts';
import { Failure } from './failure.ts';
import { isClone, root } from './kit.ts';

/** In the package it lies there; in a clone it is built when it is first needed, and again when its sources have changed since. */
const page = join(root, 'dist/page');
const script = join(page, 'page.js');
const builder = join(root, 'scripts/build-page.ts');
const sources = ['src', 'scripts/build-page.ts', 'package.json', 'pnpm-lock.yaml'];

/** The script and style sheet of the page. Throws where they do not exist and cannot be built. */
export function pageParts(): PageParts {
  if (isClone) bringUpToDate();
  else if (!existsSync(script)) throw new Failure('The page of replays is not in the package.', 'Install it again.');
  return { script: readFileSync(script, 'utf8'), style: readFileSync(join(page, 'page.css'), 'utf8') };
}

function bringUpToDate(): void {
  if (!isOutdated(script, root, sources)) return;
  // Not on stdout, which may be piped into something.
  process.stderr.write('Building the page of replays…\n');
  buildBeside(page, 'page.js', (folder) => {
    const { status, stderr } = spawnSync(process.execPath, [builder, folder], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Failure(`The page of replays could not be built: ${stderr.trim()}`, 'See: pnpm build');
  });
}
