import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = 'src/components';
const index = readFileSync(join(root, 'index.ts'), 'utf8');

/** Where the kit's components are, by the props that it exports beside them. */
const components = [...index.matchAll(/export \{([^}]*)\} from '([^']+)';/g)].flatMap(([, names = '', from = '']) =>
  [...names.matchAll(/type (\w+)Props\b/g)].map(([, name = '']) => ({ name, file: join(root, from) })),
);

test('finds the components of the kit', () => {
  expect(components.length).toBeGreaterThan(20);
});

test.each(components)('every prop of $name is documented', ({ name, file }) => {
  const source = readFileSync(file, 'utf8');
  const body = new RegExp(`export interface ${name}Props\\b[^{]*\\{\\n((?:  .*\\n|\\n)*)\\}`).exec(source)?.[1] ?? '';
  const lines = body.split('\n');
  const bare = lines.flatMap((line, at) => {
    const prop = /^ {2}(?:readonly )?(\w+)\??:/.exec(line)?.[1];
    return prop !== undefined && prop !== 'children' && !/\*\/$/.test(lines[at - 1]?.trim() ?? '') ? [prop] : [];
  });
  expect(bare).toEqual([]);
});
