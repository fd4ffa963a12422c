import { posix, win32 } from 'node:path';
import type { Surroundings } from '../etl/discoverFolders.ts';

/** Where this user's sessions are kept unless another folder is named: in the system's place for what can be made again. */
export function cacheFolder({ platform, env, home }: Omit<Surroundings, 'cwd'>): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const given = (value: string | undefined): string | undefined =>
    value !== undefined && isAbsolute(value) ? value : undefined;
  switch (platform) {
    case 'win32':
      return join(given(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'agent-replay', 'sessions');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'agent-replay', 'sessions');
    default:
      return join(given(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'agent-replay', 'sessions');
  }
}
