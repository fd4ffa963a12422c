import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nextVersion } from '../../../scripts/release/nextVersion.ts';
import { releaseChangelog } from '../../../scripts/release/releaseChangelog.ts';
import { releaseFaults } from '../../../scripts/release/releaseFaults.ts';

describe('nextVersion', () => {
  test.each([
    ['0.1.0', 'patch', '0.1.1'],
    ['0.1.9', 'minor', '0.2.0'],
    ['0.9.3', 'major', '1.0.0'],
    ['1.2.3', 'minor', '1.3.0'],
  ] as const)('raises %s by a %s to %s', (version, part, next) => {
    expect(nextVersion(version, part)).toBe(next);
  });

  test.each(['1.0', '1.0.0-beta.1', 'v1.0.0', '01.0.0', ''])('refuses %j', (version) => {
    expect(() => nextVersion(version, 'patch')).toThrow('no version');
  });
});

describe('releaseChangelog', () => {
  const head = '# Changelog\n\n## [Unreleased]\n';
  const older = '## [0.1.0] - 2026-01-01\n\n- First.\n';

  test('moves the unreleased section below its version, and keeps the rest', () => {
    const { text, notes } = releaseChangelog(`${head}\n### Added\n\n- Lanes.\n\n${older}`, '0.2.0', '2026-02-03');
    expect(notes).toBe('### Added\n\n- Lanes.');
    expect(text).toBe(`${head}\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- Lanes.\n\n${older}`);
  });

  test('makes the first version', () => {
    const { text } = releaseChangelog(`${head}\n- Lanes.\n`, '0.1.0', '2026-02-03');
    expect(text).toBe(`${head}\n## [0.1.0] - 2026-02-03\n\n- Lanes.\n`);
  });

  test.each([
    ['nothing to say', `${head}\n${older}`, 'no entry'],
    ['headings alone', `${head}\n### Added\n\n${older}`, 'no entry'],
    ['no such section', older, 'no line'],
    ['the version already', `${head}\n- Lanes.\n\n## [0.2.0] - 2026-01-01\n`, 'already has 0.2.0'],
  ])('refuses %s', (_, text, because) => {
    expect(() => releaseChangelog(text, '0.2.0', '2026-02-03')).toThrow(because);
  });

  test('accepts the changelog of the kit', () => {
    const { text, notes } = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), '999.0.0', '2026-02-03');
    expect(text).toContain(`## [Unreleased]\n\n## [999.0.0] - 2026-02-03\n\n${notes}\n`);
  });
});

describe('releaseFaults', () => {
  const ready = { branch: 'main', changes: [], tags: ['v0.1.0'], tag: 'v0.2.0', repository: undefined, pushes: false };

  test('finds none in a clean tree on main with a new tag', () => {
    expect(releaseFaults(ready)).toEqual([]);
  });

  test.each([
    [{ branch: 'lanes' }, 'this is lanes'],
    [{ branch: '' }, 'no branch'],
    [{ changes: ['?? a.ts'] }, '?? a.ts'],
    [{ tag: 'v0.1.0' }, 'v0.1.0 exists'],
    [{ pushes: true }, 'no "repository"'],
  ])('reports %j', (change, said) => {
    expect(releaseFaults({ ...ready, ...change })).toEqual([expect.stringContaining(said)]);
  });
});
