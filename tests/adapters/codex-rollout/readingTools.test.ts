import { expect, it } from 'vitest';
import { endOf, filesAt, indexSession } from '../../../src/replay/index.ts';
import { toolFamily } from '../../../src/session/facts/toolFacts.ts';
import { answered, called, header, item, said, sessionFrom } from './rolloutFrom.ts';

/** Codex tools that only read, with their inputs. */
const looks = [
  ['read_file', { file_path: '/p/a.ts' }],
  ['grep_files', { pattern: 'x', path: '/p' }],
  ['list_dir', { dir_path: '/p' }],
  ['view', { path: '/p/b.ts' }],
  ['rg', { pattern: 'x' }],
] as const;

it('a file that Codex only reads counts as read, from its log to the state panel', async () => {
  const calls = looks.flatMap(([name, args], n) => [
    item(2 * n + 2, called(`c${n}`, name, args)),
    item(2 * n + 3, answered(`c${n}`, 'found')),
  ]);
  const session = await sessionFrom([header(), item(1, said('user', 'Look')), ...calls]);
  expect(session.tool_calls.map(({ tool_category }) => tool_category)).toEqual(looks.map(() => 'perception'));
  expect(session.tool_calls.map(({ tool_name }) => toolFamily(tool_name))).toEqual([
    'read',
    'search',
    'list',
    'read',
    'search',
  ]);
  expect(session.summary.files_modified).toEqual([]);
  const index = indexSession(session);
  expect(filesAt(index, endOf(index)).map(({ path, access }) => [path, access])).toEqual([
    ['/p/a.ts', 'read'],
    ['/p/b.ts', 'read'],
  ]);
  expect(index.phases.map(({ phase_type }) => phase_type)).not.toContain('execute');
});
