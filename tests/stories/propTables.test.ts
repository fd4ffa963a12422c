import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InputType } from 'storybook/internal/types';
import { expect, test, vi } from 'vitest';
import { describeProps } from '../../.storybook/describeProps.ts';
import { exportedName } from '../../.storybook/showCode.ts';

type Row = Readonly<InputType>;

interface StoryFile {
  readonly default: {
    readonly title: string;
    readonly component?: unknown;
    readonly subcomponents?: Readonly<Record<string, unknown>>;
    readonly args?: object;
    readonly argTypes?: Readonly<Record<string, Row>>;
  };
}

/** The generator that Storybook reads props with. */
interface Docgen {
  readonly builtinResolvers: { readonly FindExportedDefinitionsResolver: new () => object };
  parse(
    source: string,
    options: { filename: string; resolver: object },
  ): readonly { displayName?: string; props?: object }[];
}

const ownRequire = createRequire(import.meta.url);
const generator = createRequire(ownRequire.resolve('@storybook/react-vite/package.json')).resolve('react-docgen');
const docgen = (await import(pathToFileURL(generator).href)) as Docgen;
const resolver = new docgen.builtinResolvers.FindExportedDefinitionsResolver();
// Stories know where they are served.
vi.stubGlobal('document', { baseURI: 'http://localhost/' });

const sources = globSync('src/components/**/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The table of a component as its page of documentation shows it, without what a story says. */
function tableOf(name: string): Readonly<Record<string, Row>> {
  const source = sources.find(({ text }) => new RegExp(`^export (?:const|function) ${name}\\b`, 'm').test(text));
  if (source === undefined) return {};
  const read = docgen.parse(source.text, { filename: join(process.cwd(), source.path), resolver });
  const props = read.find(({ displayName }) => displayName === name)?.props ?? {};
  return describeProps({ __docgenInfo: { props } }) ?? {};
}

const documented: { title: string; name: string; table: Readonly<Record<string, Row>> }[] = [];
for (const path of globSync('stories/**/*.stories.tsx').sort()) {
  const { default: meta } = (await import(join(process.cwd(), path))) as StoryFile;
  const name = exportedName(meta.component);
  if (name === undefined) continue;
  const read = tableOf(name);
  const told = meta.argTypes ?? {};
  const names = new Set([...Object.keys(read), ...Object.keys(told), ...Object.keys(meta.args ?? {})]);
  const rows = [...names]
    .filter((prop) => prop !== 'style')
    .map((prop) => [prop, joined(read[prop], told[prop])] as const);
  documented.push({ title: meta.title, name, table: Object.fromEntries(rows) });
  for (const part of Object.keys(meta.subcomponents ?? {}))
    documented.push({ title: meta.title, name: part, table: tableOf(part) });
}

function joined(read: Row = {}, told: Row = {}): Row {
  return { ...read, ...told, table: { ...read.table, ...told.table } };
}

test('the tables of props are found', () => {
  expect(documented.length).toBeGreaterThan(40);
  expect(documented.filter(({ table }) => Object.keys(table).length === 0)).toEqual([]);
});

test.each(documented)('$title says of each prop of $name what it is and what it takes', ({ table }) => {
  const bare = Object.entries(table).filter(([, { description = '', table: columns }]) => {
    const type = columns?.type?.summary ?? 'unknown';
    return description === '' || /^unknown\b|z\.infer|\w\['/.test(type);
  });
  expect(bare).toEqual([]);
});
