// Packs the kit and checks the tarball as its users' machines and tools see it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { errorText } from '../src/session/text/errorText.ts';
import { run } from './run.ts';
import { runTool } from './tools.ts';

/** The Node versions that the package is tried with: this one, and the oldest supported one. */
const nodes = [[process.execPath], ['npx', '-y', '--package=node@20', '--', 'node']];

/** Limits of the tarball: unpacked size and number of files. */
const limits = { bytes: 12_800_000, files: 3_000 };

const root = join(import.meta.dirname, '..');
const folder = join(root, 'test-results/package');
const tarball = join(root, 'test-results/agent-replay-kit.tgz');
const kit = join(folder, 'node_modules/agent-replay-kit');

/** The library must not need Node: Node's modules are listed here, so that importing one is reported. */
const nodeParts: Plugin = {
  name: 'node-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path, importer }) => ({
      errors: [{ text: `${relative(folder, importer)} imports ${path}` }],
    }));
  },
};

let faults = 0;
const fail = (what: string): void => {
  faults += 1;
  console.error(`FAILED  ${what}`);
};
const pass = (what: string): void => console.log(`ok      ${what}`);

pack();
lint();
checkNames('of the repository', spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).stdout.split('\n'));
const files = readdirSync(kit, { recursive: true, encoding: 'utf8' }).sort();
checkNames('of the package', files);
checkWeight(files.map((name) => statSync(join(kit, name))).filter((stats) => stats.isFile()));
checkParts();
const entries = entriesOf(join(kit, 'package.json'));
await checkBundles(entries);
checkImports(entries);
checkCommand();
await checkServe();
checkNewAdapter();
checkFolded(entries);
if (faults > 0) process.exit(1);

function pack(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  run('pnpm', ['pack', '--ignore-scripts', '--out', tarball], root);
  run('tar', ['-xzf', tarball, '-C', join(folder, 'node_modules')]);
  renameSync(join(folder, 'node_modules/package'), kit);
}

/** Checks package.json and types with publint and arethetypeswrong. */
function lint(): void {
  lintWith('publint', [tarball, '--strict']);
  const noTypes = ['--exclude-entrypoints', './styles.css', './page.js', './page.css'];
  lintWith('attw', [tarball, '--profile', 'esm-only', ...noTypes, '--format', 'table-flipped']);
}

function lintWith(tool: string, args: readonly string[]): void {
  if (runTool(tool, args) !== 0) fail(`${tool} finds fault with the package`);
}

/** On most disks of macOS and Windows, two names that differ only in case are one file. */
function checkNames(where: string, names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names.filter((each) => each !== '')) {
    const folded = name.toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) fail(`${other} and ${name} ${where} are one file on a disk that folds case: rename one`);
    seen.set(folded, name);
  }
  pass(`${seen.size} names ${where}, each its own also where case is folded`);
}

function checkWeight(stats: readonly { size: number }[]): void {
  const bytes = stats.reduce((sum, { size }) => sum + size, 0);
  const said = `${(bytes / 1e6).toFixed(1)} MB in ${stats.length} files`;
  if (bytes > limits.bytes || stats.length > limits.files)
    fail(`the package weighs ${said}; at most ${limits.bytes / 1e6} MB in ${limits.files}`);
  else pass(`the package weighs ${said}`);
}

function checkParts(): void {
  for (const name of ['README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'LICENSE', 'docs/std-001-3.1.md'])
    if (files.includes(name)) pass(`${name} is in it`);
    else fail(`${name} is not in it`);
}

/** The JavaScript entries, by the names they are imported by. */
function entriesOf(path: string): string[] {
  const { exports } = JSON.parse(readFileSync(path, 'utf8')) as { exports: Record<string, unknown> };
  return Object.keys(exports)
    .filter((key) => !/\.(css|json|js)$/.test(key))
    .map((key) => `agent-replay-kit${key.slice(1)}`);
}

/** esbuild looks names up without case, and many dev servers use it. */
async function checkBundles(names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await build({
        stdin: { contents: `export * from '${name}';`, resolveDir: folder },
        bundle: true,
        write: false,
        format: 'esm',
        splitting: true,
        outdir: folder,
        platform: 'browser',
        external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
        plugins: [nodeParts],
        logLevel: 'silent',
      });
      pass(`esbuild bundles ${name}`);
    } catch (error) {
      fail(`esbuild cannot bundle ${name}: ${errorText(error)}`);
    }
  }
}

/** Imports every entry in the Node that this project pins, and in the oldest that the README promises. */
function checkImports(names: readonly string[]): void {
  const script = `${names.map((name) => `await import('${name}');`).join(' ')} console.log(process.version);`;
  writeFileSync(join(folder, 'imports.mjs'), script);
  for (const [node, ...given] of nodes) {
    const { status, stdout, stderr } = spawnSync(node as string, [...given, 'imports.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status === 0) pass(`Node ${stdout.trim()} imports all ${names.length} entries`);
    else fail(`Node (${node}) cannot import the entries:\n${stderr}`);
  }
}

/** Simulates a case-insensitive disk: every file under its lower-case name, and every import looked up by that. */
function checkFolded(names: readonly string[]): void {
  const folded = join(folder, 'folded/node_modules/agent-replay-kit');
  for (const name of files) {
    if (!statSync(join(kit, name)).isFile()) continue;
    cpSync(join(kit, name), join(folded, name.toLowerCase()));
  }
  writeFileSync(
    join(folder, 'folded/hooks.mjs'),
    `import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (!/^[.]/.test(specifier) || !context.parentURL.includes('/folded/')) return next(specifier, context);
    return next(specifier.toLowerCase(), context);
  },
});`,
  );
  writeFileSync(join(folder, 'folded/imports.mjs'), names.map((name) => `await import('${name}');`).join('\n'));
  const { status, stderr } = spawnSync(process.execPath, ['--import', './hooks.mjs', 'imports.mjs'], {
    cwd: join(folder, 'folded'),
    encoding: 'utf8',
  });
  if (status === 0) pass(`all ${names.length} entries load from a disk that folds case`);
  else fail(`the entries do not load from a disk that folds case:\n${stderr}`);
}

/** Converts, checks and exports a sample with the command of the package alone. */
function checkCommand(): void {
  const command = join(kit, 'dist/command/agent-replay.js');
  const sample = join(root, 'data/sources/planner/plans.jsonl');
  const out = join(folder, 'command');
  for (const [node, ...given] of nodes) {
    rmSync(out, { recursive: true, force: true });
    const calls = [
      ['--help'],
      ['etl', sample, '--out', join(out, 'sessions')],
      ['check', join(out, 'sessions')],
      ['export', sample, '--out', join(out, 'replays')],
      ['element', '--out', join(out, 'page')],
    ];
    const failed = calls.find((call) => {
      const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
      const { status, stderr } = spawnSync(node as string, [...given, command, ...call], options);
      if (status !== 0) fail(`Node (${node}): agent-replay ${call.join(' ')}:\n${stderr}`);
      return status !== 0;
    });
    if (failed === undefined) pass(`Node (${node}) runs the command: ${calls.map(([name]) => name).join(', ')}`);
  }
}

/** Serves a folder with the package alone, until its page has answered. */
async function checkServe(): Promise<void> {
  const command = join(kit, 'dist/command/agent-replay.js');
  const logs = join(root, 'data/sources/planner');
  const kept = join(folder, 'command/served');
  const server = spawn(process.execPath, [command, 'serve', logs, '--out', kept, '--no-browser', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  server.stderr.on('data', (text) => (complained += text));
  server.stdout.on('data', (text) => {
    said += text;
    if (said.trimEnd().endsWith('}')) server.emit('told');
  });
  await Promise.race([once(server, 'told'), once(server, 'exit')]);
  try {
    const { url } = JSON.parse(said) as { url: string };
    const page = await fetch(url);
    if (page.ok) pass('the command serves a folder');
    else fail(`agent-replay serve answers ${page.status}`);
  } catch {
    fail(`agent-replay serve:\n${complained}`);
  }
  server.kill();
}

/** Compiles and tests what `new-adapter` writes, with the package alone. */
function checkNewAdapter(): void {
  const command = join(kit, 'dist/command/agent-replay.js');
  const made = join(folder, 'tea-log');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const tests = join(made, 'dist/adapter.test.js');
  for (const [node, ...given] of nodes) {
    rmSync(made, { recursive: true, force: true });
    const calls = [
      [command, 'new-adapter', 'tea-log', made],
      [tsc, '-p', made],
      ['--test', tests],
    ];
    const failed = calls.find((call) => {
      const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
      const { status, stdout, stderr } = spawnSync(node as string, [...given, ...call], options);
      if (status !== 0) fail(`Node (${node}): ${call.join(' ')}:\n${stdout}${stderr}`);
      return status !== 0;
    });
    if (failed === undefined) pass(`Node (${node}) makes a new adapter, which passes its tests`);
  }
}
