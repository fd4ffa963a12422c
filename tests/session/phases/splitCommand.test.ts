import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../src/session/phases/splitCommand.ts';

describe('splitCommand', () => {
  it.each([
    [
      'cd web && npx tsc --noEmit',
      [
        ['cd', 'web'],
        ['npx', 'tsc', '--noEmit'],
      ],
    ],
    ['a | b || c; d &\ne', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['git commit -m "a && b; c"', [['git', 'commit', '-m', 'a && b; c']]],
    ["echo 'it'\\''s' \"a \\\" b\"", [['echo', "it's", 'a \\" b']]],
    ['ls > out.txt', [['ls', '>', 'out.txt']]],
    ['ls >> out 2>&1', [['ls', '>', 'out']]],
    ['ls 2>/dev/null | wc', [['ls'], ['wc']]],
    ['make >/dev/null 2>&1 && ls', [['make'], ['ls']]],
    ['cat > a.ts <<EOF\nrm -rf /\nEOF', [['cat', '>', 'a.ts', 'EOF']]],
    ['cat <<< word && ls', [['cat', 'word'], ['ls']]],
    ['(cd a && ls)', [['cd', 'a'], ['ls']]],
    ['echo "open', [['echo', 'open']]],
    ['', []],
  ])('%j', (command, expected) => expect(splitCommand(command)).toEqual(expected));

  it('looks at the beginning of a long command only', () => {
    expect(splitCommand(`echo ${'x'.repeat(10_000)} && rm a`)).toHaveLength(1);
  });
});
