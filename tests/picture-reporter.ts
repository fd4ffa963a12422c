import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { DifferingPicture } from '../scripts/visual-report/differingPicture.ts';

const folder = 'test-results/pictures';

function differs(test: TestCase): boolean {
  const { state, errors } = test.result();
  return state === 'failed' && errors.some(({ message }) => message.includes('toMatchScreenshot'));
}

function pictureOf(test: TestCase): DifferingPicture {
  const theme = /^stories-([a-z]+)/.exec(test.project.name)?.[1] ?? '';
  const { storyId = '' } = test.meta() as { storyId?: string };
  // As the comparison names its files: it joins hyphens.
  const picture = `${storyId}--${theme}`.replaceAll(/-{2,}/g, '-');
  const file = test.module.relativeModuleId;
  return { story: `${basename(file, '.stories.tsx')}: ${test.name}`, file, theme, picture };
}

/** Lists the stories that do not look like their pictures, for `pnpm visual:report`; forgets those of the run before. */
export class PictureReporter implements Reporter {
  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    const draws = specifications.some(({ project }) => project.name.startsWith('stories-'));
    if (draws) rmSync(folder, { recursive: true, force: true });
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const drawn = modules.filter(({ project }) => project.name.startsWith('stories-'));
    if (drawn.length === 0) return;
    const differing = drawn.flatMap((module) => [...module.children.allTests('failed')].filter(differs).map(pictureOf));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'differing.json'), `${JSON.stringify(differing, null, 2)}\n`);
  }
}
