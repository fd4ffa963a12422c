// Runs one of the tools in tools/, which are installed on first use: `node scripts/tools.ts biome ci .`
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../tools');
const shell = process.platform === 'win32';

/** Whether the installed tools match the lockfile of tools/: pnpm keeps a copy of it beside the packages. */
export function hasTools(): boolean {
  const installed = join(folder, 'node_modules/.pnpm/lock.yaml');
  return existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lockfile(), 'utf8');
}

const lockfile = (): string => join(folder, 'pnpm-lock.yaml');

/** Installs the tools if they are missing or outdated; ends this process if that fails. */
export function installTools(): void {
  if (hasTools()) return;
  console.log('Installing what tests and checks need (tools/package.json), once.');
  const install = ['install', '--frozen-lockfile', '--reporter=append-only'];
  // The pnpm that runs the scripts; a script started without it gets the same version from the registry.
  const commands = [
    ['pnpm', ...install],
    ['npx', '-y', `pnpm@${pinnedPnpm()}`, ...install],
  ];
  const installed = commands.some(([command = '', ...args]) => {
    const { status } = spawnSync(command, args, { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] });
    return status === 0;
  });
  if (installed) return;
  console.error('They could not be installed; see what is said above. Try: pnpm -C tools install');
  process.exit(1);
}

function pinnedPnpm(): string {
  const kit = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { packageManager: string };
  return kit.packageManager.slice('pnpm@'.length);
}

/** Loads a package of the tools; throws if it is not installed. */
export async function importTool(name: string): Promise<unknown> {
  return import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);
}

/** Path of a file in a tool's package, for tools that run in a process of their own. */
export function toolFile(path: string): string {
  return join(folder, 'node_modules', path);
}

/** Runs a tool and shows its output. @default cwd the current folder */
export function runTool(name: string, args: readonly string[], cwd?: string): number {
  installTools();
  const paths = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''];
  const env = { ...process.env, PATH: paths.join(delimiter) };
  const { status, error } = spawnSync(name, args, { stdio: 'inherit', shell, cwd, env });
  if (error !== undefined) console.error(`${name}: ${error.message}`);
  return status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) {
    console.error('Usage: node scripts/tools.ts <tool> [arguments]; the tools are those of tools/package.json.');
    process.exit(2);
  }
  // size-limit takes its plugins from the package that it runs in, and its limits from a folder above.
  process.exitCode = runTool(name, args, name === 'size-limit' ? folder : undefined);
}
