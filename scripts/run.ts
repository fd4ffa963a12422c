import { spawnSync } from 'node:child_process';

/** Runs a command and shows what it prints; one that fails ends this process with its code. */
export function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', cwd });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
