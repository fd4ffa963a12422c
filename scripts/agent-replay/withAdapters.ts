import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapters } from '../../src/adapters/registry.ts';
import { type OutsideAdapters, type OutsideOptions, openOutsideAdapters } from '../etl/outsideAdapters.ts';
import type { AdapterSettings } from './adapterOptions.ts';
import { choiceFailure } from './commandPart.ts';
import { exitCodes, Failure } from './failure.ts';
import { pathFromHere, plain, type Terminal } from './terminal.ts';

const configNames = ['ts', 'js', 'mjs'].map((extension) => `agent-replay.config.${extension}`);

/**
 * Runs work with the adapters named by `--adapter` and the configuration, and prints whose code runs; the work gets undefined where there
 * is nothing to load. The configuration is looked for only in the folder in which the command runs.
 */
export async function withAdapters<Result>(
  settings: AdapterSettings,
  terminal: Terminal,
  work: (outside: OutsideAdapters | undefined) => Promise<Result>,
): Promise<Result> {
  const outside = await openAdapters(settings, terminal);
  try {
    checkIds(outside, settings, terminal);
    return await work(outside);
  } finally {
    await outside?.close();
  }
}

/** The files of the adapters named by `--adapter` and the configuration; undefined where there is nothing to load. */
function moduleFiles(settings: Pick<AdapterSettings, 'adapter' | 'config'>, terminal: Terminal) {
  const config = configFile(settings.config, terminal);
  const modules = settings.adapter.map((name) => moduleFile(name, terminal));
  if (config === undefined && modules.length === 0) return undefined;
  for (const path of [...(config === undefined ? [] : [config]), ...modules]) checkReadable(path, terminal);
  const urls: AdapterModules = {
    config: config === undefined ? undefined : pathToFileURL(config).href,
    modules: modules.map((path) => pathToFileURL(path).href),
  };
  return { config, modules, urls };
}

/** URLs of modules to load adapters from. */
export type AdapterModules = Pick<OutsideOptions, 'config' | 'modules'>;

/**
 * For a command whose logs are converted in a thread, which loads the adapters itself: checks that they can be loaded, prints whose code
 * runs, and gives their modules with the paths that the configuration names; undefined where there is nothing to load.
 */
export async function checkAdapters(
  settings: Pick<AdapterSettings, 'adapter' | 'config'>,
  terminal: Terminal,
): Promise<{ modules: AdapterModules; paths: readonly string[] } | undefined> {
  const files = moduleFiles(settings, terminal);
  if (files === undefined) return undefined;
  const paths = await withAdapters(settings, terminal, async (outside) => outside?.paths ?? []);
  return { modules: files.urls, paths: paths.map(inHome) };
}

/** `~` at the beginning stands for the user's folder. */
export function inHome(path: string): string {
  return path.replace(/^~(?=$|[\\/])/, homedir());
}

async function openAdapters(settings: AdapterSettings, terminal: Terminal): Promise<OutsideAdapters | undefined> {
  const { t, say } = terminal;
  const files = moduleFiles(settings, terminal);
  if (files === undefined) return undefined;
  const { config, modules, urls } = files;
  const outside = await openOutsideAdapters({
    ...urls,
    redact: settings.redact ?? true,
    rules: settings.rules,
    say: (text) => say(`  ${text}`),
  }).catch((error: Error) => {
    const from = [config, ...modules].flatMap((path) => (path === undefined ? [] : [pathFromHere(path)])).join(', ');
    throw new Failure(
      t(`Adapters could not be loaded from ${from}: ${error.message}`, `无法从 ${from} 加载适配器：${error.message}`),
      t('--debug says more; the guide “Write an adapter” shows one.', '请参阅指南 “Write an adapter”。'),
    );
  });
  const ids = outside.adapters.map(({ descriptor }) => descriptor.id);
  if (ids.length > 0) {
    const from = [...new Set([config, ...modules].flatMap((path) => (path === undefined ? [] : [pathFromHere(path)])))];
    say(
      plain(
        t(
          `Adapters of your own: ${ids.join(', ')} (code from ${from.join(', ')} runs with your rights).`,
          `自己的适配器：${ids.join('、')}（${from.join('、')} 中的代码以你的权限运行）。`,
        ),
      ),
    );
  }
  return outside;
}

function checkIds(outside: OutsideAdapters | undefined, { format }: AdapterSettings, { t }: Terminal): void {
  const ids = [...adapters, ...(outside?.adapters ?? [])].map(({ descriptor }) => descriptor.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new Failure(
      t(`Two adapters have the id ${twice}.`, `有两个适配器的 id 都是 ${twice}。`),
      t('Give one another id, or leave one out.', '请改其中一个的 id，或去掉一个。'),
    );
  }
  if (format !== undefined && !ids.includes(format)) throw choiceFailure('--format <id>', format, ids, t);
}

function configFile(named: string | undefined, { t }: Terminal): string | undefined {
  if (named === undefined) return configNames.map((name) => resolve(name)).find((path) => existsSync(path));
  const path = resolve(named);
  if (existsSync(path)) return path;
  throw new Failure(
    t(`There is no configuration ${named}.`, `没有配置文件 ${named}。`),
    t('Check the path.', '请检查路径。'),
  );
}

/** Path of a file, or of the main file of a package installed where the command runs or above it. */
function moduleFile(name: string, { t }: Terminal): string {
  const path = resolve(name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
  const isPath = /^[./~]|^\w:|\\/.test(name) || statSync(path, { throwIfNoEntry: false }) !== undefined;
  const main = isPath ? packageMain(path) : installedMain(name, process.cwd());
  if (main !== undefined) return main;
  throw new Failure(
    t(`There is no adapter ${name}.`, `没有适配器 ${name}。`),
    isPath
      ? t('Name the file of its module.', '请指定模块文件。')
      : t(
          `No package of that name is installed here: npm install ${name}, or name a file with ./ before it.`,
          `这里没有安装此包：请运行 npm install ${name}，或用 ./ 开头指定文件。`,
        ),
  );
}

function installedMain(name: string, folder: string): string | undefined {
  const main = packageMain(join(folder, 'node_modules', name));
  return main ?? (dirname(folder) === folder ? undefined : installedMain(name, dirname(folder)));
}

/** The file that `import` resolves a package to. */
function packageMain(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const { exports, main } = JSON.parse(readFileSync(path, 'utf8')) as { exports?: unknown; main?: unknown };
  const file = join(folder, exportedFile(exports) ?? (typeof main === 'string' ? main : 'index.js'));
  return existsSync(file) ? file : undefined;
}

const conditions = ['node', 'import', 'module-sync', 'default'];

function exportedFile(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (typeof exported !== 'object' || exported === null) return undefined;
  const entries = exported as Record<string, unknown>;
  if ('.' in entries) return exportedFile(entries['.']);
  return conditions.map((name) => exportedFile(entries[name])).find((file) => file !== undefined);
}

/** Node strips types itself from 22.18 on, but never below node_modules. */
function checkReadable(path: string, { t }: Terminal): void {
  const features = process.features as { typescript?: unknown };
  if (!/^\.[cm]?ts$/.test(extname(path)) || features.typescript) return;
  throw new Failure(
    t(
      `Node ${process.versions.node} does not read TypeScript: ${path}.`,
      `Node ${process.versions.node} 不能直接读取 TypeScript：${path}。`,
    ),
    t(
      'Build it and name the .js file, or use Node 22.18 or newer.',
      '请先编译并指定 .js 文件，或使用 Node 22.18 以上版本。',
    ),
    exitCodes.failed,
  );
}
