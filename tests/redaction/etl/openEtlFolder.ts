import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LogFiles } from './plantedLogs.ts';

const command = join(import.meta.dirname, '../../../scripts/etl.ts');

/** A temporary folder with logs and the command's output. */
export interface EtlFolder {
  readonly out: string;
  /** Writes logs into a folder of their own. */
  save(place: string, files: LogFiles): void;
  /** Runs the command over all logs; returns everything it prints, and its exit status. */
  run(...options: string[]): { printed: string; status: number | null };
  /** Removes what the command wrote. */
  clear(): void;
  remove(): void;
}

export function openEtlFolder(): EtlFolder {
  const folder = mkdtempSync(join(tmpdir(), 'redaction-'));
  const out = join(folder, 'out');
  return {
    out,
    save(place, files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, 'logs', place, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    },
    run(...options) {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [command, join(folder, 'logs'), '--out', out, '--jobs', '1', ...options],
        { encoding: 'utf8', maxBuffer: 2 ** 28 },
      );
      return { printed: stdout + stderr, status };
    },
    clear: () => rmSync(out, { recursive: true, force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
