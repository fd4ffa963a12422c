import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');
export const command = join(repository, 'scripts/agent-replay.ts');

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
