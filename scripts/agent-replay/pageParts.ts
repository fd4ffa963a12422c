import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts } from '../../src/export/index.ts';
import { Failure } from './failure.ts';

/** Where the package's build put the page; beside the command, when that was built too. */
const folders = [join(import.meta.dirname, '../page'), join(import.meta.dirname, '../../dist/page')];

/** The script and style sheet of the page. Throws where the package was not built. */
export function pageParts(): PageParts {
  for (const folder of folders) {
    try {
      return {
        script: readFileSync(join(folder, 'page.js'), 'utf8'),
        style: readFileSync(join(folder, 'page.css'), 'utf8'),
      };
    } catch {
      // The other place has it, or none.
    }
  }
  throw new Failure('The page of replays is not built.', 'Build it with: pnpm build');
}
