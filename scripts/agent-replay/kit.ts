import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, or of the clone. */
export const root = packageRoot(import.meta.dirname);

/** Whether the command runs from a clone of the repository, not from an installed package: that has no scripts. */
export const isClone = existsSync(join(root, 'scripts/agent-replay/kit.ts'));

/** The folder whose `data/sources` a run without paths converts: the clone, or where the person is. */
export const project = isClone ? root : process.cwd();

/** The folders of the code that decides what a log becomes. */
export const codeFolders = isClone
  ? ['session', 'redaction', 'adapters'].map((name) => join(root, 'src', name))
  : [import.meta.dirname];

export function kitVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The nearest folder above that has a package.json: the command is two folders deep in a clone and in the package, and four where a clone keeps it built. */
function packageRoot(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : packageRoot(above);
}
