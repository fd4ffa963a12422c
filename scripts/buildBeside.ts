import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Builds files in a folder of their own and then puts each in its place at once, `last` after all others, so that another process that
 * reads or builds the same meanwhile finds whole files. A build that fails changes nothing.
 */
export function buildBeside(folder: string, last: string, build: (into: string) => void): void {
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    build(made);
    mkdirSync(folder, { recursive: true });
    const others = readdirSync(made).filter((name) => name !== last);
    for (const name of [...others, last]) renameSync(join(made, name), join(folder, name));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
