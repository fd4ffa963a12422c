import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Usage {
  /** User and system time, in seconds. */
  cpu: number;
  wall: number;
  /** Highest resident set, in megabytes. */
  peakMb: number;
}

const reporter = join(import.meta.dirname, 'reportUsage.js');

/** Runs a script in a process of its own and returns what it used; `flags` are Node's. Throws when it fails. */
export function measureProcess(
  script: string,
  args: readonly string[],
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Usage {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--import', reporter, script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const wall = (performance.now() - started) / 1000;
  const report = /USAGE (\{.*\})/.exec(stderr)?.[1];
  if (status !== 0 || report === undefined)
    throw new Error(`${script} ${args.join(' ')} failed:\n${stderr.slice(-2000)}`);
  return { ...(JSON.parse(report) as Omit<Usage, 'wall'>), wall };
}
