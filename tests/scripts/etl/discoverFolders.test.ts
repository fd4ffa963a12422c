import { describe, expect, it } from 'vitest';
import { discoverFolders, type Surroundings } from '../../../scripts/etl/discoverFolders.ts';

const pathsOf = (surroundings: Surroundings) => discoverFolders(surroundings).map(({ path }) => path);

describe('discoverFolders', () => {
  it('looks below the home folder and in the project', () => {
    expect(pathsOf({ platform: 'linux', env: {}, home: '/home/mei', cwd: '/src/app' })).toEqual([
      '/home/mei/.claude/projects',
      '/home/mei/.config/claude/projects',
      '/home/mei/.codex/sessions',
      '/home/mei/.codex/archived_sessions',
      '/home/mei/.copilot/session-state',
      '/home/mei/.pi/agent/sessions',
      '/home/mei/.gemini/tmp',
      '/home/mei/.qwen/projects',
      '/home/mei/.cursor/projects',
      '/home/mei/.cursor/chats',
      '/home/mei/.config/Cursor/User/globalStorage/state.vscdb',
      '/home/mei/.config/Cursor/User/globalStorage/state.vscdb-wal',
      '/home/mei/.config/Cursor/User/workspaceStorage',
      '/home/mei/.local/share/opencode/opencode.db',
      '/home/mei/.local/share/opencode/opencode.db-wal',
      '/home/mei/.local/share/opencode/opencode-local.db',
      '/home/mei/.local/share/opencode/opencode-local.db-wal',
      '/home/mei/.local/share/opencode/opencode-dev.db',
      '/home/mei/.local/share/opencode/opencode-dev.db-wal',
      '/home/mei/.local/share/opencode/storage/session',
      '/home/mei/.local/share/opencode/storage/message',
      '/home/mei/.local/share/opencode/storage/part',
      '/home/mei/.kimi/sessions',
      '/home/mei/.kimi-code/sessions',
      '/home/mei/.kiro/sessions/cli',
      '/home/mei/.frago/sessions',
      '/home/mei/.frago/projects',
      '/src/app/.wf',
      '/src/app/.pawl',
      '/src/app/output/plans',
    ]);
    expect(pathsOf({ platform: 'darwin', env: {}, home: '/Users/mei', cwd: '/src' })).toContain(
      '/Users/mei/.codex/sessions',
    );
    expect(pathsOf({ platform: 'darwin', env: {}, home: '/Users/mei', cwd: '/src' })).toContain(
      '/Users/mei/Library/Application Support/Cursor/User/globalStorage/state.vscdb',
    );
  });

  it('writes Windows paths as Windows does', () => {
    const folders = pathsOf({ platform: 'win32', env: {}, home: 'C:\\Users\\Mei Lin', cwd: 'D:\\app' });
    expect(folders).toContain('C:\\Users\\Mei Lin\\.claude\\projects');
    expect(folders).toContain('D:\\app\\output\\plans');
    expect(folders).toContain('C:\\Users\\Mei Lin\\AppData\\Roaming\\Cursor\\User\\workspaceStorage');
  });

  it('looks first where a variable says, and nowhere twice', () => {
    const env = { CLAUDE_CONFIG_DIR: '/data/claude', CODEX_HOME: '/home/mei/.codex', FRAGO_SESSION_DIR: '' };
    const folders = pathsOf({ platform: 'linux', env, home: '/home/mei', cwd: '/src' });
    expect(folders[0]).toBe('/data/claude/projects');
    expect(folders.filter((folder) => folder === '/home/mei/.codex/sessions')).toHaveLength(1);
    expect(folders).not.toContain('');
  });

  it('names the tool of each folder', () => {
    const folders = discoverFolders({
      platform: 'linux',
      env: { CODEX_HOME: '/data/codex' },
      home: '/home/mei',
      cwd: '/src',
    });
    expect(folders).toContainEqual({ format: 'codex-rollout', path: '/data/codex/sessions' });
    expect(folders).toContainEqual({ format: 'planner', path: '/src/output/plans' });
  });
});
