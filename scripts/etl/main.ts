// What `pnpm etl` does: agent logs in, STD-001 sessions out.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapters } from '../../src/adapters/index.ts';
import { discoverFolders } from './discoverFolders.ts';
import type { EtlReport } from './etlReport.ts';
import { formatReport, plain } from './formatReport.ts';
import { type EtlArguments, parseEtlArguments, UsageError, usage } from './parseEtlArguments.ts';
import { runEtl } from './runEtl.ts';
import { type WatchNews, watchSources } from './watch/watchSources.ts';
import { OutputError } from './writeAtomically.ts';

/** What `etl.config.ts` may say. */
export interface EtlConfig {
  /** Files, folders or globs that a run without paths converts beside the samples; `~` is the home folder. */
  paths: string[];
}

const project = resolve(import.meta.dirname, '../..');

async function defaultPaths(): Promise<string[]> {
  const config = join(project, 'etl.config.ts');
  const samples = join(project, 'data', 'sources');
  if (!existsSync(config)) return [samples];
  const { default: named } = (await import(pathToFileURL(config).href)) as { default: EtlConfig };
  return [samples, ...named.paths.map((path) => path.replace(/^~(?=$|[\\/])/, homedir()))];
}

/** The folders of the tools that are there; says which. */
function discovered(): string[] {
  const { env, platform } = process;
  const folders = discoverFolders({ platform, env, home: homedir(), cwd: process.cwd() }).filter((each) =>
    existsSync(each),
  );
  console.error(folders.length === 0 ? 'No folder of a known tool found.' : `Found: ${folders.map(plain).join(', ')}`);
  return folders;
}

function exitCode(args: EtlArguments, report: EtlReport): number {
  if (report.failures.length > 0) return 3;
  if (args.check && report.published.changed) return 1;
  return args.strict && report.dataLoss > 0 ? 1 : 0;
}

/** Goes on until it is interrupted. */
async function watch(args: EtlArguments): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  console.error('Watching. Ctrl+C ends it.');
  await watchSources(args, { project, tell: (news) => console.log(toldOf(news)), signal: stop.signal });
}

function toldOf(news: WatchNews): string {
  const time = new Date().toTimeString().slice(0, 8);
  if (news.is !== 'session') return plain(`${time}  ${news.message}`);
  const records = news.isNew ? `new, ${news.records} records` : `+${news.added} records, ${news.records} in all`;
  return plain(`${time}  ${basename(news.file)}  ${records}`);
}

async function main(): Promise<number> {
  const args = parseEtlArguments(
    process.argv.slice(2),
    adapters.map(({ descriptor }) => descriptor.id),
  );
  if (args === undefined) {
    console.log(usage);
    return 0;
  }
  const named = args.paths.length > 0 || args.discover ? args.paths : await defaultPaths();
  const paths = [...named, ...(args.discover ? discovered() : [])];
  const report = await runEtl(
    { ...args, paths },
    {
      project,
      progress: process.stderr,
      say: (line) => console.error(plain(line)),
    },
  );
  console.log(args.json ? JSON.stringify(report, null, 2) : formatReport(report));
  const code = exitCode(args, report);
  if (args.watch) await watch({ ...args, paths });
  if (code === 1 && args.check)
    console.error('Sessions are not up to date: run `pnpm etl` and commit what it changes.');
  return code;
}

/** What the system refuses is no bug of the kit: a person wants the message, not a stack. */
function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  } else if (error instanceof OutputError) {
    console.error(plain(`Stopped: ${error.message}`));
    process.exitCode = 3;
  } else if (isDiskError(error)) {
    console.error(
      plain(`Stopped: ${error.message}. Check that --out can be written and the disk has room, then run again.`),
    );
    process.exitCode = 3;
  } else throw error;
}
