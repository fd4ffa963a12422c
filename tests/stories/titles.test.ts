import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const groups = ['Replay', 'Guides', 'Panels', 'Rows', 'Code', 'Runs', 'Lists', 'Foundation'];

test.each(globSync('stories/**/*.stories.tsx'))('%s is in a group named by purpose', (path) => {
  const title = /^ {2}title: '([^']+)'/m.exec(readFileSync(path, 'utf8'))?.[1];
  expect(groups, `title: ${title}`).toContain(title?.split('/')[0]);
});
