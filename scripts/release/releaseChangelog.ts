const heading = '## [Unreleased]';

/** A changelog whose unreleased section became that of a version. */
export interface ReleasedChangelog {
  readonly text: string;
  /** The section of the version in Markdown: the notes of the release. */
  readonly notes: string;
}

/**
 * Moves the unreleased section of a changelog below a heading of its version, and leaves an empty one above. Throws where there is no such
 * section, where it is empty, or where the version has a section already.
 */
export function releaseChangelog(text: string, version: string, date: string): ReleasedChangelog {
  const lines = text.split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) throw new Error(`CHANGELOG.md has no line "${heading}".`);
  if (lines.some((line) => line.startsWith(`## [${version}]`))) throw new Error(`CHANGELOG.md already has ${version}.`);
  const next = lines.findIndex((line, n) => n > at && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const notes = lines
    .slice(at + 1, end)
    .join('\n')
    .trim();
  if (!/^- /m.test(notes))
    throw new Error('CHANGELOG.md says nothing of this release: its unreleased section has no entry.');
  const before = lines.slice(0, at + 1);
  const after = lines.slice(end);
  const released = [
    ...before,
    '',
    `## [${version}] - ${date}`,
    '',
    notes,
    ...(after.length > 0 ? ['', ...after] : ['']),
  ];
  return { text: released.join('\n'), notes };
}
