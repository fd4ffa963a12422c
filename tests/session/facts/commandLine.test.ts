import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../src/session/facts/commandLine.ts';

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
    [
      "cat > a.ts <<'EOF'\nit's one\nEOF\nnpm test",
      [
        ['cat', '>', 'a.ts', 'EOF'],
        ['npm', 'test'],
      ],
    ],
    ['cat <<-END && ls\n\tx\n\tEND\nrm a', [['cat', 'END'], ['ls'], ['rm', 'a']]],
    [
      `cat <<EOF\n${'x\n'.repeat(5000)}EOF\nnpm test`,
      [
        ['cat', 'EOF'],
        ['npm', 'test'],
      ],
    ],
    ['cat <<EOF\nnpm test', [['cat', 'EOF']]],
    ['cat <<< word && ls', [['cat', 'word'], ['ls']]],
    ['(cd a && ls)', [['cd', 'a'], ['ls']]],
    ['echo "open', [['echo', 'open']]],
    ['', []],
  ])('splits %j', (command, expected) => expect(splitCommand(command).commands).toEqual(expected));

  it('reads only the start of a long command', () => {
    expect(splitCommand(`echo ${'x'.repeat(10_000)} && rm a`).commands).toHaveLength(1);
  });
});
