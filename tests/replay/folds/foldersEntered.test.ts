import { describe, expect, it } from 'vitest';
import { foldersEntered } from '../../../src/replay/folds/workdirAt.ts';

describe('foldersEntered', () => {
  it.each<[string, string[]]>([
    ['cd app', ['app']],
    ['  cd app && make', ['app']],
    ['cd a && cd ../b; make', ['a', '../b']],
    ['cd "my app" && ls', ['my app']],
    ["cd 'it''s'; ls", ['its']],
    ['cd my\\ app\nls', ['my app']],
    ['cd', ['~']],
    ['cd && ls', ['~']],
    ['cd ~/x', ['~/x']],
    ['make && cd app', []],
    ['(cd app && make)', []],
    ['cd app || exit', []],
    ['cd app | cat', []],
    ['cd -', []],
    ['cd "$DIR" && make', []],
    ['cd `pwd`', []],
    ['cd app*/', []],
    ['cdx app', []],
    ['', []],
  ])('finds in %j the folders %j', (command, folders) => {
    expect(foldersEntered(command)).toEqual(folders);
  });

  it('scans a command of any length once', () => {
    expect(foldersEntered('cd a && '.repeat(20_000))).toHaveLength(20_000);
    expect(foldersEntered(`cd ${'"'.repeat(100_001)}`)).toHaveLength(1);
  });
});
