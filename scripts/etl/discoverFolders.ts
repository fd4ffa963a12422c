import { posix, win32 } from 'node:path';

/** Inputs that determine where the tools keep their logs. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  cwd: string;
}

/** A folder where a tool keeps its logs, or one of its log files. */
export interface LogFolder {
  /** Id of the adapter that reads them. */
  format: string;
  /** Absolute. */
  path: string;
}

/** Subfolders of its data folder, because credentials lie there too: only what holds sessions is listed. */
const openCodeStores: readonly (readonly string[])[] = [
  ...['opencode', 'opencode-local', 'opencode-dev'].flatMap((name) => [[`${name}.db`], [`${name}.db-wal`]]),
  ...['session', 'message', 'part'].map((name) => ['storage', name]),
];

/**
 * The folders in which tools keep their logs, whether they exist or not. Each tool keeps them below the home folder on Linux, macOS and
 * Windows alike, unless a variable names another place; `wf` and the planner keep them in the project they run in.
 */
export function discoverFolders({ platform, env, home, cwd }: Surroundings): LogFolder[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const below = (folder: string | undefined, ...names: string[]): string[] =>
    folder === undefined || folder === '' ? [] : names.map((name) => (name === '' ? folder : join(folder, name)));
  const cursorUserFolder = (): string => {
    if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cursor', 'User');
    if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Cursor', 'User');
    return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Cursor', 'User');
  };
  const byFormat: Readonly<Record<string, readonly string[]>> = {
    'claude-code': [env.CLAUDE_CONFIG_DIR, join(home, '.claude'), join(home, '.config', 'claude')].flatMap((folder) =>
      below(folder, 'projects'),
    ),
    'codex-rollout': [env.CODEX_HOME, join(home, '.codex')].flatMap((folder) =>
      below(folder, 'sessions', 'archived_sessions'),
    ),
    'copilot-cli': [env.COPILOT_HOME, join(home, '.copilot')].flatMap((folder) => below(folder, 'session-state')),
    pi: [...below(env.PI_CODING_AGENT_DIR, 'sessions'), ...below(join(home, '.pi', 'agent'), 'sessions')],
    'gemini-cli': below(home, join('.gemini', 'tmp')),
    'qwen-code': [env.QWEN_RUNTIME_DIR, join(home, '.qwen')].flatMap((folder) => below(folder, 'projects')),
    cursor: [
      ...below(home, join('.cursor', 'projects'), join('.cursor', 'chats')),
      // Of its common folder only the database: other extensions keep their own things beside it.
      ...below(
        cursorUserFolder(),
        join('globalStorage', 'state.vscdb'),
        join('globalStorage', 'state.vscdb-wal'),
        'workspaceStorage',
      ),
    ],
    opencode: [
      ...below(env.OPENCODE_DB, ''),
      ...[env.XDG_DATA_HOME, join(home, '.local', 'share')].flatMap((folder) =>
        below(folder, ...openCodeStores.map((names) => join('opencode', ...names))),
      ),
    ],
    kimi: [
      ...[env.KIMI_SHARE_DIR, join(home, '.kimi')].flatMap((folder) => below(folder, 'sessions')),
      ...[env.KIMI_CODE_HOME, join(home, '.kimi-code')].flatMap((folder) => below(folder, 'sessions')),
    ],
    'kiro-cli': below(join(home, '.kiro'), join('sessions', 'cli')),
    frago: [...below(env.FRAGO_SESSION_DIR, ''), ...below(join(home, '.frago'), 'sessions', 'projects')],
    wf: below(cwd, '.wf', '.pawl'),
    planner: below(cwd, join('output', 'plans')),
  };
  return Object.entries(byFormat).flatMap(([format, paths]) => [...new Set(paths)].map((path) => ({ format, path })));
}
