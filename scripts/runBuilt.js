// `node scripts/runBuilt.js etl …` runs scripts/etl.ts from a few built files. Otherwise a short run spends more than half of its time on
// resolving some 350 modules and stripping their types, and each worker does it again. Plain JavaScript, because loading the type stripper
// would take as long as all of the rest. With `--debug`, whose stacks should name the sources, the sources are run themselves.
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

const project = join(import.meta.dirname, '..');
const noteFile = join(project, 'node_modules/.cache/agent-replay-kit/built.json');

/** The folder of the last build; undefined where a source has changed since. */
function freshFolder() {
  try {
    /** @type {import('./buildScripts.ts').BuildNote} */
    const { folder, inputs } = JSON.parse(readFileSync(noteFile, 'utf8'));
    const isAsBuilt = inputs.every(([path, size, modifiedMs]) => {
      const now = statSync(join(project, path));
      return now.size === size && now.mtimeMs === modifiedMs;
    });
    return isAsBuilt && statSync(folder).isDirectory() ? folder : undefined;
  } catch {
    // Never built yet, or a source is gone.
    return undefined;
  }
}

async function builtFolder() {
  const folder = freshFolder();
  if (folder !== undefined) return folder;
  const { buildScripts } = await import('./buildScripts.ts');
  return buildScripts(project, noteFile);
}

enableCompileCache(dirname(noteFile));
const [, , name] = process.argv;
const folder = process.argv.includes('--debug') ? undefined : await builtFolder();
const path = folder === undefined ? join(import.meta.dirname, `${name}.ts`) : join(folder, `${name}.mjs`);
process.argv.splice(1, 2, path);
await import(path);
