import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the last build was made of. It is compared with the sources before the build is run again. */
export interface BuildNote {
  /** Folder of the build; named by a hash of its contents. */
  folder: string;
  /** Path relative to the project, size and time of each source. */
  inputs: [path: string, size: number, modifiedMs: number][];
}

/** Entry points that are run from built files, by name. */
const entryPoints = {
  etl: 'scripts/etl.ts',
  'agent-replay': 'scripts/agent-replay.ts',
  stageWorker: 'scripts/etl/stageWorker.ts',
  adapterWorker: 'scripts/etl/adapterWorker.ts',
  libraryWorker: 'scripts/serve/libraryWorker.ts',
};

/** How long an older build is kept, because a process may still run from it. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Builds the scripts into a folder beside `noteFile`, notes what they were made of, and gives the folder. Several processes may build at
 * once. Undefined where building is impossible, such as without a writable folder: that costs nothing but time.
 */
export async function buildScripts(project: string, noteFile: string): Promise<string | undefined> {
  try {
    const { note, files } = await build(project, dirname(noteFile));
    const own = `${process.pid}-${Date.now()}`;
    const temporary = `${note.folder}.${own}`;
    mkdirSync(temporary, { recursive: true });
    for (const { name, bytes } of files) writeFileSync(join(temporary, name), bytes);
    giveName(temporary, note.folder);
    writeFileSync(`${noteFile}.${own}`, JSON.stringify(note));
    renameSync(`${noteFile}.${own}`, noteFile);
    removeOld(note.folder);
    return note.folder;
  } catch {
    return undefined;
  }
}

async function build(project: string, cache: string): Promise<{ note: BuildNote; files: BuiltFile[] }> {
  const esbuild = await import('esbuild');
  const startedAt = Date.now();
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: project,
    entryPoints,
    outdir: cache,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    // Below node_modules no package.json states the type of `.js`, and Node would parse each file twice to find out.
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: `node${process.versions.node}`,
    // Resolving the packages' files takes longer than running them. commander loads its own at run time.
    external: ['commander'],
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: path.slice(cache.length + 1), bytes: contents }));
  const hash = createHash('sha256');
  for (const { name, bytes } of files) hash.update(name).update(bytes);
  const inputs = Object.keys(metafile.inputs).map((path): BuildNote['inputs'][number] => {
    const { size, mtimeMs } = statSync(join(project, path));
    // A source written during the build may not be what was built: the note makes the next run build again.
    return [path, size, mtimeMs < startedAt ? mtimeMs : 0];
  });
  return { note: { folder: join(cache, `built-${hash.digest('hex').slice(0, 16)}`), inputs }, files };
}

interface BuiltFile {
  name: string;
  bytes: Uint8Array;
}

/** If another process finished first, the same build already lies there. */
function giveName(temporary: string, folder: string): void {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!statSync(folder).isDirectory()) throw error;
  }
}

function removeOld(kept: string): void {
  const cache = dirname(kept);
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld = name.startsWith('built-') && path !== kept && Date.now() - statSync(path).mtimeMs > KEPT_MS;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}
