import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { DifferingPicture } from '../scripts/visual-report/differingPicture.ts';

const folder = 'test-results/pictures';

interface StoryMeta {
  storyId?: string;
  differing?: readonly string[];
}

/** Pictures that a test's story differs from: one for each theme in which it differs. */
function picturesOf(test: TestCase): DifferingPicture[] {
  const { storyId = '', differing = [] } = test.meta() as StoryMeta;
  const file = test.module.relativeModuleId;
  return differing.map((theme) => ({
    story: `${basename(file, '.stories.tsx')}: ${test.name}`,
    file,
    theme,
    // As the comparison names its files: it joins with hyphens.
    picture: `${storyId}--${theme}`.replaceAll(/-{2,}/g, '-'),
  }));
}

/** Lists the stories that differ from their pictures, for `pnpm visual:report`; drops the list of the run before. */
export class PictureReporter implements Reporter {
  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    const draws = specifications.some(({ project }) => project.name.startsWith('stories'));
    if (draws) rmSync(folder, { recursive: true, force: true });
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const drawn = modules.filter(({ project }) => project.name.startsWith('stories'));
    if (drawn.length === 0) return;
    const differing = drawn.flatMap((module) => [...module.children.allTests('failed')].flatMap(picturesOf));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'differing.json'), `${JSON.stringify(differing, null, 2)}\n`);
  }
}
