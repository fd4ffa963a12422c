import { posix, win32 } from 'node:path';

/** What decides where the tools keep their logs. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  cwd: string;
}

/**
 * The folders in which the tools of the mission keep their logs, absolute, whether they exist or not. Each tool keeps them
 * below the home folder on Linux, macOS and Windows alike, unless a variable names another place; `wf` and the planner
 * keep them in the project they run in.
 */
export function discoverFolders({ platform, env, home, cwd }: Surroundings): string[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const claude = [env.CLAUDE_CONFIG_DIR, join(home, '.claude'), join(home, '.config', 'claude')];
  const codex = [env.CODEX_HOME, join(home, '.codex')];
  const frago = [env.FRAGO_SESSION_DIR, join(home, '.frago', 'sessions'), join(home, '.frago', 'projects')];
  const project = [join(cwd, '.wf'), join(cwd, '.pawl'), join(cwd, 'output', 'plans')];
  const folders = [
    ...claude.map((folder) => below(folder, 'projects')),
    ...codex.flatMap((folder) => [below(folder, 'sessions'), below(folder, 'archived_sessions')]),
    ...frago,
    ...project,
  ];
  return [...new Set(folders.filter((folder) => folder !== undefined && folder !== ''))] as string[];

  function below(folder: string | undefined, name: string): string | undefined {
    return folder === undefined || folder === '' ? undefined : join(folder, name);
  }
}
