import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, or of the clone. */
export const root = packageRoot(import.meta.dirname);

/** Whether the command runs from a clone of the repository rather than an installed package, which has no scripts. */
export const isClone = existsSync(join(root, 'scripts/agent-replay/kit.ts'));

/** How a user calls the command where it runs; what npm runs once is in no PATH. */
export const commandName = isClone
  ? 'npx -y pnpm@12 agent-replay'
  : process.env.npm_command === 'exec'
    ? 'npx agent-replay-kit'
    : 'agent-replay';

/** The folder whose `data/sources` a run without paths converts: the clone, or else the current folder. */
export const project = isClone ? root : process.cwd();

/** Folders of the code that determines how a log is converted; the replay counts what lists say of a session. */
export const codeFolders = isClone
  ? ['session', 'redaction', 'adapters', 'replay'].map((name) => join(root, 'src', name))
  : [import.meta.dirname];

export function kitVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/**
 * The nearest folder above that has a package.json: the command lies two folders deep in a clone and in the package, and four where a clone
 * keeps its build.
 */
function packageRoot(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : packageRoot(above);
}
