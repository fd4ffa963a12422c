import { globSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type ShownStory, writeUsage } from '../../.storybook/showCode.ts';

interface StoryFile {
  readonly default: { title: string; component?: unknown; args?: object; parameters?: object };
}

interface FoundStory {
  readonly args?: object;
  readonly tags?: readonly string[];
  readonly parameters?: object;
}

/** The stories that the documentation shows, of components of the kit; the first of a file is its main one. */
async function shownStories(): Promise<{ title: string; name: string; isMain: boolean; story: ShownStory }[]> {
  const found: { title: string; name: string; isMain: boolean; story: ShownStory }[] = [];
  for (const path of globSync('stories/**/*.stories.tsx').sort()) {
    const { default: meta, ...stories } = (await import(join(process.cwd(), path))) as StoryFile;
    const shown = Object.entries(stories as Record<string, FoundStory>).filter(
      ([, { tags }]) => !tags?.includes('case'),
    );
    for (const [at, [name, { args, parameters }]] of shown.entries()) {
      const story = { component: meta.component, args: { ...meta.args, ...args }, argTypes: {} };
      found.push({
        title: meta.title,
        name,
        isMain: at === 0,
        story: { ...story, parameters: { ...meta.parameters, ...parameters } },
      });
    }
  }
  return found;
}

// Stories know where they are served.
vi.stubGlobal('document', { baseURI: 'http://localhost/' });
/** The code under "Show code" of the stories of the kit's components, by title and name. */
export const storyCode = (await shownStories()).flatMap(({ story, ...named }) => {
  const code = writeUsage(story);
  return code === undefined ? [] : [{ ...named, code }];
});
