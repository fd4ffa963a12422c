import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A visitor who opens a story must find it as it stands: a test that runs before their eyes types, presses and filters.
test.each(globSync('stories/**/*.stories.tsx'))('%s runs its play function only in tests', (path) => {
  const plays = [...readFileSync(path, 'utf8').matchAll(/^ *play(?:: *(?<value>.{0,12})|\()/gm)];
  const bare = plays.filter(({ groups }) => groups?.value?.startsWith('inTests(') !== true);
  expect(bare.map(([line]) => `${line.trim()}…  (wrap it: play: inTests(async (…) => …), stories/inTests.ts)`)).toEqual(
    [],
  );
});
