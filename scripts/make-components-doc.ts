// Writes docs/components.md: every component with its stories, play tests, pictures and size. Builds each one: some minutes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { componentsOf } from './components-doc/componentsOf.ts';
import { measureSize } from './components-doc/measureSize.ts';
import { storiesOf } from './components-doc/storiesOf.ts';

const root = join(import.meta.dirname, '..');
const index = join(root, 'src/components/index.ts');
const files = readdirSync(join(root, 'stories'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.stories.tsx'))
  .sort()
  .map((path) => ({
    path,
    name: basename(path, '.stories.tsx'),
    text: readFileSync(join(root, 'stories', path), 'utf8'),
  }));

/** Components that stories draw only inside others. */
const inside: Readonly<Record<string, string>> = {
  CopyButton: 'CommandCard',
  Markdown: 'MessageCard',
  SubagentTimeline: 'SubagentCard',
};

/** The stories of a component: those named after it, else those about it, else the first ones that draw it. */
const fileOf = (name: string) =>
  files.find((file) => file.name === (inside[name] ?? name)) ??
  files.find(({ text }) => text.includes(`component: ${name},`)) ??
  files.find(({ text }) => new RegExp(`<${name}\\b`).test(text));

const rows: string[][] = [];
for (const name of componentsOf(readFileSync(index, 'utf8'))) {
  const size = `${((await measureSize(name, index)) / 1000).toFixed(1)} kB`;
  const file = fileOf(name);
  if (file === undefined) rows.push([name, '–', '–', '–', '–', size]);
  else {
    const { stories, plays, pictures } = storiesOf(file.text);
    rows.push([name, `[${file.name}](../stories/${file.path})`, ...[stories, plays, pictures * 2].map(String), size]);
  }
}

const head = ['Component', 'Stories in', 'Stories', 'Play tests', 'Pictures', 'Size'];
const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const page = [
  '# Components',
  '',
  'Every component of the kit. Every story is drawn in both themes and checked by axe without exceptions; a play test does what a',
  'person does, keyboard first; a picture is one theme of a story whose looks matter. Size: what the component alone adds to an application, minified',
  'and gzipped, with all it imports but React, and without what it loads when that is first needed (Markdown, highlighting, the word diff). Most',
  'of it is shared: two components do not cost twice. `pnpm check:size` holds whole entries to a budget (in brotli, which is smaller).',
  '',
  'Made by `node scripts/make-components-doc.ts`.',
  '',
  lineOf(head),
  '| --- | --- | --: | --: | --: | --: |',
  ...rows.map(lineOf),
  '',
].join('\n');
writeFileSync(join(root, 'docs/components.md'), page);
