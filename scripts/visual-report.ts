// Writes a page of the stories that differed from their pictures in the last test run: `node scripts/visual-report.ts
// // [--from test-results/pictures] [--pictures tests/pictures] [--out test-results/visual-report/index.html]`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DifferingPicture } from './visual-report/differingPicture.ts';
import { type ReportEntry, reportPage } from './visual-report/reportPage.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'test-results/pictures' },
    pictures: { type: 'string', default: 'tests/pictures' },
    out: { type: 'string', default: 'test-results/visual-report/index.html' },
  },
});

function embedded(file: string): string | undefined {
  return existsSync(file) ? `data:image/png;base64,${readFileSync(file, 'base64')}` : undefined;
}

function entryOf(differing: DifferingPicture): ReportEntry {
  const { picture } = differing;
  return {
    ...differing,
    before: embedded(join(values.pictures, `${picture}.png`)),
    after: embedded(join(values.from, `${picture}-actual.png`)),
    difference: embedded(join(values.from, `${picture}-diff.png`)),
  };
}

const list = join(values.from, 'differing.json');
if (!existsSync(list)) {
  console.error(`There is no ${list}: run the stories first, with pnpm test.`);
  process.exit(1);
}
const differing = JSON.parse(readFileSync(list, 'utf8')) as DifferingPicture[];
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, reportPage(differing.map(entryOf)));
for (const { story, theme } of differing) console.log(`${theme}: ${story}`);
console.log(`${differing.length} stories do not look like their pictures. ${values.out} shows them.`);
