import { globSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { exportedName, type ShownStory, writeUsage } from '../../.storybook/showCode.ts';

interface StoryFile {
  readonly default: { title: string; component?: unknown; args?: object; parameters?: object };
}

/** The main story of each component of the kit: the first in its file. */
async function mainStories(): Promise<{ title: string; story: ShownStory }[]> {
  const found: { title: string; story: ShownStory }[] = [];
  for (const path of globSync('stories/**/*.stories.tsx').sort()) {
    const { default: meta, ...stories } = (await import(join(process.cwd(), path))) as StoryFile;
    const [first] = Object.values(stories) as { args?: object; render?: unknown; parameters?: object }[];
    if (first === undefined || first.render !== undefined || exportedName(meta.component) === undefined) continue;
    const args = { ...meta.args, ...first.args };
    const parameters = { ...meta.parameters, ...first.parameters };
    found.push({ title: meta.title, story: { component: meta.component, args, argTypes: {}, parameters } });
  }
  return found;
}

// Stories know where they are served.
vi.stubGlobal('document', { baseURI: 'http://localhost/' });
/** The code under "Show code" of each component's main story, by the story's title. */
export const storyCode = (await mainStories()).flatMap(({ title, story }) => {
  const code = writeUsage(story);
  return code === undefined ? [] : [{ title, code }];
});
