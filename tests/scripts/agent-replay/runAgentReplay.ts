import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runCommand } from '../../../scripts/agent-replay/runCommand.ts';

export const repository = join(import.meta.dirname, '../../..');
export const command = join(repository, 'scripts/agent-replay.ts');
/** The sample logs. */
export const samples = join(repository, 'data/sources');

/** The page of replays is made by the build, which need not have run: an empty page is enough for these tests. */
export const emptyPage = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...more) => (/page[.](js|css)$/.test(String(path)) ? '' : read(path, ...more));
  syncBuiltinESMExports();
`)}`;

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the real command in a process of its own, in English unless `env` says otherwise. */
export function runAgentReplay(
  args: readonly string[],
  { faults = '', env, ...options }: SpawnSyncOptions & { faults?: string } = {},
): Ran {
  const before = faults === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(faults)}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...before, command, ...args], {
    cwd: repository,
    ...options,
    env: { ...process.env, LC_ALL: 'C', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/**
 * Runs the command in this process, which is faster: for tests that only look at what it prints. It must leave nothing open, and of the
 * process it may read only the language and set the exit code.
 */
export async function runInHere(
  args: readonly string[],
  { columns, env = {} }: { columns?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const before = { exitCode: process.exitCode, columns: process.stdout.columns };
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  for (const [name, value] of Object.entries({ LC_ALL: 'C', NO_COLOR: '1', ...env })) vi.stubEnv(name, value);
  if (columns !== undefined) process.stdout.columns = columns;
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { ...printed, status: Number(process.exitCode ?? 0) };
  } finally {
    Object.assign(process, { exitCode: before.exitCode });
    Object.assign(process.stdout, { columns: before.columns });
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
    process.stdout.removeAllListeners('error');
  }
}

/** Makes a call of `node:fs` fail as the system does. */
export function failing(call: string, code: string, message: string, when = 'true'): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const real = fs.${call};
    fs.${call} = (...args) => {
      if (!(${when})) return real(...args);
      throw Object.assign(new Error('${message}'), { code: '${code}', syscall: '${call}', path: String(args[0]) });
    };
    syncBuiltinESMExports();
  `;
}

/** Writes a file; returns its path. */
export function written(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}
