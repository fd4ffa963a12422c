import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'patterns-'));
afterAll(() => rmSync(root, { recursive: true }));

// In a process of its own, because it replaces what builds patterns.
test('notes what a module builds, and of what', () => {
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'src/a.ts'),
    "const part: RegExp = /b+/;\nexport const made =\n  new RegExp('a' + part.source, 'y');\nexport const unread = /c/;\n",
  );
  const from = pathToFileURL(join(import.meta.dirname, '../../../scripts/patterns/notePatterns.ts')).href;
  const load = pathToFileURL(join(root, 'src/a.ts')).href;
  const script = `const { notePatterns } = await import('${from}');
    const { built, parts } = await notePatterns(${JSON.stringify(root)}, async () => void (await import('${load}')));
    const after = new RegExp('d').source;
    console.log(JSON.stringify({ built, parts: [...parts], after }));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual({
    built: [{ file: 'src/a.ts', line: 3, source: 'ab+', flags: 'y' }],
    parts: ['b+'],
    after: 'd',
  });
});
