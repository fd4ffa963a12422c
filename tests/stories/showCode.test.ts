import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
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
const stories = (await mainStories()).flatMap(({ title, story }) => {
  const code = writeUsage(story);
  return code === undefined ? [] : [{ title, code }];
});

test('every panel shows the code of its main story', () => {
  const panels = stories.filter(({ title }) => title.startsWith('Panels/')).map(({ title }) => title.slice(7));
  expect(panels).toEqual(
    expect.arrayContaining(['PhaseStrip', 'SessionSearch', 'StatePanel', 'Timeline', 'TimelineLanes', 'TransportBar']),
  );
  expect(stories.length).toBeGreaterThan(25);
});

test('the code has the component, texts and numbers of the story', () => {
  const timeline = stories.find(({ title }) => title === 'Panels/Timeline')?.code;
  expect(timeline).toContain("import { Timeline } from 'agent-replay-kit/components';");
  expect(timeline).toContain('const index = indexSession(session);');
  expect(timeline).toContain('selected="tool-009"');
  expect(timeline).toContain('style={{ height: 640 }}');
});

test('the code compiles unchanged', { timeout: 120_000 }, () => {
  const folder = join(process.cwd(), 'test-results/show-code');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { title, code } of stories) {
    const at = code.indexOf('\n\n<KitProvider');
    const text = `${code.slice(0, at)}\n\nexport const element = (${code.slice(at)}\n);\n`;
    writeFileSync(join(folder, `${title.replaceAll(/[ /]/g, '')}.tsx`), text);
  }
  const src = '../../src';
  const options = {
    paths: {
      'agent-replay-kit': [`${src}/index.ts`],
      'agent-replay-kit/components': [`${src}/components/index.ts`],
      'agent-replay-kit/replay': [`${src}/replay/index.ts`],
    },
    noUncheckedIndexedAccess: false,
    exactOptionalPropertyTypes: false,
  };
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['.', `${src}/css.d.ts`] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
