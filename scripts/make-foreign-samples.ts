// Writes src/adapters/testing/foreignSamples.ts: the beginning of a log of each format, from data/sources, which outside adapters must not
// claim.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters } from '../src/adapters/index.ts';
import { createSample } from '../src/adapters/read/createSample.ts';

/** Maximum length of a beginning, enough to recognise a format. */
const MOST_BYTES = 3_000;

interface Beginning {
  format: string;
  name: string;
  text: string;
}

const root = join(import.meta.dirname, '..');

/** The shortest beginning, among a format's samples, by which its adapter is certain. */
function beginningOf({ descriptor: { id: format }, detect }: (typeof adapters)[number]): Beginning {
  const folder = join(root, 'data/sources', format);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const known = names.flatMap((path): Beginning[] => {
    const bytes = readFileSync(path);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    const cuts = [...bytes.keys()].filter((at) => bytes[at] === 10 && at < MOST_BYTES).map((at) => at + 1);
    const end = [...cuts, bytes.length]
      .filter((each) => each <= MOST_BYTES)
      .find((each) => {
        const detection = detect(createSample(name, bytes.subarray(0, each), false));
        return detection.grade === 'certain' && detection.role.is === 'primary';
      });
    return end === undefined ? [] : [{ format, name, text: bytes.subarray(0, end).toString('utf8') }];
  });
  const [shortest] = known.sort((a, b) => a.text.length - b.text.length);
  if (shortest === undefined) throw new Error(`No sample of ${format} is known by its first ${MOST_BYTES} bytes.`);
  return shortest;
}

const entries = adapters
  .map(beginningOf)
  .map(
    ({ format, name, text }) =>
      `  {\n    format: ${JSON.stringify(format)},\n    name: ${JSON.stringify(name)},\n    text: ${JSON.stringify(text)},\n  },\n`,
  );
writeFileSync(
  join(root, 'src/adapters/testing/foreignSamples.ts'),
  `// Made by scripts/make-foreign-samples.ts.

/** The beginning of a log of each of the kit's formats, of made-up runs: no other adapter may claim it. */
export const foreignSamples: readonly { format: string; name: string; text: string }[] = [\n${entries.join('')}];\n`,
);
