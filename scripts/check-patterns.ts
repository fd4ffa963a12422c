// Checks that no hostile log can hold the kit by a regular expression: `pnpm check:patterns`. Each one of the library, the command and the
// fleet is judged, unless it was judged safe before (patterns/safe.txt) or a person has judged it (patterns/exceptions.ts).
//
//   --write   adds to safe.txt what took long to judge and is safe, and takes out what is gone
//   --anew    judges every one, whatever is known of it: half an hour
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArguments } from './parseArguments.ts';
import { exceptions } from './patterns/exceptions.ts';
import { faultsOf } from './patterns/faultsOf.ts';
import { findPatterns } from './patterns/findPatterns.ts';
import { loadJudge } from './patterns/judgePattern.ts';
import { notePatterns } from './patterns/notePatterns.ts';
import { installTools } from './tools.ts';

const root = join(import.meta.dirname, '..');
const safeFile = join(root, 'scripts/patterns/safe.txt');
const { values: options } = parseArguments(
  { options: { write: { type: 'boolean', default: false }, anew: { type: 'boolean', default: false } } },
  'Usage: node scripts/check-patterns.ts [--write] [--anew]',
);

/** Scripts that only read what is in this repository, or logs of whoever works on it. */
const own =
  /^scripts\/(?:build|check|chromatic|components-doc|count|fit|fuzz|make|measure|patterns|release|test|visual)/;

const files = ['src', 'scripts', 'packages/fleet/src']
  .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter((file) => !own.test(file));

/** Modules that build patterns when they are loaded, and need neither a page nor a command line. */
const loadable = /^src\/(?:adapters|export|redaction|replay|session)\/.*\.ts$/;

const found = files.map((file) => findPatterns(file, readFileSync(join(root, file), 'utf8')));
const noted = await notePatterns(root, async () => {
  for (const file of files) if (loadable.test(file)) await import(pathToFileURL(join(root, file)).href);
});
installTools();
const known = new Set(readFileSync(safeFile, 'utf8').split('\n').filter(Boolean));
const { faults, safe, count } = faultsOf(
  {
    literals: found.flatMap(({ literals }) => literals),
    constructions: found.flatMap(({ constructions }) => constructions),
    ...noted,
  },
  { judge: await loadJudge(), safe: options.anew ? new Set() : known, exceptions },
);

if (options.write) writeFileSync(safeFile, `${safe.toSorted().join('\n')}\n`);
if (faults.length > 0) {
  console.error(faults.join('\n\n'));
  process.exit(1);
}
console.log(`${count} patterns take linear time, or are excused.`);
