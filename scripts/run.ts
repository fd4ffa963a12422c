import { spawnSync } from 'node:child_process';

/** Runs a command and shows its output; if it fails, ends this process with its exit code. */
export function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', cwd });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
