// Makes a release: checks, version, changelog, tarball, commit and tag. A pushed tag is what publishes, in CI.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { errorText } from '../src/session/text/errorText.ts';
import { parseArguments } from './parseArguments.ts';
import { isVersionPart, nextVersion } from './release/nextVersion.ts';
import { releaseChangelog } from './release/releaseChangelog.ts';
import { releaseFaults } from './release/releaseFaults.ts';
import { run } from './run.ts';

const usage = `pnpm release <major|minor|patch>

  --dry-run     show the version, the notes and what would be done; write nothing
  --push        also push branch and tag: CI publishes from the tag, with provenance
  --help

exit codes: 0 done · 1 there can be no release now, or a check failed · 2 usage`;

const { values, positionals } = parseArguments(
  {
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      push: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
);
const [part = ''] = positionals;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (!isVersionPart(part) || positionals.length > 1) {
  console.error(usage);
  process.exit(2);
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
const fail = (faults: readonly string[]): never => {
  for (const fault of faults) console.error(fault);
  process.exit(1);
};

const manifest = readFileSync('package.json', 'utf8');
const { version: current, repository } = JSON.parse(manifest) as { version: string; repository?: { url: string } };
const version = nextVersion(current, part);
const tag = `v${version}`;
const faults = releaseFaults({
  branch: git('branch', '--show-current')[0] ?? '',
  changes: git('status', '--porcelain'),
  tags: git('tag', '--list'),
  tag,
  repository: repository?.url,
  pushes: values.push,
});
const { text, notes } = changelog();
const tarball = `test-results/agent-replay-kit-${version}.tgz`;

console.log(`${current} → ${version}\n\n${notes}\n`);
if (values['dry-run']) {
  for (const fault of faults) console.log(`In the way: ${fault}`);
  const pushing = values.push ? ', push main and the tag: CI publishes it' : '; nothing would be pushed';
  console.log(
    `Would run the checks and tests, write package.json and CHANGELOG.md, pack ${tarball}, commit and tag ${tag}${pushing}.`,
  );
  process.exit(0);
}
if (faults.length > 0) fail(faults);

// Both commands build, and check the package with publint and arethetypeswrong.
run('pnpm', ['check']);
run('pnpm', ['test']);
// Only the line with the version is replaced, so that the rest of the file stays as it is.
writeFileSync('package.json', manifest.replace(`"version": "${current}"`, `"version": "${version}"`));
writeFileSync('CHANGELOG.md', text);
mkdirSync('test-results', { recursive: true });
run('pnpm', ['pack', '--ignore-scripts', '--out', tarball]);
run('git', ['commit', '--quiet', '-m', `Release ${version}`, '--', 'package.json', 'CHANGELOG.md']);
// Headings of the notes begin with `#`, which git takes for a comment.
run('git', ['tag', '--annotate', '--cleanup=whitespace', tag, '-m', notes]);
if (values.push) run('git', ['push', 'origin', 'main', tag]);
console.log(`Released ${version}: ${tarball}, ${tag}${values.push ? ', pushed.' : '; not pushed.'}`);

function changelog(): ReturnType<typeof releaseChangelog> {
  try {
    return releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, new Date().toISOString().slice(0, 10));
  } catch (error) {
    return fail([errorText(error)]);
  }
}
